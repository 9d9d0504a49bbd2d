import { describe, expect, it } from 'vitest';
import { auditLimits } from '#shared/audit/limits.ts';
import { parseAuditList, type AuditListUse } from './auditList.ts';

const hash = 'AB'.repeat(32);

async function read(content: string | Uint8Array, use: AuditListUse = 'keys') {
  let pauses = 0;
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const parsed = await parseAuditList(bytes, use, async () => void (pauses += 1));
  return { parsed, pauses };
}

async function atomsOf(content: string, use: AuditListUse = 'keys') {
  const { parsed } = await read(content, use);
  if (!parsed.ok) throw new Error(`${String(parsed.line)}: ${parsed.message}`);
  return [...parsed.list.atoms].map(([key, { version, valueHash }]) => [key, version, valueHash]);
}

async function refusal(content: string | Uint8Array, use: AuditListUse = 'keys') {
  const { parsed } = await read(content, use);
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
    [
      'a name twice',
      '{"key":"b"}\n{"key":"a","version":1,"version":2}',
      2,
      '“version” appears more than once',
    ],
    ['a name twice, once with an escape', '{"key":"a","k\\u0065y":"b"}', 1, '“key” appears more than once'],
    ['a name twice in an array', '[{"key":"a","key":"b"}]', null, '“key” appears more than once'],
    ['two statements about a key', 'key,version\na,1\nb,1\na,2\n', 4, 'listed before'],
  ])('is refused with the line: %s', async (_name, content, line, message) => {
    expect(await refusal(content)).toEqual([line, expect.stringContaining(message)]);
  });

  it.each([
    ['a JSON array of keys', '["a",\n"b"]'],
    ['a JSON array of objects', ' [ {"key":"a"}, {"key":"b"} ]'],
    ['a table with semicolons', 'Key;Version\na;1\nb;2'],
    ['a table with tabs', 'version\tkey\n1\ta\n2\tb'],
  ])('A4: reads %s, and never takes it for one key', async (_name, content) => {
    expect((await atomsOf(content)).map(([key]) => key)).toEqual(['a', 'b']);
  });

  it.each([
    ['a JSON array that is cut off', '["a",\n"b"', null, 'not valid JSON'],
    ['an item without a key', '["a", {"name":"b"}]', null, 'Item 2: '],
    ['an empty array', '[]', null, 'contains no keys'],
    ['a table without a column of keys', 'id;version\na;1', 1, 'no column “key”'],
    ['two columns of keys', 'key,key\na,b', 1, 'two columns'],
    ['cells without the names of columns', 'a\t1', 1, 'contains a tab'],
    ['a table without rows', 'key,version\n', null, 'contains no keys'],
  ])('A4: refuses %s', async (_name, content, line, message) => {
    expect(await refusal(content)).toEqual([line, expect.stringContaining(message)]);
  });

  it.each([
    ['{"key":"a","version":1}\n{"key":"b","Version":1}', 2, '“Version” is not a field', '“version”'],
    [`{"key":"a","sha_256":"${hash}"}`, 1, '“sha_256”', 'Did you mean “sha256”?'],
    ['{"key":"a","value":"x"}', 1, '“value”', 'Give the SHA-256'],
    ['[{"key":"a"},{"key":"b","hash":"x"}]', null, 'Item 2: “hash”', '“sha256”'],
    ['\nkey,sha_256\na,x', 2, '“sha_256”', '“sha256”'],
    ['{"key":"a","__proto__":1}', 1, '“__proto__”', 'Its fields are'],
    ['key,version\na', 2, '1 cell', '2 columns'],
  ])('A4: refuses what nobody would compare of an expected list: %s', async (content, line, ...words) => {
    const [at, message] = await refusal(content, 'expected');
    expect(at).toBe(line);
    for (const each of words) expect(message).toContain(each);
  });

  it('A4: may be empty if nothing may change', async () => {
    for (const content of ['', '\n', '[]', 'key\n']) expect(await atomsOf(content, 'changes')).toEqual([]);
    expect(await refusal('', 'expected')).toEqual([null, 'The file contains no keys.']);
  });

  it('lets other work run while it is long', async () => {
    const lines = Array.from({ length: 10_000 }, (_, at) => `v1.key.${String(at)}`);
    const { parsed, pauses } = await read(lines.join('\n'));
    expect(parsed.ok && parsed.list.atoms.size).toBe(10_000);
    expect(pauses).toBeGreaterThanOrEqual(4);
  });
});
