import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startTestService, type TestService } from '../../service/testing/startTestService.ts';
import { readAuditOptions } from '../audit/auditOptions.ts';
import { runAuditCommand } from '../audit/runAudit.ts';

/** What a changed service answers; `text` is sent as it is. */
export interface ChangedAnswer {
  readonly status: number;
  readonly text: string;
}

/** Decides what becomes of an answer of the honest service. `keys`: those of a batch recall. */
export type Change = (
  honest: ChangedAnswer,
  request: { readonly url: string; readonly keys: readonly string[]; readonly nth: number },
) => ChangedAnswer;

const honest: Change = (answer) => answer;

export interface Ran {
  readonly code: number;
  readonly shown: string;
  readonly told: string;
  /** What `--json` printed. */
  readonly report: () => AuditJson;
}

export interface AuditJson {
  readonly status: string;
  readonly title: string;
  readonly reasons: readonly { readonly code: string; readonly words: string }[];
  readonly counts: {
    readonly records: number;
    readonly outcomes: Readonly<Record<string, number>>;
  };
  readonly failures: readonly {
    readonly key: string;
    readonly conflict: string | null;
    readonly words: string;
  }[];
  readonly unproven: readonly { readonly key: string; readonly outcome: string; readonly words: string }[];
}

/** A memory behind a service that can lie, and the command that audits it. */
export interface AuditUnderAttack {
  readonly service: TestService;
  /** A file of the folder of the test. */
  readonly file: (name: string) => string;
  /** From the next request on. */
  readonly answer: (change: Change) => void;
  /** Batch recalls so far. */
  readonly requests: () => number;
  /** Resolves to what the command said. `stopAt`: interrupts it before the batch recall of this number is answered. */
  readonly audit: (args: readonly string[], stopAt?: number) => Promise<Ran>;
  readonly stop: () => Promise<void>;
}

export async function startAuditUnderAttack(programs: string): Promise<AuditUnderAttack> {
  const folder = await mkdtemp(path.join(tmpdir(), 'audit-attack-'));
  const service = await startTestService({ faults: true });
  let change = honest;
  let asked = 0;
  /** What happens before a batch recall is answered. */
  let interrupt: (() => void) | null = null;
  let interruptAt = Infinity;
  const server = createServer((incoming, response) => {
    void (async () => {
      const body = await textOf(incoming);
      const { method = 'GET', url = '/' } = incoming;
      const isBatch = url === '/batch-access';
      if (isBatch) {
        asked += 1;
        if (asked >= interruptAt) interrupt?.();
      }
      const nth = asked;
      const said = await service.ask(method, url, {
        apiKey: service.fullKey,
        ...(body !== '' && { body, headers: { 'Content-Type': 'application/json' } }),
      });
      const { keys = [] } = (isBatch ? JSON.parse(body) : {}) as { readonly keys?: readonly string[] };
      const { status, text } = change({ status: said.status, text: said.text }, { url, keys, nth });
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(text);
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    service,
    file: (name) => path.join(folder, name),
    answer: (next) => {
      change = next;
    },
    requests: () => asked,
    audit: async (args, stopAt) => {
      const shown: string[] = [];
      const told: string[] = [];
      interruptAt = stopAt === undefined ? Infinity : asked + stopAt;
      const code = await runAuditCommand(
        readAuditOptions(['--url', address, '--patience', '60', ...args]),
        service.readKey,
        {
          print: (line) => shown.push(line),
          complain: (line) => told.push(line),
          note: (line) => told.push(line),
          progress: () => undefined,
          write: () => undefined,
          readStdin: async () => new Uint8Array(),
          programs,
          env: {},
          onInterrupt: (stop) => {
            interrupt = stop;
            return () => {
              interrupt = null;
            };
          },
        },
      );
      return {
        code,
        shown: shown.join('\n'),
        told: told.join('\n'),
        report: () => JSON.parse(shown.join('')) as AuditJson,
      };
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await service.stop();
      await rm(folder, { recursive: true });
    },
  };
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks).toString('utf8');
}
