import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { atomPath } from '../domain/atomPath.ts';
import { bodyFile, readAtomCommand, requestCommand } from './curlText.ts';
import { anyCharacter } from './testing/anyCharacter.ts';

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
      fc.property(fc.string({ unit: anyCharacter, minLength: 1 }), (key) => {
        expect(readAtomCommand(base, key) ?? '').not.toMatch(/[^\x20-\x7e]/);
      }),
    );
  });

  it('has nothing to offer for a key that cannot be sent', () => {
    expect(readAtomCommand(base, '\ud800')).toBeNull();
  });
});

describe('requestCommand', () => {
  const request = {
    method: 'POST',
    address: base,
    path: '/recall',
    pathLength: 7,
    hasKey: true,
    requestHeaders: [
      ['accept', 'application/json'],
      ['host', 'memory.example.com'],
      ['content-length', '9'],
      ['content-type', 'application/json'],
    ],
    sentBytes: 9,
    body: { text: '{}', isCut: false },
  } as const;

  const commandOf = (asked: Parameters<typeof requestCommand>[0]): string => requestCommand(asked) ?? '';

  it('takes the API key from the environment, and sends none with a request that had none', () => {
    expect(commandOf(request)).toContain('-H "Authorization: Bearer $ATOM_API_KEY"');
    expect(wordsOf(commandOf(request))).toContain('Authorization: Bearer k e"y');
    expect(commandOf({ ...request, hasKey: false })).not.toContain('Authorization');
  });

  it('says what the app said, and leaves to curl what curl computes', () => {
    const words = wordsOf(commandOf(request));
    expect(words.slice(-2)).toEqual(['{}', `${base}/recall`]);
    expect(words).toEqual(
      expect.arrayContaining(['-X', 'POST', 'accept: application/json', '--data-binary']),
    );
    expect(words.join(' ')).not.toMatch(/content-length|host:/);
    const get = commandOf({ ...request, method: 'GET', sentBytes: 0, body: null });
    expect(wordsOf(get)).not.toContain('--data-binary');
    expect(wordsOf(get)).not.toContain('-X');
  });

  it('hands any body to curl as it was sent', () => {
    const bodies = [
      "it's",
      '$(reboot) `id` $ATOM_API_KEY',
      '!!',
      '\\',
      '@/etc/passwd',
      "'; rm -rf /; '",
      '\n"\n',
    ];
    for (const query of bodies) {
      const text = JSON.stringify({ query });
      expect(wordsOf(commandOf({ ...request, body: { text, isCut: false } })).at(-2)).toBe(text);
    }
  });

  it.each([null, { text: '{"keys":["a', isCut: true }])(
    'reads a body that was not recorded as a whole from a file: %j',
    (body) => {
      expect(wordsOf(commandOf({ ...request, body })).at(-2)).toBe(`@${bodyFile}`);
    },
  );

  it('has nothing to offer for a path that was cut, which would lead to another atom', () => {
    expect(requestCommand({ ...request, path: '/atoms/v1.a', pathLength: 9_000 })).toBeNull();
  });
});
