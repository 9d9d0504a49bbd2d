import { describe, expect, it } from 'vitest';
import { allRules, ReferenceMemory, separated, sha256 } from './reference.ts';

const hex = (text: string): Buffer => Buffer.from(text, 'hex');

describe('the reference memory', () => {
  it('folds a tree of three leaves as RFC 6962 does', () => {
    const memory = new ReferenceMemory(separated);
    memory.store([
      { key: 'a', value: '1' },
      { key: 'b', value: '2' },
      { key: 'c', value: '3' },
    ]);
    const leaf = (text: string): Buffer => sha256(Buffer.from([0]), text);
    const node = (left: Buffer, right: Buffer): Buffer => sha256(Buffer.from([1]), left, right);
    const [a, b, c] = ['a', 'b', 'c'].map((key, at) =>
      leaf(`{"key":"${key}","value":"${at + 1}","version":1}`),
    ) as [Buffer, Buffer, Buffer];
    expect(memory.now.root).toBe(node(node(a, b), c).toString('hex'));
    const proven = memory.prove('b');
    expect(proven?.proof.siblings).toEqual([a, c].map((hash) => hash.toString('hex')));
  });

  it.each(allRules)('agrees with what it held, and with nothing else: $name', (rules) => {
    const memory = new ReferenceMemory(rules);
    memory.store([
      { key: 'k', value: 'old' },
      { key: 'other', value: 'x' },
    ]);
    const before = memory.now.root;
    memory.store([{ key: 'k', value: 'new' }]);
    expect(memory.agrees(before, { key: 'k', value: 'old', version: 1 })).toBe(true);
    expect(memory.agrees(memory.now.root, { key: 'k', value: 'old', version: 1 })).toBe(
      rules.covers === 'key',
    );
    expect(memory.agrees(memory.now.root, { key: 'nowhere' })).toBe(false);
    expect(hex(memory.now.root)).toHaveLength(32);
  });
});
