import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '#shared/domain/json.ts';
import { jsonTextSteps } from './jsonTextSteps.ts';
import { runWhole } from '../../ui/runInSlices.ts';

const asAtOnce = (json: Json): string => JSON.stringify(json, null, 2);

describe('jsonTextSteps', () => {
  it('writes what JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.json({ stringUnit: 'binary', maxDepth: 2 }), (text) => {
        const json = JSON.parse(text) as Json;
        expect(runWhole(jsonTextSteps(json))).toBe(asAtOnce(json));
      }),
      { numRuns: 40 },
    );
  });

  it('does not cut characters of long strings in half', () => {
    const json = { value: `a${'😀"\\\n\uD800'.repeat(30_000)}`, empty: {}, none: [], deep: [[1, null]] };
    expect(runWhole(jsonTextSteps(json))).toBe(asAtOnce(json));
  });

  it('pauses', () => {
    expect([...jsonTextSteps('x'.repeat(300_000))].length).toBeGreaterThan(2);
  });
});
