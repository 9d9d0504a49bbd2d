import type { SourceRefusal } from '#shared/domain/uploadSource.ts';

/**
 * Stops reading a file that cannot be read further. Caught where the reading started, never visible outside.
 */
export class SourceBreak extends Error {
  readonly refusal: SourceRefusal;

  constructor(refusal: SourceRefusal) {
    super(`The file cannot be read: ${refusal.kind}`);
    this.refusal = refusal;
  }
}

/** The result of part of a file, and why it ends there; null if it continues. */
export interface Taken<T> {
  readonly found: readonly T[];
  readonly broken: SourceBreak | null;
}

/** Results before a break are kept. @param take adds results to the list */
export async function taken<T>(take: (found: T[]) => Promise<void> | void): Promise<Taken<T>> {
  const found: T[] = [];
  try {
    await take(found);
    return { found, broken: null };
  } catch (error) {
    if (error instanceof SourceBreak) return { found, broken: error };
    throw error;
  }
}
