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
  help: 'documentation',
} as const satisfies Readonly<Record<ScreenName, CommandId>>;

/** The page of the documentation, and the part of it, that is about each screen. */
export const helpOfScreen: Readonly<Record<ScreenName, readonly [page?: string, anchor?: string]>> = {
  browse: ['browsing'],
  recall: ['recall'],
  predictions: ['predictions'],
  discover: ['discovery'],
  proof: ['proofs'],
  audit: ['audit', 'in-the-window'],
  roots: ['ledger'],
  evidence: ['evidence'],
  upload: ['uploading'],
  writes: ['receipts'],
  changes: ['changes'],
  requests: ['requests'],
  connections: ['connections'],
  settings: ['settings'],
  help: [],
};
