import type { z } from 'zod';
import type { CatalogueEntry, LeafContradiction, LeafMoves } from '#shared/domain/catalogue.ts';
import type { markSchema } from './indexFile.ts';
import type { LeafMark } from './keyNews.ts';

/** What was found about the leaf of a key: each mark once, with its origin. */
export type Mark = z.infer<typeof markSchema>;

export function withMark(
  before: readonly Mark[],
  mark: LeafMark,
  { leafIndex, placed }: CatalogueEntry,
): readonly Mark[] {
  const seen = { mark, leafIndex: leafIndex ?? '', rootHash: placed?.rootHash ?? '' };
  return [...before.filter((other) => other.mark !== mark), seen];
}

export function movesIn(marks: ReadonlyMap<string, readonly Mark[]>): LeafMoves {
  let moved = 0;
  let rewritten = 0;
  for (const of of marks.values()) {
    if (of.some(({ mark }) => mark === 'moved')) moved += 1;
    if (of.some(({ mark }) => mark === 'rewritten')) rewritten += 1;
  }
  return { moved, rewritten };
}

export function* twoLeaves(marks: ReadonlyMap<string, readonly Mark[]>): Iterable<LeafContradiction> {
  for (const [key, of] of marks) {
    for (const { mark, leafIndex, rootHash } of of) {
      if (mark === 'two-leaves') yield { kind: 'two-leaves-one-root', leafIndex, rootHash, key };
    }
  }
}
