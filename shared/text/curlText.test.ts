import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { atomPath } from '../domain/atomPath.ts';
import { readAtomCommand } from './curlText.ts';

const base = 'https://memory.example.com';

/** What a shell makes of a command: its words, with `curl` replaced by a printer. */
function wordsOf(command: string): readonly string[] {
  const script = `curl() { for word in "$@"; do printf '%s\\0' "$word"; done; }; ${command}`;
  const env = { ...process.env, ATOM_API_KEY: 'k e"y' };
  return execFileSync('sh', ['-c', script], { env }).toString().split('\0').slice(0, -1);
}

describe('readAtomCommand', () => {
  it('takes the API key from the environment and never holds one', () => {
    const command = readAtomCommand(base, 'v1.user');
    expect(command).toContain('"Authorization: Bearer $ATOM_API_KEY"');
    expect(wordsOf(command ?? '')).toContain('Authorization: Bearer k e"y');
  });

  it.each(["it's", '$(reboot)', '`id`', '..', 'a b', '[1-3]', '"', '!!', '\\'])(
    'hands the path of %j to curl as the app would send it',
    (key) => {
      const path = atomPath(key);
      expect(wordsOf(readAtomCommand(base, key) ?? '').at(-1)).toBe(`${base}${path.ok ? path.value : ''}`);
    },
  );

  it('makes one line of any key', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (key) => {
        expect(readAtomCommand(base, key) ?? '').not.toMatch(/[^\x20-\x7e]/);
      }),
    );
  });

  it('has nothing to offer for a key that cannot be sent', () => {
    expect(readAtomCommand(base, '\ud800')).toBeNull();
  });
});
