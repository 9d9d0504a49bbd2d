import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { knownKey } from '../../service/auth/apiKeys.ts';
import { createService } from '../../service/createService.ts';
import type { SentAtom } from './alteringProxy.ts';

/** The real embedded service, reached over HTTP like any other. */
export interface RunningService {
  readonly address: string;
  readonly port: number;
  readonly fullKey: string;
  readonly readKey: string;
  /** Switches faults on demand; the service was started with `--faults`. */
  readonly setFaults: (faults: Readonly<Record<string, unknown>>) => Promise<void>;
  /** Stores an atom past the app, as another writer would. */
  readonly store: (key: string, value: string) => Promise<void>;
  /** The same for many, a thousand in a batch. */
  readonly storeAll: (atoms: readonly { readonly key: string; readonly value: string }[]) => Promise<void>;
  /** What the service holds for keys, read past the app; those that it does not have are not there. */
  readonly readAll: (keys: readonly string[]) => Promise<ReadonlyMap<string, HeldAtom>>;
  /** An atom with its proof as the service answers with it, to be given to somebody. */
  readonly answerFor: (key: string) => Promise<SentAtom>;
  /** The same for at most a thousand keys in one request. */
  readonly answersFor: (keys: readonly string[]) => Promise<readonly SentAtom[]>;
  readonly stop: () => Promise<void>;
}

export interface HeldAtom {
  readonly value: string;
  readonly version: number;
}

/** Atoms in one request, as many as the service takes. */
const mostAtOnce = 1_000;

export const testKeys = {
  full: 'e2e-full-8f14e45fceea167a5a36dedd4bea2543',
  read: 'e2e-read-c9f0f895fb98ab9159f51fd0297e236d',
} as const;

/**
 * In the process of the test: one of its own would take longer to start than most tests use a service. It recalls by words
 * alone: the language model would use more of the processor than the window and the service together. The demo memory
 * recalls by meaning, in a process of its own.
 */
export async function startService(dataFolder: string, port = 0): Promise<RunningService> {
  const service = await createService({
    store: { kind: 'folder', folder: join(dataFolder, 'memory') },
    keys: [knownKey(testKeys.full, 'full'), knownKey(testKeys.read, 'read')],
    faults: true,
    log: (line) => process.stderr.write(`${line}\n`),
  });
  const { address } = await service.listen(port);
  return reach(address, () => service.close());
}

/** The same in a process of its own, as it is built. */
export async function startServiceProcess(dataFolder: string, port = 0): Promise<RunningService> {
  const program = join(__dirname, '..', '..', 'out', 'main', 'service-cli.js');
  const options = ['--json', '--exit-with-parent', '--port', String(port), '--data', dataFolder];
  const child = spawn(process.execPath, [program, '--words-only', ...options], {
    // Held open: when it closes, because a test failed and its worker ended, the service ends as well.
    stdio: ['pipe', 'pipe', 'inherit'],
    env: {
      ...process.env,
      ATOM_SERVICE_FULL_KEY: testKeys.full,
      ATOM_SERVICE_READ_KEY: testKeys.read,
    },
  });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const { address } = JSON.parse(line) as { readonly address: string };
  return reach(address, async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await exited;
  });
}

function reach(address: string, stop: () => Promise<void>): RunningService {
  const call = async (path: string, body: unknown): Promise<unknown> => {
    const answer = await fetch(`${address}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${testKeys.full}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  const answersFor = async (keys: readonly string[]): Promise<readonly SentAtom[]> => {
    const { atoms } = (await call('/batch-access', { keys })) as { readonly atoms: readonly SentAtom[] };
    return atoms;
  };
  return {
    address,
    port: Number(new URL(address).port),
    fullKey: testKeys.full,
    readKey: testKeys.read,
    setFaults: async (faults) => void (await call('/admin/faults', faults)),
    store: async (key, value) => void (await call('/atoms', { key, value })),
    storeAll: async (atoms) => {
      for (let at = 0; at < atoms.length; at += mostAtOnce) {
        await call('/batch-atoms', { atoms: atoms.slice(at, at + mostAtOnce) });
      }
    },
    readAll: async (keys) => {
      const held = new Map<string, HeldAtom>();
      for (let at = 0; at < keys.length; at += mostAtOnce) {
        const { atoms } = (await call('/batch-access', { keys: keys.slice(at, at + mostAtOnce) })) as {
          readonly atoms: readonly (HeldAtom & { readonly key: string })[];
        };
        for (const { key, value, version } of atoms) held.set(key, { value, version });
      }
      return held;
    },
    answerFor: async (key) => {
      const [atom] = await answersFor([key]);
      if (atom === undefined) throw new Error(`${key} is not there`);
      return atom;
    },
    answersFor,
    stop,
  };
}

/** A server on loopback, TCP and UDP on one port, that counts who comes: the window must never be among them. */
export async function startTrap(): Promise<{
  readonly port: number;
  readonly hits: readonly string[];
  readonly stop: () => void;
}> {
  const hits: string[] = [];
  const server: Server = createServer((request, response) => {
    hits.push(`${request.method} ${request.url}`);
    response.setHeader('access-control-allow-origin', '*');
    response.end('trapped');
  });
  server.on('connection', (socket) => hits.push(`connection from ${socket.remotePort}`));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const datagrams = createSocket('udp4', (_message, { port: from }) => hits.push(`datagram from ${from}`));
  datagrams.bind(port, '127.0.0.1');
  await once(datagrams, 'listening');
  return {
    port,
    hits,
    stop: () => {
      server.close();
      datagrams.close();
    },
  };
}
