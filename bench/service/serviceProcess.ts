import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { createInterface } from 'node:readline';

export interface ServiceProcess {
  readonly log: readonly string[];
  /** The parsed body of the response. @throws Error for a status of 400 or more. */
  ask(method: string, path: string, body?: unknown): Promise<unknown>;
  /** Of all its threads, in milliseconds; null where the system does not tell (anything but Linux). */
  processorMs(): Promise<number | null>;
  /** Resident memory, in MiB. */
  memoryMiB(): number;
  stop(): Promise<void>;
}

/** Ticks of the clock in `/proc` take 10 ms on every Linux that Node supports. */
const tickMs = 10;

/** Starts the bundled service at `program`, and resolves when it listens. */
export async function startService(program: string, data: string): Promise<ServiceProcess> {
  const child = spawn(process.execPath, [program, '--data', data, '--json', '--rate', '1000000'], {
    env: { ...process.env, ATOM_SERVICE_FULL_KEY: 'bench' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log: string[] = [];
  createInterface(child.stderr).on('line', (line) => log.push(line));
  const line = await Promise.race([
    once(createInterface(child.stdout), 'line').then(([first]) => String(first)),
    once(child, 'exit').then(() => Promise.reject(new Error(`The service ended: ${log.join('\n')}`))),
  ]);
  const { hostname, port } = new URL((JSON.parse(line) as { readonly address: string }).address);
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  const pid = child.pid ?? 0;
  const headers = { Authorization: 'Bearer bench', 'Content-Type': 'application/json' };

  return {
    log,
    ask: (method, path, body) =>
      new Promise((resolve, reject) => {
        const sent = request({ hostname, port, method, path, agent, headers }, (answer) => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.on('error', reject);
          answer.on('end', () => {
            const text = Buffer.concat(chunks).toString();
            const status = answer.statusCode ?? 0;
            if (status >= 400) reject(new Error(`${method} ${path} answered ${String(status)}: ${text}`));
            else resolve(JSON.parse(text));
          });
        });
        sent.on('error', reject);
        sent.end(body === undefined ? undefined : JSON.stringify(body));
      }),
    async processorMs() {
      const stat = await readFile(`/proc/${String(pid)}/stat`, 'utf8').catch(() => null);
      if (stat === null) return null;
      // The name of the program, in parentheses, may contain spaces; user and system time are fields 14 and 15.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return (Number(fields[11]) + Number(fields[12])) * tickMs;
    },
    memoryMiB: () =>
      Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1_024,
    async stop() {
      agent.destroy();
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
