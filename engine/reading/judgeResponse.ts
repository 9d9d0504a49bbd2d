import type { AtomReading } from '#shared/domain/atom.ts';
import type { KeyDenial } from '#shared/domain/keyMemory.ts';
import { denialOf } from '#shared/memory/compareWithMemory.ts';
import type { KeyNews } from '../known/keyNews.ts';
import type { RootToRecord } from '../roots/rootLedger.ts';
import { readResponse, type ResponseReading, type ResponseToRead } from './responseReading.ts';

export interface RecordedResponse extends ResponseReading {
  /** The missing keys that were proven before. */
  readonly denials: readonly KeyDenial[];
}

/** A response with its verdicts, and what the known keys learn from it. */
export interface JudgedResponse {
  readonly recorded: RecordedResponse;
  readonly learned: readonly KeyNews[];
}

/** Checks a response with the keys that it lacks. Has no side effects. */
export function judgeResponse(
  input: ResponseToRead & {
    /** Requested keys that were not returned. */
    readonly missing: readonly string[];
    readonly otherNews: readonly KeyNews[];
  },
): JudgedResponse {
  const { remembered, missing, otherNews, now } = input;
  const reading = readResponse(input);
  const rootNow = rootOf(reading.roots);
  const denials = missing.map((key) => ({
    key,
    denial: denialOf(remembered.get(key) ?? null, rootNow, now),
  }));
  return {
    recorded: { ...reading, denials: denials.filter(({ denial }) => denial.kind !== 'unproven') },
    learned: [...reading.news, ...denials.map((one) => notReturned(one, now)), ...otherNews],
  };
}

/** Keys that were proven before, and are denied by a response that shows no root: only another request can tell what that means. */
export function doubtfulIn(denials: readonly KeyDenial[]): readonly string[] {
  return denials.flatMap(({ key, denial }) =>
    denial.kind === 'moved-on' && denial.rootNow === null ? [key] : [],
  );
}

/** A key that a response proves; null if it proves none. */
export function provenIn(atoms: readonly AtomReading[]): string | null {
  const proven = atoms.find(({ verdict }) =>
    verdict.checks.some(({ name, status }) => name === 'path' && status === 'pass'),
  );
  return proven?.key ?? null;
}

export function notReturned({ key, denial }: KeyDenial, at: number): KeyNews {
  return {
    kind: 'not-returned',
    key,
    at,
    conflict: denial.kind === 'contradiction' ? denial.conflict : null,
  };
}

/** The one root that the proofs of a response lead to; null if there is none, or several. */
function rootOf(roots: readonly RootToRecord[]) {
  const root = roots.find(({ path }) => path === 'pass');
  if (root === undefined || roots.length > 1) return null;
  return { rootHash: root.rootHash, treeSize: root.treeSize?.toString() ?? null };
}
