import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rename, stat, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockFolder } from '../../engine/storage/folderLock.ts';
import { startAuditBench, type AuditBench } from './testing/auditBench.ts';
import { nextStart } from './watch.ts';

const hour = 3_600_000;
const secret = 'a secret of the test';
const env = { ATOM_NOTIFY_SECRET: secret };
const key = 'v1.private.key';
const value = 'a private value';

interface Notice {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Receives notices, and answers with these statuses, then with 204. */
async function startHook() {
  const got: Notice[] = [];
  const statuses: number[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      got.push({ headers: request.headers, body: Buffer.concat(chunks).toString('utf8') });
      response.writeHead(statuses.shift() ?? 204, { Location: '/elsewhere' }).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    got,
    statuses,
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    json: () => got.map(({ body }) => JSON.parse(body) as Record<string, unknown>),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

let bench: AuditBench;
let hook: Awaited<ReturnType<typeof startHook>>;
beforeEach(async () => {
  bench = await startAuditBench(new Map([[key, value]]));
  hook = await startHook();
});
afterEach(async () => {
  await hook.close();
  await bench.close();
});

/** A clock that only waiting moves. */
function clock(whileWaiting: (wait: number) => Promise<void> = async () => undefined) {
  let at = Date.now();
  const slept: number[] = [];
  return {
    slept,
    effects: {
      now: () => at,
      random: () => 1,
      sleep: async (ms: number) => {
        slept.push(ms);
        at += ms;
        await whileWaiting(slept.length);
      },
    },
  };
}

const metrics = () => bench.text('audit.prom');
const keysAndState = () => ['--keys', bench.file('keys.txt'), '--state', bench.file('state')];
const notifies = () => ['--notify', hook.address, '--metrics', bench.file('audit.prom')];

describe('a watch', () => {
  it('tells of changes and failures, survives rounds that fail, and never keeps an earlier result', async () => {
    const seen: string[] = [];
    let stop = (): void => undefined;
    const { effects, slept } = clock(async (wait) => {
      seen.push(await metrics());
      if (wait === 2) await bench.fault({ tamper: 'value' });
      if (wait === 3) {
        await bench.fault({});
        await rename(bench.file('keys.txt'), bench.file('away.txt'));
      }
      if (wait === 4) await rename(bench.file('away.txt'), bench.file('keys.txt'));
      if (wait === 5) stop();
    });
    const ran = await bench.audit([...keysAndState(), ...notifies(), '--every', '1h'], {
      env,
      effects,
      whenTold: (_, end) => {
        stop = end;
      },
    });
    expect(slept).toEqual([hour, hour, hour, hour, hour]);
    expect(
      hook.json().map(({ verdict, previousVerdict, exitCode }) => [verdict, previousVerdict, exitCode]),
    ).toEqual([
      ['green', null, 0],
      ['red', 'green', 1],
      ['amber', 'red', 2],
      ['green', 'amber', 0],
    ]);
    for (const { body } of hook.got) expect(body).not.toMatch(/private/);
    expect(hook.got.map(({ body }) => body.includes(bench.service.readKey))).not.toContain(true);
    const [good, , red, failed, last] = seen;
    expect(good).toContain('atom_audit_round_verdict{verdict="green"} 1');
    expect(good).toContain('atom_audit_completed_keys{outcome="green"} 1');
    expect(good).toMatch(/^atom_audit_completed_tree_size \d+$/m);
    expect(good).toMatch(/^atom_audit_next_round_timestamp_seconds [\d.e+]+$/m);
    expect(red).toContain('atom_audit_completed_verdict{verdict="red"} 1');
    expect(failed).toContain('atom_audit_round_exit_code 2');
    expect(failed).toContain('atom_audit_round_verdict{verdict="green"} 0');
    const time = /^atom_audit_completed_timestamp_seconds .*$/m;
    expect(time.exec(String(failed))?.[0]).toBe(time.exec(String(red))?.[0]);
    expect(last).toContain('atom_audit_rounds_total 5');
    expect(last).toContain('atom_audit_rounds_failed_total 2');
    expect(last).toMatch(/# EOF\n$/);
    expect((await stat(bench.file('audit.prom'))).mode & 0o777).toBe(0o644);
    expect(ran.code).toBe(3);
  });

  it('ends with what it had when it is stopped during an audit, and continues it later', async () => {
    const args = [...keysAndState(), ...notifies(), '--every', '1h'];
    const { effects, slept } = clock();
    const stopped = await bench.audit(args, {
      env,
      effects,
      whenTold: (line, stop) => {
        if (line.startsWith('Auditing')) stop();
      },
    });
    expect(stopped.code).toBe(3);
    expect(slept).toEqual([]);
    expect(hook.got).toEqual([]);
    const text = await metrics();
    expect(text).toContain('atom_audit_round_exit_code 3');
    expect(text).not.toContain('atom_audit_completed');
    expect(text).not.toContain('atom_audit_next_round');
    const later = await bench.audit(keysAndState());
    expect(later.told).toContain('Continuing the audit');
    expect(later.code).toBe(0);
  });

  it('does not run beside another watch of its state folder', async () => {
    const lock = await lockFolder(bench.file('state/watch'), 'atom-explorer audit');
    const ran = await bench.audit([...keysAndState(), '--every', '1h', '--max-wait', '0']);
    await lock.release();
    expect(ran.code).toBe(2);
    expect(ran.told).toContain('The watch of --state');
  });

  it('starts at times that do not drift, and leaves out those that have passed', () => {
    expect(nextStart(100, 60, 100)).toBe(160);
    expect(nextStart(100, 60, 159)).toBe(160);
    expect(nextStart(100, 60, 160)).toBe(220);
    expect(nextStart(100, 60, 500)).toBe(520);
  });

  it.each([
    [['--every', '1h', '--url', 'http://127.0.0.1:1', '--keys', 'keys.txt'], 'only once'],
    [['--every', '1h', '--keys', 'keys.txt'], '--every needs --url and --state'],
    [['--every', '0m', '--keys', 'keys.txt', '--state', 's'], 'from 1m to 7d'],
    [['--every', '1h', '--keys', '-', '--state', 's'], 'must be in a file'],
    [['--every', '1h', '--known', '--state', 's', '--accept-lost-state'], 'without --every'],
    [['--keys', 'keys.txt', '--notify', 'http://hooks.example.com/'], 'starts with https://'],
    [['--keys', 'keys.txt', '--notify-when', 'always'], 'needs --notify'],
  ] as const)('refuses %j', async (args, said) => {
    const ran = await bench.audit(args);
    expect(ran.code).toBe(2);
    expect(ran.told).toContain(said);
  });
});

describe('a single audit', () => {
  it('never leaves good metrics if the service cannot be reached', async () => {
    expect((await bench.audit([...keysAndState(), ...notifies()], { env })).code).toBe(0);
    expect(await metrics()).toContain('atom_audit_round_verdict{verdict="green"} 1');
    const ran = await bench.audit(['--keys', bench.file('keys.txt'), ...notifies()], {
      env,
      url: 'http://127.0.0.1:1',
    });
    expect(ran.code).toBe(2);
    const text = await metrics();
    expect(text).toContain('atom_audit_round_exit_code 2');
    expect(text).toContain('atom_audit_round_verdict{verdict="amber"} 1');
    expect(text).not.toContain('atom_audit_completed');
    expect(hook.json().map(({ verdict }) => verdict)).toEqual(['green', 'amber']);
  });

  it('sends a notice again while the receiver is unavailable, and gives up in the end', async () => {
    hook.statuses.push(503, 429);
    const { effects, slept } = clock();
    const args = [...keysAndState(), ...notifies()];
    expect((await bench.audit(args, { env, effects })).code).toBe(0);
    expect(new Set(hook.json().map(({ id }) => id)).size).toBe(1);
    expect(slept).toEqual([2_000, 4_000]);
    hook.statuses.push(...Array.from({ length: 9 }, () => 500));
    const ran = await bench.audit(args, { env, effects });
    expect(ran.code).toBe(2);
    expect(ran.told).toContain('could not be delivered');
    expect(hook.got).toHaveLength(3 + 5);
    expect(await metrics()).toContain('atom_audit_notices_failed_total 1');
  });

  it('does not follow redirects', async () => {
    hook.statuses.push(307);
    expect((await bench.audit([...keysAndState(), ...notifies()], { env })).code).toBe(2);
    expect(hook.got).toHaveLength(1);
  });

  it('does not start without a secret to sign with', async () => {
    const ran = await bench.audit([...keysAndState(), ...notifies()]);
    expect(ran.code).toBe(2);
    expect(ran.told).toContain('ATOM_NOTIFY_SECRET must contain the secret');
  });

  it('signs notices so that the documented programs accept them, and nothing else', async () => {
    await writeFile(bench.file('secret.txt'), `${secret}\n`);
    await bench.audit([...keysAndState(), ...notifies(), '--notify-secret-file', bench.file('secret.txt')]);
    const [{ headers, body }] = hook.got as [Notice];
    const page = await readFile(path.join(import.meta.dirname, '../../docs/audit.md'), 'utf8');
    const example = (language: string): string =>
      new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'ms').exec(page)?.[1] ?? '';
    const [timestamp, signature] = ['atom-explorer-timestamp', 'atom-explorer-signature'].map((name) =>
      String(headers[name]),
    ) as [string, string];
    const run = promisify(execFile);
    const results = async (given: string, at: string): Promise<readonly string[]> => {
      const python = `${example('python')}
import sys
print(is_genuine(sys.argv[1].encode(), {"Atom-Explorer-Timestamp": sys.argv[2], "Atom-Explorer-Signature": sys.argv[3]}, sys.argv[4].encode()))`;
      const node = `${example('js')}
const [, secret, at, signature, body] = process.argv;
console.log(isGenuine(secret, { 'atom-explorer-timestamp': at, 'atom-explorer-signature': signature }, Buffer.from(body)));`;
      const args = [secret, at, signature, given];
      const ran = await Promise.all([
        run('python3', ['-c', python, ...args]),
        run(process.execPath, ['-e', node, ...args]),
      ]);
      return ran.map(({ stdout }) => stdout.trim().toLowerCase());
    };
    expect(await results(body, timestamp)).toEqual(['true', 'true']);
    expect(await results(`${body} `, timestamp)).toEqual(['false', 'false']);
    expect(await results(body, String(Number(timestamp) - 400))).toEqual(['false', 'false']);
  });
});
