import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { knownKey, makeApiKey } from '../auth/apiKeys.ts';
import { createService, type ServiceOptions } from '../createService.ts';
import type { StorePlace } from '../store/stores.ts';

export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** Parsed; undefined if the body is not JSON. */
  readonly body: unknown;
}

export interface HttpQuestion {
  readonly apiKey?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent unchanged if it is text or bytes, otherwise as JSON. */
  readonly body?: unknown;
}

/** A service on a free port with a temporary folder, and helpers for requests over real HTTP. */
export async function startTestService(
  options: Partial<Omit<ServiceOptions, 'keys' | 'store'>> & {
    readonly dataFolder?: string;
    readonly store?: StorePlace;
  } = {},
) {
  const folder = options.dataFolder ?? (await mkdtemp(join(tmpdir(), 'atom-service-')));
  const fullKey = makeApiKey('full');
  const readKey = makeApiKey('read');
  const logged: string[] = [];
  const begin = async () => {
    const service = await createService({
      ...options,
      store: options.store ?? { kind: 'folder', folder },
      keys: [knownKey(fullKey, 'full'), knownKey(readKey, 'read')],
      log: (line) => logged.push(line),
    });
    return { service, address: (await service.listen(0)).address };
  };
  let current = await begin();

  /** The path is sent exactly as given. */
  function ask(method: string, path: string, question: HttpQuestion = {}): Promise<HttpResponse> {
    const { apiKey = fullKey, headers = {}, body } = question;
    const { hostname, port } = new URL(current.address);
    const payload =
      body === undefined || typeof body === 'string' || body instanceof Uint8Array
        ? body
        : JSON.stringify(body);
    return new Promise((resolve, reject) => {
      const sent = request(
        {
          hostname,
          port,
          method,
          path,
          headers: {
            ...(apiKey !== null && { Authorization: `Bearer ${apiKey}` }),
            ...(payload !== undefined && { 'Content-Type': 'application/json' }),
            ...headers,
          },
        },
        (answer) => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.on('error', reject);
          answer.on('end', () => {
            const text = Buffer.concat(chunks).toString('utf8');
            resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text, body: parsed(text) });
          });
        },
      );
      sent.on('error', reject);
      // A refusal may end a connection that is kept while the body is still on its way. Nothing listens to it then.
      sent.on('socket', (socket) => socket.off('error', ignore).on('error', ignore));
      sent.end(payload);
    });
  }

  return {
    folder,
    fullKey,
    readKey,
    /** The service's log lines so far. */
    logged: logged as readonly string[],
    current: () => current.service,
    address: () => current.address,
    get: (path: string, question?: HttpQuestion) => ask('GET', path, question),
    post: (path: string, body: unknown, question?: HttpQuestion) => ask('POST', path, { ...question, body }),
    ask,
    async restart() {
      await current.service.close();
      current = await begin();
    },
    async stop() {
      await current.service.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const ignore = (): void => undefined;

export type TestService = Awaited<ReturnType<typeof startTestService>>;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
