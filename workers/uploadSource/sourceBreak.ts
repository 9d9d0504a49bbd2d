import type { SourceRefusal } from '#shared/domain/uploadSource.ts';

/** Ends the reading of a file where it cannot go on. Caught where the reading began, never seen outside. */
export class SourceBreak extends Error {
  readonly refusal: SourceRefusal;

  constructor(refusal: SourceRefusal) {
    super(`The file cannot be read: ${refusal.kind}`);
    this.refusal = refusal;
  }
}
