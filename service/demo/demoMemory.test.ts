import { describe, expect, it } from 'vitest';
import { createMarkovModel, learnSequences, sharedClient } from '../predictions/markovModel.ts';
import { findSensitiveContent } from '#shared/safety/sensitiveContent.ts';
import { demoAtoms, demoRecallHistory } from './demoMemory.ts';

const keys = new Set(demoAtoms.map((atom) => atom.key));
const values = demoAtoms.flatMap((atom) => atom.values);

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}

function newest(key: string): string | undefined {
  return demoAtoms.find((atom) => atom.key === key)?.values.at(-1);
}

describe('the demo memory', () => {
  it('contains about three hundred atoms with unique keys', () => {
    expect(demoAtoms.length).toBeGreaterThanOrEqual(300);
    expect(keys.size).toBe(demoAtoms.length);
  });

  it.each(demoAtoms)(
    '$key is a key of 1 to 512 bytes that starts with v1 and has no empty segment',
    ({ key }) => {
      expect(byteLength(key)).toBeLessThanOrEqual(512);
      expect(key).toMatch(/^v1(?:\.[^.\p{Cc}\s]+)+$/u);
    },
  );

  it('contains no value that a service would refuse', () => {
    expect(values.filter((value) => findSensitiveContent(value) !== null)).toEqual([]);
    expect(values.filter((value) => byteLength(value) > 16 * 1024 || value === '')).toEqual([]);
  });

  it('changes the value in each version', () => {
    const unchanged = demoAtoms.filter((atom) =>
      atom.values.some((value, index) => value === atom.values[index - 1]),
    );
    expect(unchanged.map((atom) => atom.key)).toEqual([]);
  });

  it('shows every kind of value: versions, JSON, long texts, and several scripts', () => {
    expect(demoAtoms.filter((atom) => atom.values.length > 1).length).toBeGreaterThanOrEqual(20);
    expect(Math.max(...demoAtoms.map((atom) => atom.values.length))).toBeLessThanOrEqual(6);
    expect(values.filter((value) => /^[[{]/.test(value)).length).toBeGreaterThanOrEqual(50);
    expect(values.filter((value) => byteLength(value) >= 2000).length).toBeGreaterThanOrEqual(4);
    for (const script of ['Hiragana', 'Arabic', 'Greek', 'Cyrillic']) {
      const written = new RegExp(`\\p{Script=${script}}{2}`, 'u');
      expect(values.filter((value) => written.test(value)).length).toBeGreaterThanOrEqual(3);
    }
  });

  it('contains valid JSON wherever a value starts like an object or an array of objects', () => {
    for (const value of values.filter((text) => /^(?:\{|\[[\s"{])/.test(text))) {
      expect(() => JSON.parse(value) as unknown).not.toThrow();
    }
  });
});

describe('the recall history', () => {
  it('has at least sixty occasions, each with a next key', () => {
    expect(demoRecallHistory.length).toBeGreaterThanOrEqual(60);
    expect(demoRecallHistory.filter((sequence) => sequence.length < 2)).toEqual([]);
  });

  it('recalls only atoms that exist', () => {
    expect(demoRecallHistory.flat().filter((key) => !keys.has(key))).toEqual([]);
  });

  it.each([
    ['v1.project.orchid.status', 'v1.project.orchid.milestone.certification'],
    ['v1.project.meltwater.blocker', 'v1.project.meltwater.owner'],
    ['v1.procedure.restart_pump.step.2', 'v1.procedure.restart_pump.step.3'],
    ['v1.user.Glen.preference.language', 'v1.user.Glen.preference.summary_style'],
    ['v1.fact.climate.bay3.setpoint.day', 'v1.fact.climate.bay3.setpoint.night'],
  ])('after %s expects %s', (after, expected) => {
    const model = createMarkovModel(learnSequences(sharedClient, demoRecallHistory));
    model.observe('someone', [after]);
    expect(model.predict('someone', 5, (key) => newest(key) !== undefined)[0]).toBe(expected);
  });
});
