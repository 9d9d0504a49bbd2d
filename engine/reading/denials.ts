import type { KeyDenial, KeyMemory } from '#shared/domain/keyMemory.ts';
import { denialOf } from '#shared/memory/compareWithMemory.ts';
import type { KeyNews } from '../known/keyNews.ts';
import type { RootToRecord } from '../roots/rootLedger.ts';

/** What the lack of each key means. `roots`: of the response that lacks them. */
export function denialsOf(
  missing: readonly string[],
  remembered: ReadonlyMap<string, KeyMemory>,
  roots: readonly RootToRecord[],
  now: number,
): readonly KeyDenial[] {
  const rootNow = rootOf(roots);
  return missing.map((key) => ({ key, denial: denialOf(remembered.get(key) ?? null, rootNow, now) }));
}

/** Keys that were proven before, and are denied by a response that shows no root: only another request can tell what that means. */
export function doubtfulIn(denials: readonly KeyDenial[]): readonly string[] {
  return denials.flatMap(({ key, denial }) =>
    denial.kind === 'moved-on' && denial.rootNow === null ? [key] : [],
  );
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
