import type { KeySource } from '../domain/catalogue.ts';

/** How a key became known; completes "became known …". */
export const sourceWords: Readonly<Record<KeySource, string>> = {
  recall: 'by recall',
  prediction: 'as a prediction',
  lookup: 'by look-up',
  write: 'when it was stored here',
  import: 'from an imported list',
};
