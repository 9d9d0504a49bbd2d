import type { JobState, ReadProgress } from '../domain/job.ts';
import { countOf, listWords } from './phrases.ts';
import { countWords } from './sizes.ts';

const stateWords: Readonly<Record<JobState['kind'], string>> = {
  running: 'Reading',
  waiting: 'Waiting after',
  paused: 'Paused after',
  done: 'Read',
  cancelled: 'Cancelled after',
  failed: 'Stopped after',
};

/** How far a reading run is: `Reading 200 of 1,000`. */
export function readJobWords({ kind }: JobState, { done, total }: ReadProgress): string {
  if (total === null)
    return kind === 'running' ? 'Counting the keys' : `${stateWords[kind]} counting the keys`;
  return `${stateWords[kind]} ${countWords(done)} of ${countWords(total)}`;
}

/**
 * What a reading run found to be other than it was known: `2 with a new version, 1 no longer there`. `Nothing changed`
 * where all was as known; null where nothing was read.
 */
export function changesWords({ done, changes, missing, refused, unsendable }: ReadProgress): string | null {
  if (done === 0) return null;
  const unknown = missing - changes.gone;
  const parts = [
    [changes['first-read'], 'read for the first time'],
    [changes.version, 'with another version'],
    [changes.verdict, 'with another verdict'],
    [changes.gone, 'no longer there'],
    [unknown, 'still not there'],
    [changes.back, 'there again'],
    [refused, 'refused by the service'],
    [unsendable, 'that cannot be sent'],
  ] as const;
  const said = parts.filter(([count]) => count > 0).map(([count, words]) => `${countWords(count)} ${words}`);
  return said.length === 0 ? `Nothing changed in ${countOf(done, 'atom')}` : listWords(said);
}
