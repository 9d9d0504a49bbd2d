import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { startTestService, type TestService } from '../../service/testing/startTestService.ts';

// The examples of docs/audit.md, run as they are written there, with another address and other folders.

const root = path.resolve(import.meta.dirname, '../..');
let page: string;
let programs: string;
let folder: string;
let service: TestService;

beforeAll(async () => {
  page = await readFile(path.join(root, 'docs/audit.md'), 'utf8');
  // The package that `npm install -g` installs. It is made as by `npm run package`: outside of the repository, without native modules.
  programs = await mkdtemp(path.join(tmpdir(), 'package-'));
  const script: string = path.join(root, 'scripts/setup/cliPackage.mjs');
  const { assembleCliPackage } = (await import(script)) as {
    readonly assembleCliPackage: (folder: string) => Promise<void>;
  };
  await assembleCliPackage(programs);
  await symlink(path.join(root, 'node_modules'), path.join(programs, 'node_modules'), 'junction');
});
afterAll(() => rm(programs, { recursive: true }));

const keys = Array.from({ length: 40 }, (_, at) => `v1.what.we.know.${String(at)}`);

beforeAll(async () => {
  service = await startTestService({ faults: true });
  await service.post('/batch-atoms', { atoms: keys.map((key) => ({ key, value: `value of ${key}` })) });
});
afterAll(() => service.stop());

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'documented-'));
  for (const name of ['bin', 'keys', 'parts', 'state']) await mkdir(path.join(folder, name));
  for (const name of ['keys.txt', 'keys/keys.txt']) await writeFile(path.join(folder, name), keys.join('\n'));
  await writeFile(path.join(folder, 'audit.env'), `ATOM_SERVICE_KEY=${service.readKey}\n`);
  await program('atom-explorer', `exec '${process.execPath}' '${path.join(programs, 'main/cli.js')}' "$@"`);
  await program('npx', 'exec "$@"');
  await program('mail', `{ echo "$@"; cat; } > '${path.join(folder, 'mail.txt')}'`);
  // What GNU parallel does with these arguments.
  await program(
    'parallel',
    `shift 2; line=; while [ "$1" != ":::" ]; do line="$line $1"; shift; done; shift
for each in "$@"; do $(echo "$line" | sed "s/{}/$each/g") & done; wait`,
  );
});
afterEach(async () => {
  await service.post('/admin/faults', {});
  await rm(folder, { recursive: true });
});

async function program(name: string, script: string): Promise<void> {
  const file = path.join(folder, 'bin', name);
  await writeFile(file, `#!/bin/sh\n${script}\n`);
  await chmod(file, 0o755);
}

/** The examples in a language, in their order. */
function examples(language: string): readonly string[] {
  return [...page.matchAll(/^```(\w*)\n(.*?)^```$/gms)]
    .filter(([, of]) => of === language)
    .map(([, , text = '']) => text);
}
function example(language: string, word: string): string {
  const [found, ...others] = examples(language).filter((text) => text.includes(word));
  if (found === undefined || others.length > 0) throw new Error(`Not one example with ${word}.`);
  return found;
}

/** With the address and the folders of this test. */
function here(text: string): string {
  return text
    .replaceAll('https://memory.example.com', service.address())
    .replaceAll('/etc/atom-audit.env', path.join(folder, 'audit.env'))
    .replaceAll('/tmp/atom-audit.txt', path.join(folder, 'audit.txt'))
    .replaceAll('/var/lib/atom-audit', path.join(folder, 'state'))
    .replaceAll(/(?<=^| )\/(keys|parts|state)(?=\/| |$)/g, `${folder}/$1`);
}

