import { largestKeptValue, mostKeptVersions, type HistorySize, type KeptVersion } from '../domain/history.ts';
import { verdictStatuses } from '../merkle/verdict.ts';
import { countOf, listWords } from './phrases.ts';
import { countWords, sizeWords } from './sizes.ts';
import { verdictPhrases } from './verdictNames.ts';

/** What keeping a history means, for everyone who is asked whether they want it. */
export const historyExplanation =
  'A history keeps every value that is read over this connection on this machine, to show how atoms change. ' +
  'Values lie encrypted (AES-256-GCM) in Atom Explorer’s own folder; the key to them is in the keychain of your ' +
  'system and nowhere else.';

export const historyLimits = `Values above ${sizeWords(largestKeptValue)} are noted but not kept; of one atom the last ${countWords(mostKeptVersions)} versions stay.`;

/** `version 3`, `no version`. */
export function versionName(version: number | null): string {
  return version === null ? 'no version' : `version ${String(version)}`;
}

/** `3 versions of 2 atoms`. */
export function historySizeWords({ atoms, versions }: HistorySize): string {
  return `${countOf(versions, 'version')} of ${countOf(atoms, 'atom')}`;
}

/** How often a version was read, and with which verdicts: `read 3 times: 2 verified, 1 failed`. */
export function sightingsWords({ sightings }: KeptVersion): string {
  const total = verdictStatuses.reduce((sum, status) => sum + sightings[status], 0);
  const times = total === 1 ? 'read once' : `read ${countWords(total)} times`;
  const kinds = verdictStatuses.filter((status) => sightings[status] > 0);
  const [only] = kinds;
  if (kinds.length === 1 && only !== undefined) return `${times}, ${verdictPhrases[only]}`;
  return `${times}: ${listWords(kinds.map((status) => `${countWords(sightings[status])} ${verdictPhrases[status]}`))}`;
}

/** Says of a version that was read with more than one value what that shows, and no more. */
export function readDifferentlyWords(version: number, values: number): string {
  return (
    `Version ${String(version)} was read with ${countWords(values)} different values. One version should have ` +
    'one value, so at least one of these readings did not show what was stored. Which one, the readings alone ' +
    'do not tell; the verdict of each is beside it.'
  );
}
