import { z } from 'zod';
import { createInTurn } from '#shared/async/inTurn.ts';
import type { SizeKnowledge } from '#shared/domain/store.ts';
import { NewerFileError } from '../storage/fileFormat.ts';
import { loadJsonFile, saveJsonFile } from '../storage/jsonFile.ts';

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

/** What was found so far for one connection, on disk. */
export interface SizeFindings {
  readonly known: () => SizeKnowledge;
  /** Does nothing if it is unchanged. @throws if it cannot be written; it is still used in memory */
  readonly replace: (knowledge: SizeKnowledge) => Promise<void>;
  readonly close: () => Promise<void>;
}

export async function openSizeFindings(file: string, now: () => number): Promise<SizeFindings> {
  let value = nothingFound;
  /**
   * A file of a newer app version is not changed: sizes are found again, and receipts must not wait for them.
   */
  let isNewer = false;
  try {
    ({ value } = await loadJsonFile({ file, format: { version: 1, schema }, fresh: nothingFound, now }));
  } catch (error) {
    if (!(error instanceof NewerFileError)) throw error;
    isNewer = true;
  }
  const inTurn = createInTurn();
  return {
    known: () => value,
    replace: (knowledge) => {
      if (isSame(knowledge, value)) return Promise.resolve();
      value = knowledge;
      return isNewer ? Promise.resolve() : inTurn(() => saveJsonFile(file, value));
    },
    close: inTurn.ended,
  };
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

function isSame(one: SizeKnowledge, other: SizeKnowledge): boolean {
  return (
    one.largestAccepted === other.largestAccepted &&
    one.smallestRefused === other.smallestRefused &&
    one.largestBatchAccepted === other.largestBatchAccepted &&
    one.smallestBatchRefused === other.smallestBatchRefused
  );
}
