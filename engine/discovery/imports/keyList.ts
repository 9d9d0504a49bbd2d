import type { ImportPreview, SkipReason } from '#shared/domain/keyImport.ts';

/** The keys of a file without repeats, and what was skipped. */
export interface KeyList {
  readonly keys: readonly string[];
  readonly duplicateCount: number;
  readonly firstDuplicates: readonly string[];
  readonly skippedCount: number;
  readonly emptyCount: number;
  readonly firstSkipped: ImportPreview['firstSkipped'];
}

const mostShown = 20;
/** UTF-16 units. No known service accepts nearly as long keys. */
const longestKey = 100_000;

/** Collects candidates for keys; `place` says where in the file, such as `line 7`. */
export function createKeyList(): {
  readonly offer: (candidate: unknown, place: () => string) => void;
  readonly list: () => KeyList;
} {
  const keys = new Set<string>();
  const repeated = new Set<string>();
  const firstSkipped: { readonly place: string; readonly why: SkipReason }[] = [];
  let skippedCount = 0;
  let emptyCount = 0;
  return {
    offer: (candidate, place) => {
      const why = whySkipped(candidate);
      if (why !== null || typeof candidate !== 'string') {
        skippedCount += 1;
        if (why === 'empty') emptyCount += 1;
        if (firstSkipped.length < mostShown) firstSkipped.push({ place: place(), why: why ?? 'not-text' });
      } else if (keys.has(candidate)) {
        repeated.add(candidate);
      } else {
        keys.add(candidate);
      }
    },
    list: () => ({
      keys: [...keys],
      duplicateCount: repeated.size,
      firstDuplicates: [...repeated].slice(0, mostShown),
      skippedCount,
      emptyCount,
      firstSkipped,
    }),
  };
}

function whySkipped(candidate: unknown): SkipReason | null {
  if (typeof candidate !== 'string') return 'not-text';
  if (candidate.trim() === '') return 'empty';
  if (candidate.length > longestKey) return 'too-long';
  return /\p{Surrogate}/u.test(candidate) ? 'lone-surrogate' : null;
}
