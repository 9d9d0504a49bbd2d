/**
 * Something in a response that was read all the same, and that whoever looks at the atom should know. `field` is the
 * name inside the atom; `text` is what the response holds there, cut if long.
 */
export type ResponseAnomaly =
  /** The API key of the connection stood in the response and was taken out before anything else was done with it. */
  | { readonly kind: 'api-key-removed' }
  /** A JSON object has a member `__proto__`. It is left out, as it could disguise data; the text as received has it. */
  | { readonly kind: 'prototype-name' }
  /** An integer beyond 2^53 - 1, which a JSON number cannot carry exactly; it is treated as absent. */
  | { readonly kind: 'inexact-integer'; readonly field: 'version' | 'score'; readonly text: string }
  /** The snapshot was exported without values: the text shown as the value is empty and says nothing about the atom. */
  | { readonly kind: 'value-not-included' }
  /** Atoms of this service have no value: the text shown as the value is empty. Not a flaw. */
  | { readonly kind: 'no-value' }
  /** It is treated as absent. */
  | { readonly kind: 'score-not-a-number'; readonly text: string };
