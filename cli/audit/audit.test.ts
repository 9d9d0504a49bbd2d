import { spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sha256 } from '#shared/merkle/testing/nodeSha256.ts';
import { toHex } from '#shared/merkle/hex.ts';
import { startTestService, type TestService } from '../../service/testing/startTestService.ts';
import { verifyCommand } from '../commands/verify.ts';
import { readAuditOptions, readMergeOptions } from './auditOptions.ts';
import { mergeFiles } from './mergeFiles.ts';
import { runAuditCommand } from './runAudit.ts';
import { builtPrograms } from '../../engine/testing/builtPrograms.ts';

/** The command and its workers, built as for release. */
let programs: string;
let folder: string;
let service: TestService;

beforeAll(async () => {
  programs = await builtPrograms();
});

const keys = Array.from({ length: 30 }, (_, at) => `v1.area${at % 3}.thing${String(at).padStart(2, '0')}`);
const value = (key: string): string => `value of ${key}`;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'audit-command-'));
  service = await startTestService({ faults: true });
  await service.post('/batch-atoms', { atoms: keys.map((key) => ({ key, value: value(key) })) });
  await writeFile(file('keys.txt'), keys.join('\n'));
});
afterEach(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});

const file = (name: string): string => path.join(folder, name);

interface Report {
  readonly reasons: readonly { readonly code: string }[];
  readonly failures: readonly { readonly key: string; readonly conflict: string | null }[];
}

interface Ran {
  readonly code: number;
  readonly shown: string;
  readonly told: string;
}

/** Runs the command in this process. */
async function audit(args: readonly string[], url = service.address()): Promise<Ran> {
  const shown: string[] = [];
  const told: string[] = [];
  const io = {
    print: (line: string) => shown.push(line),
    complain: (line: string) => told.push(line),
    note: (line: string) => told.push(line),
    progress: () => undefined,
    write: () => undefined,
    readStdin: async () => new Uint8Array(),
  };
  const said = (code: number): Ran => ({ code, shown: shown.join('\n'), told: told.join('\n') });
  if (args[0] === 'merge') {
    const { files, outputs } = readMergeOptions(args.slice(1));
    return said(await mergeFiles(files, outputs, io, {}));
  }
  const code = await runAuditCommand(
    readAuditOptions(['--url', url, '--patience', '1', ...args]),
    service.readKey,
    { ...io, programs, env: {}, onInterrupt: () => () => undefined },
  );
  return said(code);
}

async function verifyBundle(bundle: string, ...args: readonly string[]): Promise<Ran> {
  const shown: string[] = [];
  const io = {
    print: (line: string) => shown.push(line),
    complain: () => undefined,
    note: () => undefined,
    progress: () => undefined,
    write: () => undefined,
    readStdin: async () => new Uint8Array(),
    programs,
  };
  const code = await verifyCommand.run([bundle, '--key', file('signer.pem'), ...args], io);
  return { code, shown: shown.join('\n'), told: '' };
}

const listed = (): readonly string[] => ['--keys', file('keys.txt')];
const remembered = (): readonly string[] => [...listed(), '--state', file('state')];
const fault = (faults: object) => service.post('/admin/faults', faults);

