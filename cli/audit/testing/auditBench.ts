import { createServer, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { realEffects } from '../../../engine/surroundings.ts';
import { builtPrograms } from '../../../engine/testing/builtPrograms.ts';
import { startTestService } from '../../../service/testing/startTestService.ts';
import { UnusableInput, UsageError } from '../../command.ts';
import type { NoticeEffects } from '../notice.ts';
import { runAuditArgs } from '../runAuditArgs.ts';

export interface Ran {
  readonly code: number;
  /** Standard output, and standard error. */
  readonly shown: string;
  readonly told: string;
}

/** A service, a folder, and the audit command in this process. */
export async function startAuditBench(atoms: ReadonlyMap<string, string>) {
  const programs = await builtPrograms();
  const folder = await mkdtemp(path.join(tmpdir(), 'audit-bench-'));
  const service = await startTestService({ faults: true });
  const stored = [...atoms].map(([key, value]) => ({ key, value }));
  if (stored.length > 0) await service.post('/batch-atoms', { atoms: stored });
  const file = (name: string): string => path.join(folder, name);
  await writeFile(file('keys.txt'), [...atoms.keys()].join('\n'));
  return {
    service,
    folder,
    file,
    text: (name: string): Promise<string> => readFile(file(name), 'utf8'),
    files: (): Promise<string[]> => readdir(folder),
    /** Runs it as from the command line: what it throws becomes exit code 2 and text on standard error. */
    audit: async (
      args: readonly string[],
      {
        url = service.address(),
        apiKey = service.readKey,
        whenTold = () => undefined,
        env = {},
        effects = realEffects,
      }: {
        readonly url?: string;
        readonly apiKey?: string;
        readonly whenTold?: (line: string, stop: () => void) => void;
        readonly env?: Readonly<Record<string, string>>;
        readonly effects?: NoticeEffects;
      } = {},
    ): Promise<Ran> => {
      const shown: string[] = [];
      const told: string[] = [];
      let stop = (): void => undefined;
      const isMerge = args[0] === 'merge';
      try {
        const code = await runAuditArgs(
          isMerge ? args : ['--url', url, '--patience', '1', ...args],
          {
            print: (line) => shown.push(line),
            complain: (line) => {
              told.push(line);
              whenTold(line, stop);
            },
            note: (line) => {
              told.push(line);
              whenTold(line, stop);
            },
            progress: () => undefined,
            write: () => undefined,
            readStdin: async () => new Uint8Array(),
            programs,
            env: { ATOM_SERVICE_KEY: apiKey, ...env },
            onInterrupt: (end) => {
              stop = end;
              return () => undefined;
            },
          },
          effects,
        );
        return { code, shown: shown.join('\n'), told: told.join('\n') };
      } catch (error) {
        if (!(error instanceof UsageError) && !(error instanceof UnusableInput)) throw error;
        return { code: 2, shown: shown.join('\n'), told: [...told, error.message].join('\n') };
      }
    },
    fault: (faults: object) => service.post('/admin/faults', faults),
    close: async (): Promise<void> => {
      await service.stop();
      await rm(folder, { recursive: true });
    },
  };
}
export type AuditBench = Awaited<ReturnType<typeof startAuditBench>>;

type Atoms = readonly { readonly key: string }[];

/** Forwards to the service. Replaces the atoms of each batch recall, or answers with a status. */
export async function startAuditProxy(
  { service }: Pick<AuditBench, 'service'>,
  change: (atoms: Atoms, request: number) => Atoms | number,
) {
  let requests = 0;
  const server = createServer((request, response) => {
    void (async () => {
      const body = await bodyOf(request);
      const answer = await service.ask(request.method ?? 'GET', request.url ?? '/', {
        apiKey: service.fullKey,
        ...(body === '' ? {} : { body, headers: { 'Content-Type': 'application/json' } }),
      });
      const json = answer.body as { readonly atoms?: Atoms };
      let { status, text } = answer;
      if (request.url?.endsWith('/batch-access') === true) {
        const changed = change(json.atoms ?? [], requests);
        requests += 1;
        if (typeof changed === 'number') status = changed;
        else if (changed !== json.atoms) [status, text] = [200, JSON.stringify({ atoms: changed })];
      }
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(text);
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
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
