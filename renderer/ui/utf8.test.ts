import { describe, expect, it } from 'vitest';
import { runWhole } from './runInSlices.ts';
import { utf8Bytes, utf8SizeSteps, utf8Steps } from './utf8.ts';

describe('utf8Bytes', () => {
  it('counts bytes, not characters', () => {
    expect(utf8Bytes('aé€😀')).toBe(1 + 2 + 3 + 4);
  });
});

describe('utf8Steps', () => {
  // Pairs lie across every even place, so also where one piece ends and the next begins.
  const long = `a${'😀é'.repeat(50_000)}`;

  it('counts and encodes a long text like a short one', () => {
    const whole = new TextEncoder().encode(long);
    expect(runWhole(utf8SizeSteps(long))).toBe(whole.length);
    const { bytes, hasLoneSurrogate } = runWhole(utf8Steps(long));
    expect(Buffer.compare(bytes, whole)).toBe(0);
    expect(hasLoneSurrogate).toBe(false);
  });

  it('finds lone surrogates', () => {
    expect(runWhole(utf8Steps(`${long}\uD800b`)).hasLoneSurrogate).toBe(true);
    expect(runWhole(utf8Steps('')).bytes).toHaveLength(0);
  });
});
