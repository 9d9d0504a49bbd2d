import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startAuditBench, startAuditProxy, type AuditBench } from './testing/auditBench.ts';

let bench: AuditBench;

const keys = Array.from({ length: 12 }, (_, at) => `v1.thing${String(at).padStart(2, '0')}`);
beforeEach(async () => {
  bench = await startAuditBench(new Map(keys.map((key) => [key, `value of ${key}`])));
});
afterEach(() => bench.close());

/** Of the embedded service. */
const rules =
  'hash=sha-256,node=prefix-01,shape=rfc6962,order=leaf-to-root,digest=prefix-00,preimage=json:key,value,version';

const names = ['a.audit.jsonl', 'a.html', 'a.xml', 'a.json'] as const;
const options = ['--out', '--report', '--junit', '--json-file'] as const;
const outputs = (): readonly string[] => names.flatMap((name, at) => [options[at] ?? '', bench.file(name)]);
const listed = (): readonly string[] => ['--keys', bench.file('keys.txt')];

/** Yesterday's outputs. */
async function yesterday(): Promise<void> {
  for (const name of names) await writeFile(bench.file(name), 'All 12 keys verified under one root');
}

/** Whether no output of yesterday is left. */
async function expectNothingOld(): Promise<void> {
  const left = (await bench.files()).filter((name) => names.some((each) => each === name));
  for (const name of left) expect(await bench.text(name)).not.toContain('All 12 keys verified');
}

describe('A10: the outputs of an audit that stops', () => {
  it('are those of an incomplete audit, never those of an earlier one', async () => {
    await yesterday();
    const proxy = await startAuditProxy(bench, (atoms) => atoms);
    await proxy.close();
    const { code, told } = await bench.audit([...listed(), ...outputs()], { url: proxy.address });
    expect(code).toBe(2);
    expect(told).toContain('0 of 12 keys were audited.');
    await expectNothingOld();
    expect(await bench.text('a.html')).toContain('Incomplete: 0 of 12 keys read');
    expect(await bench.text('a.xml')).toContain('failures="0" errors="2"');
    expect(JSON.parse(await bench.text('a.json'))).toMatchObject({
      status: 'amber',
      audit: { end: 'failed' },
      reasons: [{ code: 'partial' }],
    });
    expect((await bench.audit(['merge', bench.file('a.audit.jsonl')])).told).toContain('a whole audit');
  });

  it('name what was found until then, and a failure makes the exit code 1', async () => {
    await yesterday();
    // The service breaks off after half of the keys.
    const proxy = await startAuditProxy(bench, (atoms, request) => {
      if (request !== 1) return request === 0 ? 413 : 503;
      return atoms.map((atom, at) => (at === 0 ? { ...atom, value: 'other' } : atom));
    });
    const { code, shown } = await bench.audit([...listed(), '--scheme', rules, ...outputs()], {
      url: proxy.address,
    });
    await proxy.close();
    expect(shown).toMatch(/^1 of 6 keys failed\n/);
    expect(code).toBe(1);
    const report = JSON.parse(await bench.text('a.json')) as { readonly reasons: readonly object[] };
    expect(report).toMatchObject({ status: 'red', reasons: [{ code: 'failed' }, { code: 'partial' }] });
    expect(JSON.stringify(report.reasons)).toContain('6 of 12 keys were read.');
    await expectNothingOld();
  });

  it('are those of an incomplete audit after an interruption', async () => {
    await yesterday();
    await bench.fault({ latencyMs: 600_000 });
    const { code } = await bench.audit([...listed(), ...outputs()], {
      whenTold: (line, stop) => {
        if (line.startsWith('Auditing')) stop();
      },
    });
    expect(code).toBe(3);
    await expectNothingOld();
    expect(JSON.parse(await bench.text('a.json'))).toMatchObject({
      status: 'amber',
      audit: { end: 'interrupted' },
    });
  });

  it.each([
    ['a wrong API key', async () => ({ apiKey: 'ask_read_00000000000000000000000000000000' })],
    ['an unknown host', async () => ({ url: 'https://memory.invalid' })],
    ['failed TLS', async () => ({ url: bench.service.address().replace('http:', 'https:') })],
  ])('exit with 2 if nothing could be read: %s', async (_name, world) => {
    await yesterday();
    const { code, shown } = await bench.audit([...listed(), ...outputs()], await world());
    expect(code).toBe(2);
    expect(shown).toMatch(/^Incomplete: 0 of 12 keys read\n/);
    await expectNothingOld();
  });

  it('are removed before anything else is read', async () => {
    await yesterday();
    expect((await bench.audit([...listed(), ...outputs()], { apiKey: '' })).code).toBe(2);
    await expectNothingOld();
    await yesterday();
    const missing = ['--keys', bench.file('missing.txt')];
    expect((await bench.audit([...missing, ...outputs()])).code).toBe(2);
    await expectNothingOld();
  });
});

