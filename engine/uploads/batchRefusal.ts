import type { AppError } from '#shared/domain/appError.ts';

/** A refusal because of a batch's content, not one that would meet any batch now. */
export type BatchRefusal =
  | { readonly kind: 'too-large' }
  /** `index`: the atom that caused it, from 0; null if the response names none. */
  | { readonly kind: 'content'; readonly index: number | null };

/** Statuses that concern the key, the address, the time, or the rate. */
const notAboutContent: readonly number[] = [401, 403, 404, 407, 408, 421, 425, 429];

/** null if it is not such a refusal: the upload then waits or pauses. */
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
      // Refused by the app before sending: half of a surrogate pair.
      const index = /^atoms\[(\d+)\]/.exec(error.field)?.[1];
      return index === undefined ? null : { kind: 'content', index: Number(index) };
    }
    default:
      return null;
  }
}
