import { writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { digestOfEnds, footerSchema } from '#shared/audit/auditFile.ts';
import { startSha256 } from '../../engine/storage/startSha256.ts';
import { startAuditBench, type AuditBench } from './testing/auditBench.ts';

let bench: AuditBench;
const keys = Array.from({ length: 12 }, (_, at) => `v1.thing${at}`);
const numbers = [1, 2, 3] as const;

beforeEach(async () => {
  bench = await startAuditBench(new Map(keys.map((key) => [key, `value of ${key}`])));
});
afterEach(() => bench.close());

const partName = (number: number): string => `part${number}.audit.jsonl`;
const parts = (): readonly string[] => numbers.map((number) => bench.file(partName(number)));
async function auditParts(scheme: (number: number) => readonly string[] = () => []): Promise<void> {
  for (const number of numbers) {
    const shard = ['--shard', `${number}/3`, '--out', bench.file(partName(number))];
    await bench.audit(['--keys', bench.file('keys.txt'), ...shard, ...scheme(number)]);
  }
}

/** Its author can compute the digest of its first and last line again. */
async function changePart(name: string, change: (text: string) => string): Promise<void> {
  const lines = change(await bench.text(name))
    .trimEnd()
    .split('\n');
  const { footer } = footerSchema.parse(JSON.parse(lines.at(-1) ?? ''));
  const sha256 = digestOfEnds(lines[0] ?? '', footer, startSha256);
  const changed = [...lines.slice(0, -1), JSON.stringify({ footer, sha256 }), ''].join('\n');
  await writeFile(bench.file(name), changed);
}

const withoutGrounds = (text: string): string => text.replace(/,"grounds":\{(?:[^{}]|\{[^{}]*\})*\}/, '');

/** Each part with its own content of a list of the same name. */
async function auditListed(option: string, content: (number: number) => string): Promise<void> {
  for (const number of numbers) {
    await writeFile(bench.file('list.csv'), content(number));
    const shard = ['--shard', `${number}/3`, '--out', bench.file(partName(number))];
    await bench.audit([option, bench.file('list.csv'), ...shard]);
  }
}

describe('A9: a part that was changed', () => {
  it('is the only one that the message names, whatever was changed', async () => {
    await auditParts();
    expect((await bench.audit(['merge', ...parts()])).code).toBe(0);
    const whole = await bench.text(partName(2));
    const changes: readonly (readonly [string, string])[] = [
      ['"end":{"kind":"complete"}', '"end":{"kind":"canceled"}'],
      ['"caughtBy":"content"', '"caughtBy":null'],
      ['"outcome":"green"', '"outcome":"red"'],
      ['"pins":[]', '"pins":[{"rootHash":"00","treeSize":null,"isExact":true}]'],
    ];
    for (const [from, to] of changes) {
      expect(whole).toContain(from);
      await writeFile(bench.file(partName(2)), whole.replace(from, to));
      const { code, told } = await bench.audit(['merge', ...parts()]);
      expect(code).toBe(2);
      expect(told).toContain(partName(2));
      expect(told).not.toContain(partName(3));
    }
  });

  it('of an earlier version is read, named in every output, and inconclusive', async () => {
    await auditParts();
    const whole = await bench.text(partName(2));
    await writeFile(bench.file(partName(2)), whole.replace(/,"sha256":"[0-9a-f]*"\}\n$/, '}\n'));
    const outputs = ['--report', bench.file('a.html'), '--junit', bench.file('a.xml')];
    const { code, shown, told } = await bench.audit(['merge', ...parts(), ...outputs]);
    expect(code).toBe(3);
    expect(told).toContain(`${partName(2)} was saved by an earlier version`);
    expect(told).not.toContain(partName(1));
    for (const text of [shown, await bench.text('a.html')])
      expect(text).toContain('an earlier version saved it');
    for (const text of [shown, await bench.text('a.html'), await bench.text('a.xml')])
      expect(text).toContain('no digest covers the first and last line of part 2');
  });
});

describe('parts that do not say what they rest on', () => {
  it('are inconclusive, also if no part says it', async () => {
    await auditParts();
    for (const number of numbers) {
      await changePart(partName(number), withoutGrounds);
      expect(await bench.text(partName(number))).not.toContain('"grounds"');
    }
    const { code, shown } = await bench.audit(['merge', ...parts()]);
    expect(code).toBe(3);
    expect(shown).toMatch(/Inconclusive: hashing rules, .+ are not recorded\./);
  });
});

describe('parts that were compared with different lists', () => {
  const list = (version: (key: string) => string): string =>
    ['key,version', ...keys.map((key) => `${key},${version(key)}`)].join('\n');

  it('are refused, also if only what the list expects differs', async () => {
    await auditListed('--expected', (number) => list(() => (number === 2 ? '2' : '1')));
    const { code, told } = await bench.audit(['merge', ...parts()]);
    expect(code).toBe(2);
    expect(told).toContain(partName(2));
    expect(told).toContain('they differ in “expected list”');
    await auditListed('--expected', () => list(() => '1'));
    expect((await bench.audit(['merge', ...parts()])).code).toBe(0);
    const earlier = (text: string): string => text.replace(/,"lists":\{[^}]*\}/, '');
    await changePart(partName(2), earlier);
    const old = await bench.audit(['merge', ...parts(), '--json']);
    expect(old.code).toBe(3);
    expect(old.told).toContain(`${partName(2)} does not say which lists it was compared with`);
    expect(old.told).not.toContain(`${partName(1)} does not say`);
    expect(old.shown).toContain('part 2 does not say which lists it was compared with');
  });
});

describe('C6: parts that were checked by different hashing rules', () => {
  it('are not green together', async () => {
    const shaped = (shape: string): readonly string[] => [
      '--scheme',
      `hash=sha-256,node=prefix-01,shape=${shape},order=leaf-to-root,digest=prefix-00,preimage=json:key,value,version`,
    ];
    // Of a tree whose levels are all even, the shape makes no difference.
    const even = Array.from({ length: 4 }, (_, at) => ({ key: `v1.zzz${at}`, value: 'x' }));
    await bench.service.post('/batch-atoms', { atoms: even });
    await auditParts((number) => shaped(number === 2 ? 'duplicate-last' : 'rfc6962'));
    const alone = await bench.audit(['merge', bench.file(partName(2)), '--json']);
    expect(JSON.parse(alone.shown)).toMatchObject({ counts: { outcomes: { red: 0, amber: 0 } } });
    const { code, shown } = await bench.audit(['merge', ...parts()]);
    expect(code).toBe(3);
    expect(shown).toContain('The parts were checked by different hashing rules.');
  });
});
