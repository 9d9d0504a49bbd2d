import type { CommandId } from '#shared/commands/commandTable.ts';
import type { ScreenName } from '../state/appStore.ts';

/** The command that shows each screen. */
export const screenCommands = {
  browse: 'showBrowse',
  recall: 'showRecall',
  predictions: 'showPredictions',
  discover: 'showDiscover',
  proof: 'showProof',
  audit: 'showAudit',
  ledger: 'showRoots',
  evidence: 'showEvidence',
  upload: 'showUpload',
  log: 'showWrites',
  requests: 'showRequests',
  connections: 'showConnections',
} as const satisfies Readonly<Record<ScreenName, CommandId>>;
