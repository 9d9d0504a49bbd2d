import { largestKeptValue, mostKeptVersions, type HistorySize, type KeptVersion } from '../domain/history.ts';
import { verdictStatuses } from '../merkle/verdict.ts';
import { countOf, listWords } from './phrases.ts';
import { countWords, sizeWords } from './sizes.ts';
import { verdictPhrases } from './verdictNames.ts';

/** What keeping a history means, shown before the user turns it on. */
export const historyExplanation =
  'A history keeps every value read over this connection on this computer, so that you can see how atoms change. ' +
  'Values are encrypted (AES-256-GCM) in Atom Explorer’s own folder. The key is kept only in your system’s ' +
  'keychain.';

export const historyLimits = `For values above ${sizeWords(largestKeptValue)}, the version is recorded but not the value. The last ${countWords(mostKeptVersions)} versions of each atom are kept.`;

/** `version 3`, `no version`. */
export function versionName(version: number | null): string {
  return version === null ? 'no version' : `version ${String(version)}`;
}

/** `3 versions of 2 atoms`. */
export function historySizeWords({ atoms, versions }: HistorySize): string {
  return `${countOf(versions, 'version')} of ${countOf(atoms, 'atom')}`;
}

/** How often a version was read, and with which verdicts: `read 3 times: 2 verified and 1 failed`. */
export function sightingsWords({ sightings }: KeptVersion): string {
  const total = verdictStatuses.reduce((sum, status) => sum + sightings[status], 0);
  const times = total === 1 ? 'read once' : `read ${countWords(total)} times`;
  const kinds = verdictStatuses.filter((status) => sightings[status] > 0);
  const [only] = kinds;
  if (kinds.length === 1 && only !== undefined) return `${times}, ${verdictPhrases[only]}`;
  return `${times}: ${listWords(kinds.map((status) => `${countWords(sightings[status])} ${verdictPhrases[status]}`))}`;
}

/** What it means that one version was read with more than one value, and no more. */
export function readDifferentlyWords(version: number, values: number): string {
  return (
    `Version ${String(version)} was read with ${countWords(values)} different values. A version should have only ` +
    'one value, so at least one of these responses did not show what was stored. The responses alone do not show ' +
    'which one. The verdict of each is next to it.'
  );
}