describe('atom-explorer audit', () => {
  it('exits with 0 for a service that tells the truth, and writes what was asked for', async () => {
    const written = ['--out', '--report', '--junit', '--json-file'];
    const names = ['a.audit.jsonl', 'a.html', 'a.xml', 'a.json'];
    const args = names.flatMap((name, at) => [written[at] ?? '', file(name)]);
    const { code, shown } = await audit([...listed(), '--name', 'Nightly', ...args]);
    expect(shown).toMatch(/^All 30 keys verified under one root\n/);
    expect(shown).toContain('This audit would have caught a fault');
    expect(shown).toContain('Not looked at: all other keys.');
    expect(shown).toContain('  Nothing was compared with earlier reads. To compare, use --state.');
    expect(code).toBe(0);
    const [whole = '', html = '', xml = '', json = ''] = await Promise.all(
      names.map((name) => readFile(file(name), 'utf8')),
    );
    expect(whole.split('\n')).toHaveLength(30 + 4);
    expect(whole).not.toContain('value of');
    expect(html).toContain('All 30 keys verified under one root');
    expect(xml).toContain('failures="0" errors="0"');
    expect(JSON.parse(json)).toMatchObject({ status: 'green', audit: { name: 'Nightly' } });
    for (const text of [whole, html, xml, json]) expect(text).not.toContain(service.readKey);
  });

  it('finds altered values, sibling hashes, and roots, and is not misled by them later', async () => {
    expect((await audit(remembered())).code).toBe(0);
    const words = {
      value: 'The content does not match the leaf',
      sibling: 'The path does not lead to the root',
      root: 'The path does not lead to the root',
    };
    for (const [tamper, said] of Object.entries(words)) {
      await fault({ tamper });
      const { code, shown } = await audit(remembered());
      expect(code).toBe(1);
      expect(shown).toMatch(/^30 of 30 keys failed(; 30 keys have changed since they were last read)?\n/);
      expect(shown).toContain(`  ${keys[0]}: ${said}`);
    }
    await fault({});
    expect((await audit(remembered())).code).toBe(0);
  });

  it.each([
    // The first atom ever stored is another one, under a root of the same size.
    ['history', 1],
    // So it is in every second response.
    ['fork', 2],
  ])('finds a service that shows another tree: %s', async (tamper, audits) => {
    expect((await audit(remembered())).code).toBe(0);
    await fault({ tamper });
    const codes: number[] = [];
    for (let at = 1; at < audits; at += 1) codes.push((await audit(remembered())).code);
    const { code, shown } = await audit([...remembered(), '--json']);
    expect([...codes, code]).toEqual([...codes.map(() => 0), 1]);
    const { failures, reasons } = JSON.parse(shown) as Report;
    expect(failures.map(({ key, conflict }) => [key, conflict])).toEqual([[keys[0], 'other-content']]);
    expect(reasons.map((reason) => reason.code)).toContain('root-unexplained');
  });

  it('finds values that are not those of an expected list, and stores that never became visible', async () => {
    const lines = keys.map((key) => `${key},1,${toHex(sha256(Buffer.from(value(key))))}`);
    await writeFile(file('expected.csv'), ['key,version,sha256', ...lines].join('\n'));
    const expected = ['--expected', file('expected.csv'), '--json'];
    expect((await audit(expected)).code).toBe(0);
    await fault({ tamper: 'stale' });
    await service.post('/atoms', { key: keys[5], value: 'new' });
    const later = lines.map((line, at) => (at === 5 ? line.replace(',1,', ',2,') : line));
    await writeFile(file('expected.csv'), ['key,version,sha256', ...later].join('\n'));
    const found = await audit(expected);
    expect(found.code).toBe(1);
    expect(JSON.parse(found.shown)).toMatchObject({
      reasons: [{ code: 'unmet' }],
      failures: [{ key: keys[5], unmet: ['version'] }],
    });
  });

  it('finds the denial of a key that is proven under the same root', async () => {
    const proxy = await startProxy((atoms) => atoms.filter(({ key }) => key !== keys[7]));
    expect((await audit(remembered(), proxy.address)).code).toBe(0);
    proxy.lie();
    const found = await audit([...remembered(), '--json'], proxy.address);
    expect(found.code).toBe(1);
    expect(JSON.parse(found.shown)).toMatchObject({ failures: [{ key: keys[7], conflict: 'denied' }] });
    // To someone who has never seen the key, it is only not returned.
    const first = await audit([...listed(), '--json'], proxy.address);
    expect(first.code).toBe(3);
    expect(JSON.parse(first.shown)).toMatchObject({ unproven: [{ key: keys[7], outcome: 'missing' }] });
    await proxy.close();
  });

  it('holds every proof to the root of --pin, for this audit only', async () => {
    const out = file('a.audit.jsonl');
    await audit([...remembered(), '--out', out]);
    const [, rootHash = ''] = /"rootHash":"([0-9a-f]{64})"/.exec(await readFile(out, 'utf8')) ?? [];
    expect((await audit([...remembered(), '--pin', rootHash])).code).toBe(0);
    const other = await audit([...remembered(), '--pin', 'ab'.repeat(32), '--report', file('lost.html')]);
    expect(other.code).toBe(1);
    // The first line says it, as in the window and in every report (C13).
    expect(other.shown).toMatch(/^.+; the pinned root was not seen\n/);
    expect(await readFile(file('lost.html'), 'utf8')).toContain('; the pinned root was not seen');
    expect((await audit(remembered())).code).toBe(0);
  });

  it('compares with an earlier audit, and keeps expected changes apart', async () => {
    const earlier = file('earlier.audit.jsonl');
    await audit([...listed(), '--out', earlier]);
    await service.post('/atoms', { key: keys[1], value: 'new' });
    const compared = [...listed(), '--compare', earlier, '--json'];
    const free = await audit(compared);
    expect(free.code).toBe(0);
    expect(JSON.parse(free.shown)).toMatchObject({
      comparison: { differing: 1, kinds: { version: { expected: 0, other: 1 } }, unexpected: null },
    });
    await writeFile(file('changes.txt'), `${keys[1]}\n`);
    const listedChange = await audit([...compared, '--expected-changes', file('changes.txt')]);
    expect(listedChange.code).toBe(0);
    await writeFile(file('changes.txt'), `${keys[2]}\n`);
    expect((await audit([...compared, '--expected-changes', file('changes.txt')])).code).toBe(1);
  });

  it('signs a bundle with the failures, which the verify command opens, with the file of the audit or without', async () => {
    const pem = generateKeyPairSync('ed25519', {
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    });
    await writeFile(file('signer.key'), pem.privateKey);
    await writeFile(file('signer.pem'), pem.publicKey);
    const [bundle, out, good] = [file('a.sigstore.json'), file('a.audit.jsonl'), file('good.audit.jsonl')];
    const signed = [...remembered(), '--bundle', bundle, '--signing-key', file('signer.key'), '--out'];
    expect((await audit([...signed, good])).code).toBe(0);
    // What was verified is not in the bundle, so it can only be taken from the record.
    const green = await verifyBundle(bundle, '--audit', good);
    expect(green.code).toBe(3);
    expect(green.shown).toContain('All 30 keys verified under one root');
    expect(green.shown).toContain('the one that the bundle is about');

    await fault({ tamper: 'value' });
    expect((await audit([...signed, out])).code).toBe(1);
    const red = await verifyBundle(bundle, '--audit', out);
    expect(red.code).toBe(1);
    expect(red.shown).toContain('30 of 30 keys failed');
    expect(red.shown).toContain('It contains 30 reads: 30 failed.');
    expect(red.shown).toContain('Intact, signer known');
    expect((await verifyBundle(bundle, '--audit', good)).shown).toContain(
      'not the one that the bundle is about',
    );
    await writeFile(good, (await readFile(good, 'utf8')).replace('"green"', '"red"'));
    await expect(verifyBundle(bundle, '--audit', good)).rejects.toThrow('were changed');
  });

  it('discovers keys, remembers them, and audits a branch of them', async () => {
    const found = await audit(['--discover', 'thing area', '--state', file('state'), '--json']);
    const report = JSON.parse(found.shown) as { counts: { records: number } };
    expect(report.counts.records).toBeGreaterThan(20);
    const branch = await audit(['--prefix', 'v1.area1', '--state', file('state'), '--json']);
    expect(branch.code).toBe(0);
    const { counts } = JSON.parse(branch.shown) as typeof report;
    expect(counts.records).toBeGreaterThan(5);
    expect(counts.records).toBeLessThan(report.counts.records);
  });

  it('merges parts into exactly the audit of one machine, apart from times and its ID', async () => {
    const whole = file('whole.audit.jsonl');
    await audit([...listed(), '--out', whole]);
    const parts = [1, 2, 3, 4].map((number) => file(`part${number}.audit.jsonl`));
    for (const [at, part] of parts.entries()) {
      const { code } = await audit([...listed(), '--shard', `${at + 1}/4`, '--out', part]);
      // A part alone is never green.
      expect(code).toBe(3);
    }
    const merged = file('merged.audit.jsonl');
    expect((await audit(['merge', ...parts, '--out', merged])).code).toBe(0);
    expect(await withoutTimes(merged)).toBe(await withoutTimes(whole));
    const some = await audit(['merge', ...parts.slice(1), '--json']);
    expect(some.code).toBe(3);
    expect(JSON.parse(some.shown)).toMatchObject({ reasons: [{ code: 'partial' }] });
    await expect(audit(['merge', whole])).rejects.toThrow('a whole audit, not a part of one');
    await writeFile(whole, (await readFile(whole, 'utf8')).replace('"green"', '"red"'));
    await expect(audit([...listed(), '--compare', whole])).rejects.toThrow('whole.audit.jsonl');
  });

  it('is incomplete when the service refuses or does not respond, and continues later', async () => {
    expect((await audit(remembered())).code).toBe(0);
    await fault({ status: 429, retryAfter: '3600' });
    const refused = await audit(remembered());
    expect(refused.code).toBe(2);
    expect(refused.told).toContain('0 of 30 keys were audited. To continue, run the same command again.');
    await fault({});
    const later = await audit(remembered());
    expect(later.told).toContain('Continuing the audit');
    expect(later.code).toBe(0);
    const nobody = await audit(listed(), 'http://127.0.0.1:1');
    expect([nobody.code, nobody.shown]).toEqual([
      2,
      expect.stringMatching(/^Incomplete: 0 of 30 keys read\n/),
    ]);
    expect(nobody.told).toContain('With --state DIR');
  });
});

