import { describe, expect, it } from 'vitest';
import {
  batchStore,
  keysStoredTwice,
  onCalls,
  onEvery,
  storedOf,
  storm,
  withoutFailedIndex,
  type CallScript,
} from './callScript.ts';

function fatesOf(script: CallScript, calls: number, route = batchStore): readonly string[] {
  return Array.from({ length: calls }, (_, index) => script({ route, nth: index + 1, body: '' }).kind);
}

describe('a script of calls', () => {
  it('has a fate for the calls that it names, and lets the others pass', () => {
    const script = onCalls(batchStore, [2, 4], { kind: 'drop-after' });
    expect(fatesOf(script, 4)).toEqual(['pass', 'drop-after', 'pass', 'drop-after']);
    expect(fatesOf(script, 2, 'POST /batch-access')).toEqual(['pass', 'pass']);
    expect(fatesOf(onEvery(batchStore, { kind: 'hide-failed-index' }), 2)).toEqual([
      'hide-failed-index',
      'hide-failed-index',
    ]);
  });

  it('refuses and serves in turn in a storm', () => {
    const script = storm(batchStore, { refused: 2, served: 1, retryAfter: '1' });
    expect(fatesOf(script, 6)).toEqual(['too-many', 'too-many', 'pass', 'too-many', 'too-many', 'pass']);
    expect(fatesOf(script, 1, 'POST /atoms')).toEqual(['pass']);
  });
});

describe('withoutFailedIndex', () => {
  it('takes the field out however deep it is, and nothing else', () => {
    const text = '{"error":{"code":"X","failedIndex":3,"reason":"entropy"},"failedIndex":3}';
    expect(withoutFailedIndex(text)).toBe('{"error":{"code":"X","reason":"entropy"}}');
  });

  it('leaves alone what is no JSON', () => {
    expect(withoutFailedIndex('<html>')).toBe('<html>');
  });
});

describe('what was stored', () => {
  const batch = (nth: number, status: number, ...keys: string[]) => ({
    nth,
    status,
    atoms: keys.map((key) => ({ key, value: 'x' })),
  });

  it('leaves out what the service refused', () => {
    expect(storedOf([batch(1, 422, 'a'), batch(2, 201, 'a')]).map(({ nth }) => nth)).toEqual([2]);
  });

  it('names the keys that were stored more than once', () => {
    expect(keysStoredTwice([batch(1, 422, 'a', 'b'), batch(2, 201, 'a', 'b'), batch(3, 201, 'c')])).toEqual(
      [],
    );
    expect(keysStoredTwice([batch(1, 201, 'a', 'b'), batch(2, 201, 'b', 'c')])).toEqual(['b']);
  });
});
