import type { SourceRefusal } from '#shared/domain/uploadSource.ts';

/** Ends the reading of a file where it cannot go on. Caught where the reading began, never seen outside. */
export class SourceBreak extends Error {
  readonly refusal: SourceRefusal;

  constructor(refusal: SourceRefusal) {
    super(`The file cannot be read: ${refusal.kind}`);
    this.refusal = refusal;
  }
}

/** What some of a file gave, and why it ends there; null where it goes on. */
export interface Taken<T> {
  readonly found: readonly T[];
  readonly broken: SourceBreak | null;
}

/** What was found before a break is kept. @param take puts into the list what it finds */
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