describe('A10: the places of outputs', () => {
  it.each([
    ['a folder that does not exist', async () => bench.file('nowhere/a.html')],
    [
      'a folder where nothing may be written',
      async () => {
        // Root may write anywhere but here.
        await mkdir(bench.file('closed'));
        await chmod(bench.file('closed'), 0o500);
        return process.getuid?.() === 0 ? '/proc/a.html' : bench.file('closed/a.html');
      },
    ],
    [
      'a folder',
      async () => {
        await mkdir(bench.file('a.html'));
        return bench.file('a.html');
      },
    ],
  ])('are checked before the audit: %s', async (_name, place) => {
    const report = await place();
    const { code, told } = await bench.audit([...listed(), '--report', report]);
    expect(code).toBe(2);
    expect(told).toContain('a.html');
    expect(told).not.toContain('Auditing');
  });

  it('must differ from each other, and from what is read', async () => {
    const same = ['--out', bench.file('a.json'), '--report', bench.file('./a.json')];
    expect((await bench.audit([...listed(), ...same])).told).toContain('--report and --out');
    await symlink(bench.file('keys.txt'), bench.file('link.audit.jsonl'));
    const { code, told } = await bench.audit([...listed(), '--out', bench.file('link.audit.jsonl')]);
    expect([code, told]).toEqual([2, expect.stringContaining('--out and --keys')]);
    expect(await bench.text('keys.txt')).toContain(keys[0]);
  });

  it('never replace the file of an audit or a bundle, except with one of the same kind', async () => {
    const parts = [1, 2].map((part) => bench.file(`p${part}.audit.jsonl`));
    for (const [at, part] of parts.entries())
      await bench.audit([...listed(), '--shard', `${at + 1}/2`, '--out', part]);
    const before = await bench.text('p1.audit.jsonl');
    for (const option of ['--json-file', '--junit', '--bundle']) {
      const key = option === '--bundle' ? ['--signing-key', bench.file('keys.txt')] : [];
      const { code, told } = await bench.audit(['merge', option, ...parts, ...key]);
      expect([code, told]).toEqual([2, expect.stringContaining('which is the file of an audit')]);
    }
    expect(await bench.text('p1.audit.jsonl')).toBe(before);
    expect((await bench.audit([...listed(), '--shard', '1/2', '--out', parts[0] ?? ''])).code).toBe(3);
  });
});

describe('A10: the headline of an audit', () => {
  it('says what the exit code says when only the comparison fails', async () => {
    await bench.audit([...listed(), '--out', bench.file('before.audit.jsonl')]);
    await bench.service.post('/atoms', { key: keys[1], value: 'new' });
    await writeFile(bench.file('changes.txt'), `${keys[2]}\n`);
    const compared = ['--compare', bench.file('before.audit.jsonl')];
    const changes = ['--expected-changes', bench.file('changes.txt')];
    const { code, shown } = await bench.audit([...listed(), ...compared, ...changes, ...outputs()]);
    expect(code).toBe(1);
    expect(shown).not.toContain('All 12 keys verified');
    expect(shown).toMatch(/^1 key changed unexpectedly since the earlier audit\n/);
    expect(await bench.text('a.html')).not.toContain('All 12 keys verified');
    expect(await bench.text('a.xml')).toContain(
      'name="verdict"><failure message="1 key changed unexpectedly since the earlier audit.',
    );
    expect(JSON.parse(await bench.text('a.json'))).toMatchObject({
      status: 'red',
      reasons: [{ code: 'comparison-unexpected' }],
    });
  });
});

describe('A10: a key with a line feed, an escape sequence, or text from right to left', () => {
  const forged = 'v1.a\nAll 1 keys verified under one root\u001b[2K\u202e';

  it('forges no line of any output', async () => {
    const listedKeys = `${JSON.stringify({ key: forged })}\n${JSON.stringify({ key: keys[1] })}\n`;
    await writeFile(bench.file('keys.jsonl'), listedKeys);
    const { atoms } = (await bench.service.post('/batch-access', { keys: [keys[0]] })).body as {
      readonly atoms: readonly { readonly key: string }[];
    };
    const hostile = ['--keys', bench.file('keys.jsonl'), '--report', bench.file('a.csv')];
    const proxy = await startAuditProxy(bench, () => [{ ...atoms[0], key: forged }]);
    const real = await bench.audit([...hostile, '--scheme', rules, '--junit', bench.file('a.xml')], {
      url: proxy.address,
    });
    await proxy.close();
    expect(real.code).toBe(1);
    for (const text of [real.shown, await bench.text('a.csv'), await bench.text('a.xml')]) {
      expect(text).not.toMatch(/^All 1 keys verified/m);
      // oxlint-disable-next-line no-control-regex -- a key must not bring them
      expect(text).not.toMatch(/[\u001b\u202e]/);
      expect(text).toContain('v1.a[LF]All 1 keys');
    }
  });
});
