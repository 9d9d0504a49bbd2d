import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { respondJson, startScriptedServer } from '../engine/client/testing/scriptedServer.ts';
import { startTestService, type TestService } from '../service/testing/startTestService.ts';
import { builtPrograms } from '../engine/testing/builtPrograms.ts';
import { exitCodes, UnusableInput, UsageError } from './command.ts';
import { runRecall } from './commands/recall.ts';

// The command with the real embedded service, in this process and as its own, bundled as for release.
let folder: string;
let programs: string;
let service: TestService;

/** The rules of the embedded service. */
const whole =
  'hash=sha-256,node=prefix-01,shape=rfc6962,order=leaf-to-root,digest=prefix-00,preimage=json:key,value,version';
const theme = 'v1.user.Glen.preference.theme';
const pump = 'v1.site.bay.pump.pressure';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atom-recall-'));
  programs = await builtPrograms();
  service = await startTestService({ faults: true });
  const atoms = { [theme]: 'dark', [pump]: '2.4 bar', 'v1.project.deadline': 'Friday' };
  await service.post('/batch-atoms', {
    atoms: Object.entries(atoms).map(([key, value]) => ({ key, value })),
  });
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});

const answer = z.object({
  url: z.string(),
  at: z.iso.datetime(),
  requireVerified: z.boolean(),
  counts: z.object({ met: z.number(), missed: z.number(), unclear: z.number(), notRun: z.number() }),
  scheme: z.object({ path: z.array(z.string()), leaf: z.array(z.string()) }),
  grounds: z.array(
    z.object({ name: z.string(), state: z.string(), holdsBack: z.boolean(), why: z.string() }),
  ),
  results: z.array(
    z.object({
      name: z.string().nullable(),
      query: z.string(),
      within: z.number(),
      limit: z.number(),
      outcome: z.enum(['met', 'missed', 'unclear', 'not-run']),
      why: z.string().min(10),
      error: z.string().nullable(),
      expected: z.array(z.object({ key: z.string(), rank: z.number().nullable() })).nullable(),
      rejected: z.array(z.object({ key: z.string(), rank: z.number().nullable() })).nullable(),
      verdicts: z
        .object({
          green: z.number(),
          keyOnly: z.number(),
          amber: z.number(),
          red: z.number(),
        })
        .nullable(),
      oddities: z.number().nullable(),
    }),
  ),
});

interface Given {
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
}

async function run(args: readonly string[], { input = '', env = {} }: Given = {}) {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await runRecall(args, {
    print: (line) => out.push(`${line}\n`),
    complain: (line) => err.push(`${line}\n`),
    note: (line) => err.push(`${line}\n`),
    progress: () => undefined,
    write: () => undefined,
    readStdin: async () => Buffer.from(input),
    env,
  }).catch((error: unknown) => {
    if (!(error instanceof UsageError || error instanceof UnusableInput)) throw error;
    err.push(error.message);
    return exitCodes.unusable;
  });
  return { code, stdout: out.join(''), stderr: err.join('') };
}

/** Starting a process takes longer than what it does, so a few tests stand for all. */
async function runProcess(args: readonly string[], { input = '', env = {} }: Given = {}) {
  const child = spawn(process.execPath, [join(programs, 'cli.js'), 'recall', ...args], {
    env: { PATH: process.env['PATH'], ...env },
  });
  const [out, err]: [string[], string[]] = [[], []];
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk.toString()));
  child.stdin.end(input);
  const code = await new Promise<number | null>((done) => child.on('close', done));
  return { code, stdout: out.join(''), stderr: err.join('') };
}

async function fileOf(...expectations: readonly object[]): Promise<string> {
  const file = join(folder, 'expectations.json');
  await writeFile(file, JSON.stringify({ format: 'atom-explorer-expectations', version: 1, expectations }));
  return file;
}
const withKey = () => ({ env: { ATOM_SERVICE_KEY: service.readKey } });
const asked = (file: string) => ['--expect', file, '--url', service.address()];
const findsTheme = { query: 'theme preference of Glen', within: 1, expect: [theme], reject: [pump] };

