import type { ChangeKind, ChangeSummary, KeyChange, KeySide } from '../domain/keyChange.ts';
import type { KeyDifference } from '../memory/keyDifference.ts';
import { countOf } from './phrases.ts';
import { countWords } from './sizes.ts';
import { momentWords } from './times.ts';

export const changeKindNames: Readonly<Record<ChangeKind, string>> = {
  new: 'New',
  changed: 'Changed',
  missing: 'Missing',
};

/** `alarming`: a memory that is honest and keeps its versions does not do this. */
export interface ChangeWords {
  readonly words: string;
  readonly isAlarming: boolean;
}

/** How a key differs from before, in one line. */
export function differenceWords({ kind, before, now, last, older }: KeyDifference): ChangeWords {
  switch (kind) {
    case 'new':
      return withVerdict({ words: newWords(now), isAlarming: false }, last);
    case 'missing':
      return { words: `Not returned${was(before)}`, isAlarming: false };
    case 'changed':
      if (before === null || now === null)
        return withVerdict(
          { words: `${withoutBefore[older]}${older === 'kept' ? '' : nowIs(now)}`, isAlarming: false },
          last,
        );
      return withVerdict(sidesWords(before, now, last), last);
  }
}

/** Of a change whose earlier content is not known. */
const withoutBefore: Readonly<Record<KeyDifference['older'], string>> = {
  kept: 'Changed',
  dropped: 'Changed often',
  unreadable: 'Changed; the record of it cannot be read',
};

/** One recorded change, in one line. */
export function keyChangeWords(change: KeyChange): ChangeWords {
  const { kind, before, after } = change;
  switch (kind) {
    case 'missing':
      return { words: `Not returned${was(before)}`, isAlarming: false };
    case 'returned':
      return withVerdict(
        { words: `Returned again${after === null ? '' : nowIs(after)}`, isAlarming: false },
        change,
      );
    case 'verdict':
      return change.verdict === 'red'
        ? { words: 'Failed verification, with the same content', isAlarming: true }
        : { words: 'Passed again after a failed verification', isAlarming: false };
    case 'content':
      return withVerdict(after === null ? plain('Changed') : sidesWords(before, after, change), change);
  }
}

function sidesWords(before: KeySide, now: KeySide, last: KeyChange | null): ChangeWords {
  if (before.version !== null && now.version !== null && now.version < before.version)
    return {
      words: `Version went back: ${countWords(before.version)} → ${countWords(now.version)}`,
      isAlarming: true,
    };
  if (before.version !== now.version)
    return plain(`Version ${versionOf(before.version)} → ${versionOf(now.version)}`);
  const differs = (one: string | null, other: string | null): boolean =>
    one !== null && other !== null && one !== other;
  if (differs(before.valueHash, now.valueHash))
    return before.version === null
      ? plain('Another value; no version')
      : { words: `Another value, still version ${countWords(before.version)}`, isAlarming: true };
  if (differs(before.leafHash, now.leafHash))
    return before.version === null
      ? plain('Another leaf; no version')
      : { words: `Another leaf, still version ${countWords(before.version)}`, isAlarming: true };
  if (last?.kind === 'returned') return plain('Was not returned, and is there again');
  return plain('Changed, and is as before again');
}

function plain(words: string): ChangeWords {
  return { words, isAlarming: false };
}

/** A reading that failed its checks says nothing certain about the content. */
function withVerdict(said: ChangeWords, last: KeyChange | null): ChangeWords {
  return last?.verdict === 'red'
    ? { words: `Failed verification. Claimed: ${said.words}`, isAlarming: true }
    : said;
}

function newWords(now: KeySide | null): string {
  if (now === null) return 'New key, not read yet';
  return now.version === null ? 'New key' : `New key, version ${countWords(now.version)}`;
}

function versionOf(version: number | null): string {
  return version === null ? 'none' : countWords(version);
}

function was(side: KeySide | null): string {
  return side === null || side.version === null ? '' : `; was version ${countWords(side.version)}`;
}

function nowIs(side: KeySide | null): string {
  return side === null || side.version === null ? '' : `; now version ${countWords(side.version)}`;
}

/** What the list of changes rests on, and what it cannot show. */
export function changeCoverageWords(summary: ChangeSummary): {
  readonly words: string;
  /** Whether every key known before was read since then, and everything since then is recorded. */
  readonly isComplete: boolean;
} {
  const { since, recordedSince, keys, olderKeys, olderRead } = summary;
  const unread = olderKeys - olderRead;
  const parts: string[] = [];
  if (recordedSince > since)
    parts.push(`Changes are recorded since ${momentWords(recordedSince)}; earlier ones are not shown.`);
  if (keys === 0) parts.push('No keys are known yet.');
  else if (olderKeys === 0) parts.push('No key was known before then, so all known keys are new.');
  if (unread > 0)
    parts.push(
      `A change is noticed when its key is read: ${countWords(unread)} of ${countOf(olderKeys, 'key')} known before then ${unread === 1 ? 'was' : 'were'} not read since, and may have changed.`,
    );
  else if (olderKeys > 0)
    parts.push(
      olderKeys === 1
        ? 'The one key known before then was read since.'
        : `All ${countOf(olderKeys, 'key')} known before then were read since.`,
    );
  return { words: parts.join(' '), isComplete: unread === 0 && recordedSince <= since };
}

/** What became of the tree, in one sentence; null if no root was seen. */
export function treeChangeWords(summary: ChangeSummary): string | null {
  const { newRoots, rootBefore, rootNow, newLeaves } = summary;
  if (rootNow === null) return null;
  const roots =
    newRoots === 0
      ? 'No new root was seen.'
      : `${countOf(newRoots, 'new root')} ${newRoots === 1 ? 'was' : 'were'} seen.`;
  if (rootBefore === null) return `${roots} No root is known from before.`;
  if (newLeaves === null)
    return rootBefore.treeSize === null || rootNow.treeSize === null
      ? `${roots} The tree size is not known for both times.`
      : BigInt(rootNow.treeSize) < BigInt(rootBefore.treeSize)
        ? `${roots} The tree became smaller: ${countWords(rootBefore.treeSize)} → ${countWords(rootNow.treeSize)} leaves.`
        : roots;
  const { added, withoutKey } = newLeaves;
  const grown = `The tree grew from ${countWords(rootBefore.treeSize ?? '')} to ${countOf(rootNow.treeSize ?? '', 'leaf', 'leaves')}`;
  return withoutKey === '0'
    ? `${roots} ${grown}; all ${countWords(added)} new ones belong to known keys.`
    : `${roots} ${grown}; ${countWords(withoutKey)} of ${countWords(added)} new ones belong to no known key.`;
}
