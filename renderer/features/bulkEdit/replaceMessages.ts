import type { ReplaceAnswer } from './replaceInValues.ts';
import type { FindChoice } from './replacing.ts';

/** To the worker. It answers each `replace`, in order, for the values that it was given last. */
export type ToReplaceWorker =
  | { readonly kind: 'values'; readonly values: readonly string[] }
  | { readonly kind: 'replace'; readonly choice: FindChoice };

export type FromReplaceWorker = ReplaceAnswer;
