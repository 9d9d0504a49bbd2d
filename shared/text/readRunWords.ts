import type { JobState, ReadProgress } from '../domain/job.ts';
import { shortHash } from './hashWords.ts';
import { rootsWords } from './memoryWords.ts';
import { countOf, listWords, counted } from './phrases.ts';
import { countWords } from './sizes.ts';

const stateWords: Readonly<Record<JobState['kind'], string>> = {
  running: 'Reading',
  waiting: 'Waiting after',
  paused: 'Paused after',
  done: 'Read',
  cancelled: 'Canceled after',
  failed: 'Stopped after',
};

/** The progress of a read job: `Reading 200 of 1,000`. */
export function readJobWords({ kind }: JobState, { done, total }: ReadProgress): string {
  if (total === null)
    return kind === 'running' ? 'Counting the keys' : `${stateWords[kind]} counting the keys`;
  return `${stateWords[kind]} ${countWords(done)} of ${countWords(total)}`;
}

/**
 * How the atoms of a read job differ from what was known: `2 with a later version, 1 no longer returned`. `Nothing
 * changed` only where every atom was as known and every response came under one root that was seen before; null if nothing
 * was read.
 */
export function changesWords(progress: ReadProgress): string | null {
  const { done, changes, missing, refused, unsendable, unasked } = progress;
  if (done === 0) return null;
  const stillMissing = missing - changes['not-returned'];
  const said = counted([
    [changes.rewritten, 'rewritten (same version, different value)'],
    [changes['went-back'], 'with a version that went back'],
    [changes.denied, 'not returned, although proven under the same root'],
    [changes['first-read'], 'read for the first time'],
    [changes.version, 'with a later version'],
    [changes.content, 'with a different value and no version'],
    [changes.verdict, 'with a different verdict'],
    [changes['not-returned'], 'no longer returned'],
    [stillMissing, 'still not returned'],
    [changes.returned, 'returned again'],
    [refused, 'refused by the service'],
    [unsendable, 'that cannot be sent'],
    [unasked, 'returned without being requested'],
  ]);
  if (said.length > 0) return listWords(said);
  return runRootsWords(progress) === null
    ? `Nothing changed in ${countOf(done, 'atom')}`
    : `None of ${countOf(done, 'atom')} changed, but the root did`;
}

/** The roots of a run; null if there is only one and it was seen before. */
export function runRootsWords({ roots, rootCount }: ReadProgress): string | null {
  const contradicting = roots.find(({ status }) => status.kind === 'contradiction');
  const unexplained = roots.find(({ status }) => status.kind === 'unexplained');
  if (unexplained?.status.kind === 'unexplained') {
    const { treeSize, other } = unexplained.status;
    return `Two roots for one tree of ${countOf(treeSize, 'leaf', 'leaves')}, without a write over this connection in between: ${shortHash(other.rootHash)} and ${shortHash(unexplained.rootHash)}`;
  }
  if (contradicting !== undefined)
    return `Root ${shortHash(contradicting.rootHash)} contradicts earlier roots`;
  if (rootCount > 1) return `The tree changed during the run: ${rootsWords(roots, rootCount)}`;
  return roots.some(({ status }) => status.kind === 'new')
    ? `Under a root not seen before: ${rootsWords(roots)}`
    : null;
}
