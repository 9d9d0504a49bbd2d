import type { AppError } from '#shared/domain/appError.ts';

/** A refusal that is about what a batch holds, as against one that would meet any batch now. */
export type BatchRefusal =
  | { readonly kind: 'too-large' }
  /** `index`: the atom to blame, from 0; null where the answer names none. */
  | { readonly kind: 'content'; readonly index: number | null };

/** Statuses that tell of the key, the address, the time or the pace. */
const notAboutContent: readonly number[] = [401, 403, 404, 407, 408, 421, 425, 429];

/** null where it is none: the upload then waits or pauses. */
export function batchRefusalOf(error: AppError): BatchRefusal | null {
  switch (error.code) {
    case 'payload_too_large':
      return { kind: 'too-large' };
    case 'sensitive_content':
      return { kind: 'content', index: error.failedIndex };
    case 'unexpected_status':
      return error.status >= 400 && error.status < 500 && !notAboutContent.includes(error.status)
        ? { kind: 'content', index: error.failedIndex }
        : null;
    case 'invalid_input': {
      // Ours, before anything left: half of a character pair.
      const index = /^atoms\[(\d+)\]/.exec(error.field)?.[1];
      return index === undefined ? null : { kind: 'content', index: Number(index) };
    }
    default:
      return null;
  }
}
