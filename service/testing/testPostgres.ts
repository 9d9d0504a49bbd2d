import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import postgres from 'postgres';

/** The user `nobody`: PostgreSQL refuses to run as root. */
const unprivileged = 65_534;

/** One server of PostgreSQL: a private folder, a socket in it, and no port. */
export interface TestPostgres {
  /** The address of a new, empty database. */
  newDatabase(): Promise<string>;
  /** `SIGKILL`. Its other processes notice, and end within moments. */
  kill(): Promise<void>;
  /** Starts it again after `kill`. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

function programs(): string {
  const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql') : [];
  const newest = versions.map(Number).sort((one, other) => other - one)[0];
  const folder = newest === undefined ? null : `/usr/lib/postgresql/${newest}/bin`;
  const found = [...(process.env['PATH'] ?? '').split(':'), folder ?? ''].find(
    (one) => one !== '' && existsSync(join(one, 'initdb')),
  );
  if (found === undefined) {
    throw new Error(
      'These tests need PostgreSQL 15 or later. Install it (on Debian: postgresql), then run them again.',
    );
  }
  return found;
}

/** A start takes a second, on a busy machine a minute. */
const mostTries = 2_000;

const isRoot = process.getuid?.() === 0;
const asUser = isRoot
  ? ['setpriv', `--reuid=${unprivileged}`, `--regid=${unprivileged}`, '--clear-groups']
  : [];

/**
 * Starts a server with a new, empty cluster. It ends with this process, whatever ends that.
 *
 * @param isDurable whether it waits for the disk; only tests that kill it need that
 */
export async function startPostgres({ isDurable = false } = {}): Promise<TestPostgres> {
  const bin = programs();
  const folder = mkdtempSync(join(tmpdir(), 'atom-postgres-'));
  if (isRoot) chownSync(folder, unprivileged, unprivileged);
  const data = join(folder, 'data');
  const [first, ...rest] = [...asUser, join(bin, 'initdb')];
  const initArgs = ['-D', data, '-U', 'atoms', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
  execFileSync(first, [...rest, ...initArgs], { stdio: ['ignore', 'ignore', 'pipe'] });

  const settings = [
    ['listen_addresses', ''],
    ['unix_socket_directories', folder],
    ['fsync', isDurable ? 'on' : 'off'],
    ['max_connections', '60'],
    ['autovacuum', 'off'],
  ].flatMap(([name, value]) => ['-c', `${name}=${value}`]);

  /** The shell ends the server when the pipe closes, and removes the folder: with this process, even if that is killed. */
  const script = `
    "$@" & server=$!
    read -r how
    if [ "$how" = kill ]; then kill -KILL $server; else kill -INT $server; fi
    wait $server 2>/dev/null
    [ "$how" = kill ] || rm -rf "$FOLDER"`;
  let running: ReturnType<typeof launch> | null = null;

  function launch() {
    const child = spawn(
      'sh',
      ['-c', script, 'postgres', ...asUser, join(bin, 'postgres'), '-D', data, ...settings],
      {
        env: { PATH: process.env['PATH'], FOLDER: folder, LC_ALL: 'C' },
        stdio: ['pipe', 'ignore', 'ignore'],
      },
    );
    child.unref();
    const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    return { child, exited };
  }

  const admin = (database: string) =>
    postgres({ host: folder, user: 'atoms', database, max: 1, onnotice: () => undefined });

  async function start(): Promise<void> {
    running = launch();
    for (let tries = 0; ; tries += 1) {
      const sql = admin('postgres');
      try {
        await sql`SELECT 1`;
        return;
      } catch (error) {
        if (tries > mostTries) throw error;
        await delay(50);
        // After a kill, it refuses to start while others of its processes still end.
        if (running.child.exitCode !== null) running = launch();
      } finally {
        await sql.end({ timeout: 0 });
      }
    }
  }

  async function end(how: 'stop' | 'kill'): Promise<void> {
    if (running === null) return;
    running.child.stdin.write(`${how}\n`);
    running.child.stdin.end();
    await running.exited;
    running = null;
  }

  let databases = 0;
  await start();
  return {
    start,
    kill: () => end('kill'),
    stop: () => end('stop'),
    async newDatabase() {
      const name = `atoms${(databases += 1)}`;
      const sql = admin('postgres');
      try {
        await sql.unsafe(`CREATE DATABASE ${name}`);
      } finally {
        await sql.end();
      }
      return `postgres://atoms@localhost/${name}?host=${encodeURIComponent(folder)}`;
    },
  };
}

let shared: Promise<TestPostgres> | null = null;

/** A new, empty database of a server that the tests of this process share. The server ends with the process. */
export async function newTestDatabase(): Promise<string> {
  shared ??= startPostgres();
  return (await shared).newDatabase();
}
