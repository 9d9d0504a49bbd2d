import type { KeySource } from '../domain/catalogue.ts';

/** How a key became known; completes "became known …". */
export const sourceWords: Readonly<Record<KeySource, string>> = {
  recall: 'from a recall',
  prediction: 'from a prediction',
  lookup: 'from a lookup',
  write: 'when it was stored from here',
  import: 'from an imported list',
};
