import {
  playCommands,
  playConnections,
  playErrors,
  playHelp,
  playRequests,
  playSettings,
  playTour,
  playWelcome,
} from './appScenes.mjs';
import { playBrowse, playChanges, playInspector, playSearch } from './browseScenes.mjs';
import { playDiscover, playPredictions, playRecall, playScoreboard } from './recallScenes.mjs';
import { playAudit, playEvidence, playLedger, playProof, playVerdict } from './verifyScenes.mjs';
import {
  playColumns,
  playEditor,
  playHold,
  playLog,
  playRestore,
  playRows,
  playUpload,
} from './writeScenes.mjs';

/**
 * @typedef {object} Stage
 * @property {import('playwright').Page} window
 * @property {import('playwright').ElectronApplication} app
 * @property {import('./camera.mjs').Shoot} shoot
 * @property {import('./faultyService.mjs').FaultyService} service
 *
 * @typedef {(stage: Stage) => Promise<void>} Scene each begins with a new profile
 */

/** @type {ReadonlyMap<string, Scene>} */
export const scenes = new Map([
  ['welcome', playWelcome],
  ['connections', playConnections],
  ['browse', playBrowse],
  ['search', playSearch],
  ['discover', playDiscover],
  ['inspector', playInspector],
  ['proof', playProof],
  ['recall', playRecall],
  ['predictions', playPredictions],
  ['scoreboard', playScoreboard],
  ['editor', playEditor],
  ['restore', playRestore],
  ['upload', playUpload],
  ['columns', playColumns],
  ['rows', playRows],
  ['hold', playHold],
  ['log', playLog],
  ['ledger', playLedger],
  ['changes', playChanges],
  ['verdict', playVerdict],
  ['requests', playRequests],
  ['audit', playAudit],
  ['evidence', playEvidence],
  ['settings', playSettings],
  ['errors', playErrors],
  ['commands', playCommands],
  ['help', playHelp],
  ['tour', playTour],
]);
