import { expect, it } from 'vitest';
import { embeddingTexts } from './embeddingTexts.ts';

it.each([
  ['v1.user.Glen.darkMode', ['user Glen', 'Glen dark Mode']],
  ['v1.fact.irrigation.bay3.drain_ec', ['fact irrigation', 'irrigation bay3', 'bay3 drain ec']],
  ['crops/tomato:price', ['crops tomato', 'tomato price']],
  ['v1.apple', ['apple']],
  // Identifiers and years differ from key to key, and mean nothing to the model.
  ['v1.user.u48151.theme', ['user theme']],
  ['v1.company.budget.2026.hardware', ['company budget', 'budget hardware']],
  ['v1.4815162342', ['v1.4815162342']],
  ['…', ['…']],
  ['', ['']],
])('%s', (key, texts) => {
  expect(embeddingTexts(key)).toEqual(texts);
});
