import { writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startAuditBench, startAuditProxy, type AuditBench } from './testing/auditBench.ts';

let bench: AuditBench;

const keys = Array.from({ length: 8 }, (_, at) => `v1.thing${at}`);
const atoms = new Map(keys.map((key) => [key, `value of ${key}`]));
beforeEach(async () => {
  bench = await startAuditBench(atoms);
});
afterEach(() => bench.close());

/** Of the embedded service. */
const rules =
  'hash=sha-256,node=prefix-01,shape=rfc6962,order=leaf-to-root,digest=prefix-00,preimage=json:key,value,version';
const listed = (): readonly string[] => ['--keys', bench.file('keys.txt')];
const changes = (): readonly string[] => ['--expected-changes', bench.file('changes.txt')];

describe('C10: a comparison with the audit of another service', () => {
  it('names both services, and is green only if it was asked for', async () => {
    const other = await startAuditBench(atoms);
    const earlier = other.file('earlier.audit.jsonl');
    expect((await other.audit([...listed(), '--out', earlier])).code).toBe(0);
    const outputs = ['--report', bench.file('a.html'), '--junit', bench.file('a.xml')];
    const compared = [...listed(), '--compare', earlier, ...outputs];

    const silent = await bench.audit(compared);
    expect(silent.code).toBe(3);
    expect(silent.shown).toMatch(/^The earlier audit is of another service\n/);
    const texts = [silent.shown, await bench.text('a.html'), await bench.text('a.xml')];
    for (const text of texts)
      for (const { service } of [bench, other]) expect(text).toContain(service.address());

    const asked = await bench.audit([...compared, '--compare-other-service']);
    expect(asked.code).toBe(0);
    expect(asked.shown).toMatch(/^All 8 keys verified under one root\n/);
    for (const { service } of [bench, other]) expect(asked.shown).toContain(service.address());

    await bench.service.post('/atoms', { key: keys[1], value: 'new' });
    await other.service.post('/atoms', { key: keys[1], value: 'another' });
    await other.audit([...listed(), '--out', earlier]);
    expect((await bench.audit([...compared, '--compare-other-service'])).code).toBe(1);
    await other.close();
  });

  it('needs a comparison', async () => {
    expect((await bench.audit([...listed(), '--compare-other-service'])).told).toContain('needs --compare');
  });
});

describe('A4: expected changes without anything to compare with', () => {
  it('are a usage error, or undecided where nothing was read before', async () => {
    await writeFile(bench.file('changes.txt'), `${keys[0]}\n`);
    const nothing = await bench.audit([...listed(), ...changes()]);
    expect([nothing.code, nothing.told]).toEqual([2, expect.stringContaining('--compare')]);

    const first = await bench.audit([...listed(), ...changes(), '--state', bench.file('state')]);
    expect(first.code).toBe(3);
    expect(first.shown).toMatch(/^Not compared: 7 keys read for the first time\n/);
    const second = await bench.audit([...listed(), ...changes(), '--state', bench.file('state')]);
    expect(second.code).toBe(0);
  });

  it('are undecided where the earlier audit read none of the keys', async () => {
    await writeFile(bench.file('changes.txt'), '');
    await writeFile(bench.file('one.txt'), 'v1.gone');
    const earlier = bench.file('earlier.audit.jsonl');
    await bench.audit(['--keys', bench.file('one.txt'), '--out', earlier]);
    await writeFile(bench.file('one.txt'), keys[0] ?? '');
    const one = ['--keys', bench.file('one.txt'), '--compare', earlier];
    // It was added since, and is not on the list of expected changes.
    expect((await bench.audit([...one, ...changes()])).code).toBe(1);
    await writeFile(bench.file('one.txt'), 'v1.gone');
    expect((await bench.audit([...one, ...changes()])).code).toBe(3);
  });

  it('may be none: then nothing may change', async () => {
    await writeFile(bench.file('changes.txt'), '');
    const earlier = bench.file('earlier.audit.jsonl');
    await bench.audit([...listed(), '--out', earlier]);
    const compared = [...listed(), '--compare', earlier, ...changes()];
    expect((await bench.audit(compared)).code).toBe(0);
    await bench.service.post('/atoms', { key: keys[1], value: 'new' });
    const { code, shown } = await bench.audit(compared);
    expect(code).toBe(1);
    expect(shown).toMatch(/^1 key changed unexpectedly since the earlier audit\n/);
    expect(shown).toContain('\n  v1.thing1: Version changed, version 1 → 2');
    const state = [...listed(), '--state', bench.file('state')];
    await bench.audit(state);
    await bench.service.post('/atoms', { key: keys[2], value: 'new' });
    const later = await bench.audit([...state, ...changes()]);
    expect(later.code).toBe(1);
    expect(later.shown).toContain(
      '\nChanged since the last read\n  v1.thing2: Version 1 → 2, not on the list of expected changes',
    );
  });
});

describe('an expected list', () => {
  it('says nothing about a key that could not be read, and fails for one that the service does not have', async () => {
    await writeFile(bench.file('expected.csv'), `key,version\n${keys.map((key) => `${key},1`).join('\n')}`);
    const expected = ['--expected', bench.file('expected.csv'), '--scheme', rules];
    for (const [answer, code, title] of [
      [503, 3, 'Not fully checked: 7 of 8 keys proven'],
      [400, 3, 'Not fully checked: 7 of 8 keys proven'],
      [null, 1, '1 of 8 keys differ from the expected list'],
    ] as const) {
      const proxy = await startAuditProxy(bench, (found) => {
        const others = found.filter(({ key }) => key !== keys[3]);
        return others.length === found.length ? found : (answer ?? others);
      });
      const ran = await bench.audit(expected, { url: proxy.address });
      await proxy.close();
      expect([ran.code, ran.shown.split('\n')[0]]).toEqual([code, title]);
    }
  });
});

describe('A4: lists that nobody can compare with', () => {
  it.each([
    ['{"key":"v1.thing0","Version":9}', 'line 1: “Version”'],
    ['{"key":"v1.thing0"}\n{"key":"v1.thing1","sha_256":"00"}', 'line 2: “sha_256”'],
    ['{"key":"v1.thing0","value":"other"}', 'line 1: “value”'],
  ])('are refused with the line: %s', async (text, told) => {
    await writeFile(bench.file('expected.jsonl'), text);
    const found = await bench.audit(['--expected', bench.file('expected.jsonl')]);
    expect([found.code, found.told]).toEqual([2, expect.stringContaining(told)]);
  });

  it('are refused if they expect nothing but keys', async () => {
    await writeFile(bench.file('expected.csv'), 'key,version,sha256\nv1.thing0,,\nv1.thing1,,');
    const found = await bench.audit(['--expected', bench.file('expected.csv')]);
    expect([found.code, found.told]).toEqual([2, expect.stringContaining('no version and no sha256')]);
  });

  it.each([JSON.stringify(keys), `key;version\n${keys.map((key) => `${key};1`).join('\n')}`])(
    'are read in the form that they have: %.20s',
    async (text) => {
      await writeFile(bench.file('list'), text);
      const { code, shown } = await bench.audit(['--keys', bench.file('list')]);
      expect([code, shown]).toEqual([0, expect.stringMatching(/^All 8 keys verified/)]);
    },
  );
});
