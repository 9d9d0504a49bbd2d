import { describe, expect, it } from 'vitest';
import { auditLimits } from '#shared/audit/limits.ts';
import { parseAuditList } from './auditList.ts';

const hash = 'AB'.repeat(32);

async function read(content: string | Uint8Array) {
  let pauses = 0;
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const parsed = await parseAuditList(bytes, async () => void (pauses += 1));
  return { parsed, pauses };
}

async function atomsOf(content: string) {
  const { parsed } = await read(content);
  if (!parsed.ok) throw new Error(`${String(parsed.line)}: ${parsed.message}`);
  return [...parsed.list.atoms].map(([key, { version, valueHash }]) => [key, version, valueHash]);
}

async function refusal(content: string | Uint8Array) {
  const { parsed } = await read(content);
  if (parsed.ok) throw new Error('It was read.');
  return [parsed.line, parsed.message];
}

describe('a list of atoms', () => {
  it.each([
    ['keys, one a line, in their order', 'b\na', ['b', 'a']],
    ['empty lines and line ends of Windows', '\r\n\r\na\r\n\r\nb\r\n', ['a', 'b']],
    ['a byte order mark', '\ufeffa', ['a']],
    ['keys with commas and quotes, as they are', 'a,"b\nv1.key,1', ['a,"b', 'v1.key,1']],
    ['spaces that belong to a key', ' a ', [' a ']],
    ['a key that is repeated', 'a\na', ['a']],
  ])('may be %s', async (_name, content, keys) => {
    expect(await atomsOf(content)).toEqual(keys.map((key) => [key, null, null]));
  });

  it.each([
    ['a table', `key,version,sha256\na,3,${hash}\n"b,""c""",,\n`, '"b,""c"""'],
    [
      'a table with other columns, in another order',
      `name, SHA256 ,Key,Version\nx,${hash},a,3\ny,,"b,""c""",\n`,
      '',
    ],
    ['JSON lines', `{"key":"a","version":3,"sha256":"${hash}","name":"x"}\n{"key":"b,\\"c\\""}\n`, ''],
  ])('may be %s, where version and hash may be missing', async (_name, content) => {
    expect(await atomsOf(content)).toEqual([
      ['a', 3, hash.toLowerCase()],
      ['b,"c"', null, null],
    ]);
  });

  it('has only keys if the table has no other column', async () => {
    expect(await atomsOf('Key\na\n')).toEqual([['a', null, null]]);
  });

  it.each([
    ['nothing', '\n \n', null, 'contains no keys'],
    ['another encoding', Uint8Array.of(0xff, 0xfe, 0x61, 0), null, 'not UTF-8'],
    ['a row without a key', 'version,key\n1,a\n2,\n', 3, 'no key'],
    ['a row with too few cells', 'version,key\n1\n', 2, 'no key'],
    ['a quote that is not closed', 'key\n"a\n', 2, 'a quote is not closed'],
    ['a version that is not a number', 'key,version\na,1.5\n', 2, 'not a whole number'],
    ['a version that is too large', 'key,version\na,9007199254740993\n', 2, 'not a whole number'],
    ['a negative version', '{"key":"a","version":-1}', 1, 'not a whole number'],
    ['a hash that is too short', 'key,sha256\na,abc\n', 2, '64 hexadecimal digits'],
    ['a hash that is a number', '{"key":"a","sha256":1}', 1, '64 hexadecimal digits'],
    ['a line that is not JSON', '{"key":"a"}\na\n', 2, 'not an object with a key'],
    ['an object without a key', '{"key":"a"}\n{"name":"a"}', 2, 'not an object with a key'],
    ['a key that is a number', '{"key":1}', 1, 'no key'],
    ['a key that is too long', 'x'.repeat(auditLimits.key + 1), 1, 'too long'],
    ['two statements about a key', 'key,version\na,1\nb,1\na,2\n', 4, 'listed before'],
  ])('is refused with the line: %s', async (_name, content, line, message) => {
    expect(await refusal(content)).toEqual([line, expect.stringContaining(message)]);
  });

  it('lets other work run while it is long', async () => {
    const lines = Array.from({ length: 10_000 }, (_, at) => `v1.key.${String(at)}`);
    const { parsed, pauses } = await read(lines.join('\n'));
    expect(parsed.ok && parsed.list.atoms.size).toBe(10_000);
    expect(pauses).toBeGreaterThanOrEqual(4);
  });
});