describe('the audit command as a process', () => {
  it('stops on Ctrl-C with what it needs to continue, and keeps its streams apart', async () => {
    const env = { ...process.env, ATOM_SERVICE_KEY: service.readKey };
    const args = ['audit', '--url', service.address(), ...remembered(), '--json'];
    await fault({ latencyMs: 600_000 });
    const stopped = spawn(process.execPath, [path.join(programs, 'cli.js'), ...args], { env });
    let told = '';
    const begun = new Promise<void>((resolve) => {
      stopped.stderr.on('data', (chunk: Buffer) => {
        told += chunk.toString();
        if (told.includes('Auditing 30 keys')) resolve();
      });
    });
    await begun;
    stopped.kill('SIGINT');
    expect(await once(stopped, 'close')).toEqual([3, null]);
    expect(told).toContain('Interrupted. 0 of 30 keys were audited.');
    await fault({});
    const again = spawn(process.execPath, [path.join(programs, 'cli.js'), ...args], { env });
    const shown: string[] = [];
    again.stdout.on('data', (chunk: Buffer) => shown.push(chunk.toString()));
    expect(await once(again, 'close')).toEqual([0, null]);
    expect(JSON.parse(shown.join(''))).toMatchObject({ status: 'green', counts: { records: 30 } });
  });
});

async function withoutTimes(name: string): Promise<string> {
  const text = await readFile(name, 'utf8');
  return (
    text
      .replaceAll(/"(startedAt|finishedAt|id)":"[^"]*"/g, '"$1":""')
      // It covers them.
      .replace(/"sha256":"[0-9a-f]*"\}\n$/, '"sha256":""}\n')
  );
}

type Atoms = readonly { readonly key: string }[];

/** Forwards to the service. Once it lies, it changes the atoms of batch recalls. */
async function startProxy(change: (atoms: Atoms) => Atoms) {
  let isLying = false;
  const server: Server = createServer((request, response) => {
    void (async () => {
      const body = await bodyOf(request);
      const answer = await service.ask(request.method ?? 'GET', request.url ?? '/', {
        apiKey: service.fullKey,
        ...(body === '' ? {} : { body, headers: { 'Content-Type': 'application/json' } }),
      });
      const json = answer.body as { readonly atoms?: Atoms };
      const text =
        isLying && json.atoms !== undefined
          ? JSON.stringify({ ...json, atoms: change(json.atoms) })
          : answer.text;
      response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(text);
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lie: () => {
      isLying = true;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks).toString('utf8');
}
