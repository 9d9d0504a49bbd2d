import { z } from 'zod';
import type { SizeKnowledge } from '#shared/domain/store.ts';
import { openJsonStore, type JsonStore } from '../storage/jsonStore.ts';

const size = z.int().min(0).nullable();
const schema: z.ZodType<SizeKnowledge> = z.strictObject({
  largestAccepted: size,
  smallestRefused: size,
  largestBatchAccepted: size,
  smallestBatchRefused: size,
});

export const nothingFound: SizeKnowledge = {
  largestAccepted: null,
  smallestRefused: null,
  largestBatchAccepted: null,
  smallestBatchRefused: null,
};

/**
 * Something that was stored: its largest value in bytes of UTF-8, and its number of atoms (1 for a single
 * one).
 */
export interface AcceptedSize {
  readonly largestValue: number;
  readonly atoms: number;
}

/** Something refused as too large: one value, in bytes of UTF-8, or a batch, in atoms. */
export type RefusedSize = { readonly value: number } | { readonly batchAtoms: number };

/**
 * What was found so far for one connection, on disk. Beside a file of a newer app version, sizes are found again: receipts must
 * not wait for them.
 */
export function openSizeFindings(file: string, now: () => number): Promise<JsonStore<SizeKnowledge>> {
  const format = { version: 1, schema };
  return openJsonStore({ file, format, fresh: nothingFound, now, ifNewer: 'hold' });
}

/** Limits change: an earlier refusal of less than what is accepted now is obsolete. */
export function withAccepted(known: SizeKnowledge, { largestValue, atoms }: AcceptedSize): SizeKnowledge {
  return {
    largestAccepted: Math.max(known.largestAccepted ?? 0, largestValue),
    smallestRefused: unlessReached(known.smallestRefused, largestValue),
    largestBatchAccepted: Math.max(known.largestBatchAccepted ?? 0, atoms),
    smallestBatchRefused: unlessReached(known.smallestBatchRefused, atoms),
  };
}

export function withRefused(known: SizeKnowledge, refused: RefusedSize): SizeKnowledge {
  if ('batchAtoms' in refused) {
    // Accepted sizes stay: a batch of fewer but larger atoms may be too large while one of many small ones is
    // not.
    return { ...known, smallestBatchRefused: smallerOf(known.smallestBatchRefused, refused.batchAtoms) };
  }
  return {
    ...known,
    largestAccepted:
      known.largestAccepted !== null && known.largestAccepted < refused.value ? known.largestAccepted : null,
    smallestRefused: smallerOf(known.smallestRefused, refused.value),
  };
}

function unlessReached(refused: number | null, accepted: number): number | null {
  return refused !== null && refused > accepted ? refused : null;
}

function smallerOf(one: number | null, other: number): number {
  return one === null ? other : Math.min(one, other);
}