describe('atom-explorer recall', () => {
  it('exits with 0 if all are met, and shows the verdicts of the hits', async () => {
    const file = await fileOf(findsTheme, {
      name: 'the pump',
      query: 'pump pressure',
      within: 2,
      expect: [pump],
    });
    const { code, stdout } = await runProcess(
      [...asked(file), '--require-verified', '--scheme', whole],
      withKey(),
    );
    expect(code).toBe(0);
    expect(stdout).toContain('[ok] “theme preference of Glen”: Met');
    expect(stdout).toContain('[ok] “the pump” (“pump pressure”): Met');
    expect(stdout).toContain(`+ rank 1 (verified)  “${theme}”, expected within 1`);
    expect(stdout).toContain('2 expectations: 2 met, 0 not met.');
  });

  it('exits with 1 if one is not met, and names the key and its rank', async () => {
    const file = await fileOf(findsTheme, {
      query: 'theme of Glen',
      within: 1,
      expect: [pump],
      reject: [theme],
    });
    const { code, stdout } = await run([...asked(file), '--json', '--scheme', whole], withKey());
    expect(code).toBe(1);
    expect(stdout.trimEnd()).not.toContain('\n');
    const report = answer.parse(JSON.parse(stdout));
    expect(report.counts).toEqual({ met: 1, missed: 1, unclear: 0, notRun: 0 });
    expect(report.results[1]).toMatchObject({ outcome: 'missed', rejected: [{ key: theme, rank: 1 }] });
    expect(report.results[0]?.verdicts).toMatchObject({ keyOnly: 0, amber: 0, red: 0 });
    expect(report.scheme.path.length).toBeGreaterThan(0);
  });

  it('counts no hit as verified by rules that only the responses show (C2)', async () => {
    const file = await fileOf(findsTheme);
    const { code, stdout } = await run([...asked(file), '--require-verified'], withKey());
    expect(code).toBe(3);
    expect(stdout).toContain('Hashing rules are stated only by what is being checked');
    expect(stdout).toContain('Give rules from another source');
    const json = await run([...asked(file), '--json'], withKey());
    expect(json.code).toBe(0);
    expect(answer.parse(JSON.parse(json.stdout))).toMatchObject({
      grounds: expect.arrayContaining([
        expect.objectContaining({ name: 'rules', state: 'from-the-claim', holdsBack: true }),
      ]) as unknown,
      results: [{ verdicts: { green: 0, keyOnly: 0, red: 0 } }],
    });
    const partly = ['--require-verified', '--scheme', 'hash=sha-256,node=prefix-01'];
    expect((await run([...asked(file), ...partly], withKey())).code).toBe(3);
  });

  it.each([
    ['a copy with another value', { value: 'light' }],
    ['a copy without its proof', { proof: null }],
  ])('does not count a key as verified if the response also has %s', async (_, change) => {
    const proven = await service.get(`/atoms/${theme}`);
    const atom = { ...z.looseObject({}).parse(proven.body), score: 0.9 };
    const two = await startScriptedServer((_request, response) =>
      respondJson(response, 200, { atoms: [atom, { ...atom, ...change, score: 0.8 }] }),
    );
    const file = await fileOf(findsTheme);
    const rules = ['--require-verified', '--scheme', whole];
    const { code, stdout } = await run(['--expect', file, '--url', two.address, ...rules], withKey());
    await two.close();
    expect([code, stdout]).toEqual([
      'value' in change ? 1 : 3,
      expect.stringContaining('hits: 0 verified') as unknown,
    ]);
  });

  it('requires verified hits only on request', async () => {
    await service.post('/admin/faults', { tamper: 'value' });
    const file = await fileOf(findsTheme);
    const [loose, strict] = [
      await run(asked(file), withKey()),
      await run(
        [...asked(file), '--require-verified', '--scheme', 'hash=sha-256,node=prefix-01,shape=rfc6962'],
        withKey(),
      ),
    ];
    await service.post('/admin/faults', { tamper: 'none' });
    expect([loose.code, strict.code]).toEqual([0, 3]);
    expect(strict.stdout).toContain('could not be checked');
  });

  it('exits with 3 if it cannot be determined: a wrong key, no response, an unreadable response', async () => {
    const file = await fileOf(findsTheme, findsTheme);
    const wrong = await run([...asked(file), '--json'], {
      env: { ATOM_SERVICE_KEY: 'certainly-not-the-key' },
    });
    expect(wrong.code).toBe(3);
    expect(answer.parse(JSON.parse(wrong.stdout))).toMatchObject({
      counts: { met: 0, missed: 0, notRun: 2 },
      results: [{ outcome: 'not-run', error: 'unauthorized', expected: null }, { outcome: 'not-run' }],
    });
    expect(wrong.stdout + wrong.stderr).not.toContain('certainly-not-the-key');

    const nothing = await run(['--expect', file, '--url', 'http://127.0.0.1:1'], withKey());
    expect([nothing.code, nothing.stdout]).toEqual([3, expect.stringContaining('2 could not run')]);

    const odd = await startScriptedServer((_request, response) =>
      respondJson(response, 200, { atoms: 'none' }),
    );
    const unreadable = await run(['--expect', file, '--url', odd.address], withKey());
    await odd.close();
    expect([unreadable.code, unreadable.stdout]).toEqual([3, expect.stringContaining('atoms')]);
  });

  it('reports a 429 that asks for longer than --patience, and continues with the rest', async () => {
    const limited = await startScriptedServer((_request, response, index) => {
      response.setHeader('Retry-After', index === 0 ? '1' : '86400');
      respondJson(response, 429, {});
    });
    const file = await fileOf(findsTheme, { ...findsTheme, query: 'other' });
    const { code, stderr, stdout } = await run(
      ['--expect', file, '--url', limited.address, '--patience', '5'],
      withKey(),
    );
    await limited.close();
    expect([code, stdout]).toEqual([3, expect.stringContaining('2 could not run')]);
    expect(stderr).toBe(
      'The service responded with 429 (too many requests) and asks to wait 10 min. Not waiting, because only 5 s of --patience are left. Set --patience SECONDS to wait longer.\n',
    );
  });

  it('exits with 1 rather than 3 if one is not met and another could not be run', async () => {
    const partly = await startScriptedServer((_request, response, index) =>
      respondJson(response, index === 0 ? 200 : 418, { atoms: [] }),
    );
    const file = await fileOf(findsTheme, { ...findsTheme, query: 'other' });
    const { code, stdout } = await run(['--expect', file, '--url', partly.address], withKey());
    await partly.close();
    expect(code).toBe(1);
    expect(stdout).toContain('1 not met, 1 could not run');
  });

  it('reports responses that do not follow the API', async () => {
    const odd = await startScriptedServer((_request, response) =>
      respondJson(response, 200, {
        atoms: [7, 8].map((score) => ({ key: theme, value: 'x', version: 1, score })),
      }),
    );
    const { code, stdout } = await run(
      ['--expect', await fileOf(findsTheme), '--url', odd.address, '--json'],
      withKey(),
    );
    await odd.close();
    expect(code).toBe(0);
    expect(answer.parse(JSON.parse(stdout)).results[0]).toMatchObject({
      oddities: 4,
      verdicts: { green: 0, keyOnly: 0, amber: 2 },
    });
  });

  it('reads the key from another variable or from standard input, and sends no other', async () => {
    const file = await fileOf(findsTheme);
    const named = await runProcess([...asked(file), '--key-env', 'MY_KEY'], {
      env: { MY_KEY: service.readKey },
    });
    const piped = await runProcess([...asked(file), '--key-stdin'], { input: `${service.readKey}\n` });
    expect([named.code, piped.code]).toEqual([0, 0]);
  });

  it('reads the expectations from standard input', async () => {
    const input = JSON.stringify({
      format: 'atom-explorer-expectations',
      version: 1,
      expectations: [findsTheme],
    });
    const { code } = await run(['--expect', '-', '--url', service.address()], { ...withKey(), input });
    expect(code).toBe(0);
  });

  it.each([
    ['--expect', []],
    ['--url', ['--expect', 'x']],
    ['ATOM_SERVICE_KEY', ['--expect', 'x', '--url', 'https://a.example']],
    ['NOT_SET', ['--expect', 'x', '--url', 'https://a.example', '--key-env', 'NOT_SET']],
    ['https', ['--expect', 'x', '--url', 'http://memory.example.org']],
    ['both', ['--expect', '-', '--url', 'https://a.example', '--key-stdin']],
    ['not both', ['--expect', 'x', '--url', 'https://a.example', '--key-stdin', '--key-env', 'K']],
    ['“--key”', ['--expect', 'x', '--url', 'https://a.example', '--key', 'k']],
    ['--patience', ['--expect', 'x', '--url', 'https://a.example', '--patience', '-1']],
    ['--scheme', ['--expect', 'x', '--url', 'https://a.example', '--scheme', 'nonsense']],
  ])('names %s, exits with 2, and sends nothing: %j', async (named, args) => {
    const { code, stdout, stderr } = await run(args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(named);
  });

  it.each([
    ['expectations[0].within', JSON.stringify({ ...findsTheme, within: 0 })],
    ['expectations[0]', JSON.stringify({ ...findsTheme, expects: [] })],
  ])('names %s in an invalid file, exits with 2, and sends nothing', async (field, expectation) => {
    const { code, stdout, stderr } = await runProcess(
      asked(await fileOf(JSON.parse(expectation) as object)),
      withKey(),
    );
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(field);
  });
});
