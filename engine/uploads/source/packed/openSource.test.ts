import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readRecords } from '../readRecords.ts';
import { readSample } from '../readSample.ts';
import { SourceBreak } from '../sourceBreak.ts';
import { fileOf } from '../testing.ts';
import { gunzipped } from './gunzipped.ts';
import { zipOf } from './testing/zipOf.ts';

const table = 'key,value\nv1.a,x\nv1.b,y\n';
const list = '[{"key":"v1.c","value":"z"}]';

async function sampleOf(name: string, content: Uint8Array, part?: string) {
  const wish = part === undefined ? null : { part };
  const answer = await readSample(fileOf(name, content), wish);
  if (!answer.ok) throw new Error(`Refused: ${JSON.stringify(answer.refusal)}`);
  return answer.sample;
}

async function refusalOf(name: string, content: Uint8Array) {
  const answer = await readSample(fileOf(name, content), null);
  if (answer.ok) throw new Error('It was read.');
  return answer.refusal;
}

async function keysOf(name: string, content: Uint8Array): Promise<readonly (string | undefined)[]> {
  const file = fileOf(name, content, [7]);
  const { choice, columns } = await sampleOf(name, content);
  const keys: (string | undefined)[] = [];
  for await (const { records } of readRecords(file, choice, columns))
    keys.push(...records.map((one) => (one.kind === 'cells' ? one.cells[0]?.text : one.why)));
  return keys;
}

describe('a compressed file', () => {
  it.each([
    ['a.csv.gz', gzipSync(table)],
    // By what is in it, not by its name.
    ['a.csv', gzipSync(table)],
    ['a.zip', zipOf([{ name: 'folder/a.csv', content: table }])],
  ])('%s is read like its content', async (name, content) => {
    expect(await keysOf(name, content)).toEqual(['v1.a', 'v1.b']);
  });

  it('with several files offers them, and reads the chosen one', async () => {
    const content = zipOf([
      { name: 'README.txt', content: 'key,value\n' },
      { name: '__MACOSX/._a.csv', content: 'x' },
      { name: 'a.csv', content: table },
      { name: 'b.json', content: list },
    ]);
    const { container, choice } = await sampleOf('a.zip', content);
    expect(container).toMatchObject({
      kind: 'zip',
      parts: [{ name: 'README.txt' }, { name: 'a.csv' }, { name: 'b.json' }],
    });
    expect(choice).toMatchObject({ part: 'a.csv', format: 'csv' });
    expect((await sampleOf('a.zip', content, 'b.json')).choice).toMatchObject({
      part: 'b.json',
      format: 'json',
    });
  });

  it.each([
    ['without a table or JSON file', zipOf([{ name: 'a.png', content: 'x' }]), { kind: 'no-parts' }],
    ['in another one', gzipSync(gzipSync(table)), { kind: 'unsupported', what: 'nested-archive' }],
    [
      'in an archive',
      zipOf([{ name: 'a.csv', content: gzipSync(table) }]),
      { kind: 'unsupported', what: 'nested-archive' },
    ],
    [
      'of another kind',
      Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 1, 2, 3]),
      { kind: 'unsupported', what: 'other-archive' },
    ],
    [
      'of another office',
      zipOf([
        { name: 'mimetype', content: 'application/vnd.oasis.opendocument.spreadsheet' },
        { name: 'content.xml', content: '<x/>' },
      ]),
      { kind: 'unsupported', what: 'open-document' },
    ],
  ] as const)('is refused with the reason: %s', async (_, content, refusal) => {
    expect(await refusalOf('a', content)).toMatchObject(refusal);
  });

  it('that ends early is refused, and what came before it is not taken for all', async () => {
    const whole = gzipSync(Array.from({ length: 50_000 }, (_, at) => `v1.k${String(at)},x`).join('\n'));
    const file = fileOf('a.csv.gz', whole.subarray(0, whole.length - 200));
    const { choice, columns } = await sampleOf('a.csv.gz', whole);
    const reading = readRecords(file, choice, columns);
    let step = await reading.next();
    while (step.done !== true) step = await reading.next();
    expect(step.value).toMatchObject({ kind: 'damaged-container', container: 'gzip' });
  });

  it('that unpacks to far more than it packs is refused while it is unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(4_000_000));
    const limits = { mostBytes: 10_000_000, mostRatio: 10, ratioFrom: 100_000 };
    const read = async (): Promise<number> => {
      let bytes = 0;
      for await (const piece of gunzipped(fileOf('a.gz', bomb), limits).open()) bytes += piece.length;
      return bytes;
    };
    await expect(read()).rejects.toThrow(SourceBreak);
    await expect(read()).rejects.toMatchObject({ refusal: { kind: 'unpacks-too-large', container: 'gzip' } });
  });
});
