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
  roots: 'showRoots',
  evidence: 'showEvidence',
  upload: 'showUpload',
  writes: 'showWrites',
  changes: 'showChanges',
  requests: 'showRequests',
  connections: 'showConnections',
  settings: 'showSettings',
} as const satisfies Readonly<Record<ScreenName, CommandId>>;