/** Runs it without an API key, unless it has one in `env`. */
async function run(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<number | null> {
  const { PATH = '' } = process.env;
  const child = spawn(command, args.map(here), {
    cwd: folder,
    env: { HOME: folder, PATH: `${path.join(folder, 'bin')}:${PATH}`, ...env },
    stdio: 'ignore',
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code;
}
const shell = (script: string, env?: Readonly<Record<string, string>>) => run('sh', ['-c', script], env);
const withKey = () => ({ ATOM_SERVICE_KEY: service.readKey });
const exists = async (name: string) => (await readdir(folder)).includes(name);

/** What the first run of a monitor leaves in its folder, once there was one. */
let begun: string | null = null;
/** The first run of a monitor, or what it left. Every monitor begins alike. */
async function beginMonitor(): Promise<void> {
  const state = path.join(folder, 'state');
  if (begun !== null) return cp(begun, state, { recursive: true });
  // Whether all are found is up to the service; those that are found are proven.
  expect(await shell(example('', '--discover'), withKey())).toBe(0);
  begun = await mkdtemp(path.join(tmpdir(), 'documented-state-'));
  return cp(state, begun, { recursive: true });
}
afterAll(async () => {
  if (begun !== null) await rm(begun, { recursive: true });
});

describe('the documented commands', () => {
  it('write a report, and find the keys of a monitor', async () => {
    expect(await shell(example('', '--keys keys.txt --report'), withKey())).toBe(0);
    expect(await readFile(path.join(folder, 'audit.html'), 'utf8')).toContain('All 40 keys verified');
    await beginMonitor();
    expect(await readdir(path.join(folder, 'state'))).not.toEqual([]);
  });

  it('send a mail from cron exactly if the audit is not green', async () => {
    await beginMonitor();
    const [, ...fields] = /^(\S+) (\S+) (\S+) (\S+) (\S+) (.*)\n$/.exec(example('', '0 * * * *')) ?? [];
    const command = fields[5] ?? '';
    // Cron would end the command there.
    expect(command).not.toContain('%');
    expect(await shell(command)).toBe(0);
    expect(await exists('mail.txt')).toBe(false);
    expect(await readFile(path.join(folder, 'state/last.html'), 'utf8')).toContain('verified');
    await service.post('/admin/faults', { tamper: 'value' });
    await shell(command);
    const mail = await readFile(path.join(folder, 'mail.txt'), 'utf8');
    expect(mail).toContain('Audit failed ops@example.com');
    expect(mail).toContain('keys failed');
  });

  it('run as a service of systemd, with the folder and the environment that its unit names', async () => {
    await beginMonitor();
    const [unit = '', timer = ''] = example('ini', 'ExecStart').split(/^# .*\.timer$/m);
    const settings = new Map(
      [...unit.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', setting = '']) => [name, setting]),
    );
    expect(timer).toContain('OnCalendar=');
    expect(settings.get('StateDirectory')).toBe('atom-audit');
    expect(settings.get('EnvironmentFile')).toBe('/etc/atom-audit.env');
    // %S is the folder that contains the folders of `StateDirectory`.
    const [command = '', ...args] = (settings.get('ExecStart') ?? '').replaceAll('%S', '/var/lib').split(' ');
    expect(await run(path.join(folder, 'bin', command), args, withKey())).toBe(0);
    expect(await readFile(path.join(folder, 'state/last.xml'), 'utf8')).toContain('failures="0"');
  });

  it('run as a CronJob of Kubernetes', async () => {
    await beginMonitor();
    const { schedule, jobTemplate } = z
      .object({
        kind: z.literal('CronJob'),
        schedule: z.string(),
        concurrencyPolicy: z.literal('Forbid'),
        jobTemplate: z.object({ spec: job }),
      })
      .parse(flat(example('yaml', 'CronJob')));
    expect(schedule.split(' ')).toHaveLength(5);
    const [container] = containersOf(jobTemplate.spec);
    // The image starts the app with these arguments.
    expect(await run('atom-explorer', container?.args ?? [], withKey())).toBe(0);
  });

  it('run as an Indexed Job of Kubernetes, whose parts merge to the whole audit', async () => {
    const indexed = job
      .extend({ completionMode: z.literal('Indexed'), completions: z.number(), parallelism: z.number() })
      .parse(flat(example('yaml', 'Indexed')));
    const [container] = containersOf(indexed);
    const [command = '', ...options] = container?.command ?? [];
    const pod = (index: number, env = withKey()) =>
      run(command, [...options, ...(container?.args ?? [])], { ...env, JOB_COMPLETION_INDEX: String(index) });
    const indexes = Array.from({ length: indexed.completions }, (_, index) => index);
    const codes = [];
    for (const index of indexes) codes.push(await pod(index));
    expect(codes).toEqual(indexes.map(() => 0));
    expect(await shell(`${merge('/parts')} --out whole.audit.jsonl`)).toBe(0);
    // A part that could not run must not count as done: the pod is started again.
    expect(await pod(0, { ATOM_SERVICE_KEY: '' })).toBe(2);
    // One that is not green is done; the merged audit says so. (Nobody knows the hashing rules, so it cannot say more.)
    await service.post('/admin/faults', { tamper: 'value' });
    expect(await pod(0)).toBe(0);
    expect(await shell(merge('/parts'))).toBe(3);
  });

  it('are spread by GNU parallel, and merged', async () => {
    const [parts, whole] = example('sh', 'parallel').split(/^(?=atom-explorer audit merge)/m);
    await shell(parts ?? '', withKey());
    expect((await readdir(folder)).filter((name) => name.startsWith('part'))).toContain('part4.audit.jsonl');
    expect(await shell(whole ?? '')).toBe(0);
    expect(await readFile(path.join(folder, 'whole.html'), 'utf8')).toContain('All 40 keys verified');
  });
});

it('checks, copies, audits, and hands over evidence by the script of docs/scripting.md', async () => {
  const [, script = ''] =
    /^```sh\n(.*?)^```$/ms.exec(await readFile(path.join(root, 'docs/scripting.md'), 'utf8')) ?? [];
  const team = await startTestService({ seedDemo: true });
  const copy = await startTestService();
  try {
    const code = await shell(script, {
      TEAM: team.address(),
      TEAM_KEY: team.readKey,
      COPY: copy.address(),
      COPY_KEY: copy.fullKey,
    });
    expect(code).toBe(0);
  } finally {
    await team.stop();
    await copy.stop();
  }
  expect(await readFile(path.join(folder, 'copy.html'), 'utf8')).toContain('All 345 keys verified');
  await readFile(path.join(folder, 'copy.sigstore.json'));
});

const merge = (parts: string): string => `atom-explorer audit merge ${parts}/*.audit.jsonl`;

const volumes = z.array(z.object({ name: z.string() }));
const job = z.object({
  template: z.object({
    spec: z.object({
      restartPolicy: z.literal('Never'),
      containers: z.array(
        z.object({
          command: z.array(z.string()).optional(),
          args: z.array(z.string()),
          env: z.array(z.object({ name: z.literal('ATOM_SERVICE_KEY') })),
          volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })),
        }),
      ),
      volumes,
    }),
  }),
});

/** A manifest without its head, and with its specification beside its kind. */
function flat(yaml: string): unknown {
  expect(parseAllDocuments(yaml)).toHaveLength(1);
  const manifest = z
    .object({
      apiVersion: z.literal('batch/v1'),
      kind: z.string(),
      metadata: z.object({ name: z.string() }),
      spec: z.record(z.string(), z.unknown()),
    })
    .parse(parse(yaml));
  return { kind: manifest.kind, ...manifest.spec };
}

/** Its containers, whose volumes are those of the pod, and which use no folder outside of them. */
function containersOf({ template: { spec } }: z.output<typeof job>) {
  for (const { args, volumeMounts } of spec.containers) {
    expect(volumeMounts.map(({ name }) => name)).toEqual(spec.volumes.map(({ name }) => name));
    const folders = [...args.join(' ').matchAll(/ (\/\w+)/g)].map(([, name]) => name);
    expect(new Set(folders)).toEqual(new Set(volumeMounts.map(({ mountPath }) => mountPath)));
  }
  return spec.containers;
}
