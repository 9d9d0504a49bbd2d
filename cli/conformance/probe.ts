import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Json } from '#shared/domain/json.ts';

export interface Question {
  readonly method: 'GET' | 'POST';
  /** Below the base address, percent-encoded; sent exactly like this. */
  readonly path: string;
  /** null: without an Authorization header. */
  readonly apiKey: string | null;
  /** Sent as JSON; undefined: no body. */
  readonly body?: Json;
}

export type Answer =
  | {
      readonly ok: true;
      readonly status: number;
      readonly headers: IncomingHttpHeaders;
      readonly text: string;
      /** undefined: the body is not JSON. */
      readonly json: Json | undefined;
    }
  /** No answer came; `reason` is a word of the network, such as ECONNREFUSED. */
  | { readonly ok: false; readonly reason: string };

/** Asks the service, one request at a time. */
export interface Probe {
  ask(question: Question): Promise<Answer>;
  /** So far, repetitions included. */
  readonly requests: number;
  /** Every header name that came with an answer so far, in lower case. */
  readonly headersSeen: ReadonlySet<string>;
}

export interface ProbeParts {
  /** `https:`, or `http:` on this machine. */
  readonly url: URL;
  readonly wait: (ms: number) => Promise<void>;
}

const timeoutMs = 30_000;
const mostBytes = 32 * 1024 * 1024;
/** A 429 that the suite did not provoke is waited out, but not for ever. */
const mostRepetitions = 5;
const longestWaitMs = 10_000;

/** Follows no redirect. Waits and repeats after a 429, unless told not to. */
export function createProbe({
  url,
  wait,
}: ProbeParts): Probe & { once(question: Question): Promise<Answer> } {
  let requests = 0;
  const headersSeen = new Set<string>();

  async function once(question: Question): Promise<Answer> {
    requests += 1;
    const answer = await send(url, question);
    if (answer.ok) for (const name of Object.keys(answer.headers)) headersSeen.add(name);
    return answer;
  }

  return {
    once,

    async ask(question) {
      let answer = await once(question);
      for (let turn = 0; answer.ok && answer.status === 429 && turn < mostRepetitions; turn += 1) {
        const seconds = Number(answer.headers['retry-after'] ?? 1);
        await wait(Math.min(longestWaitMs, (seconds >= 0 ? seconds : 1) * 1_000));
        answer = await once(question);
      }
      return answer;
    },

    get requests() {
      return requests;
    },
    headersSeen,
  };
}

function send(url: URL, { method, path, apiKey, body }: Question): Promise<Answer> {
  const payload = body === undefined ? null : Buffer.from(JSON.stringify(body));
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve) => {
    const fail = (error: unknown) => resolve({ ok: false, reason: reasonOf(error) });
    const sent = request(
      {
        hostname: url.hostname.replace(/^\[|\]$/g, ''),
        port: url.port,
        method,
        path: `${url.pathname.replace(/\/$/, '')}${path}`,
        signal: AbortSignal.timeout(timeoutMs),
        headers: {
          Accept: 'application/json',
          ...(apiKey !== null && { Authorization: `Bearer ${apiKey}` }),
          ...(payload !== null && {
            'Content-Type': 'application/json',
            'Content-Length': payload.length,
          }),
        },
      },
      (answer) => {
        const chunks: Buffer[] = [];
        let bytes = 0;
        answer.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          chunks.push(chunk);
          if (bytes > mostBytes) answer.destroy(new Error('too long'));
        });
        answer.on('error', fail);
        answer.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          const { statusCode = 0, headers } = answer;
          resolve({ ok: true, status: statusCode, headers, text, json: parsed(text) });
        });
      },
    );
    sent.on('error', fail);
    sent.end(payload ?? undefined);
  });
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error.name === 'TimeoutError' || error.name === 'AbortError' ? 'timeout' : error.name;
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
