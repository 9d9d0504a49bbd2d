import type { Json } from '#shared/domain/json.ts';
import { withLessons, type FactBook, type FactEvidence } from '#shared/serviceFacts/factBook.ts';
import { learnFromExchange } from '#shared/serviceFacts/learnFromExchange.ts';
import { evidenceOf, type SeenExchange } from '#shared/serviceFacts/seenExchange.ts';
import { outlineWhole } from '../../engine/client/bodyOutline.ts';
import type { BaseAddress } from '../../engine/client/baseAddress.ts';
import type { HttpResponse, HttpClient } from '../../engine/client/httpClient.ts';
import { errorOfFailure } from '../../engine/client/httpFailure.ts';
import { notJson, UnreadableResponse } from '../../engine/client/jsonScanner.ts';
import { parseRetryAfter } from '../../engine/client/retryAfter.ts';
import type { Patience } from '../patience.ts';

export interface Question {
  readonly method: 'GET' | 'POST';
  /** Below the base address, percent-encoded; sent unchanged. */
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
      readonly retryAfter: string | null;
      readonly body: 'json' | 'html' | 'other' | 'empty';
      /** Without API keys, in case the service echoes them; undefined: the body is not JSON. */
      readonly json: Json | undefined;
      /** Why the body could not be parsed as JSON, as a sentence; null if it could, or is empty. */
      readonly problem: string | null;
    }
  /** There was no response; `reason` is a sentence without its period. */
  | { readonly ok: false; readonly reason: string };

/** Sends requests to the service. */
export interface Probe {
  /** Waits and repeats after a 429. @throws OutOfPatienceError */
  ask(question: Question): Promise<Answer>;
  /** Treats a 429 like any other response. */
  once(question: Question): Promise<Answer>;
  /** Number of requests so far, including repeats. */
  readonly requests: number;
  /** What the responses so far show about the service. */
  facts(): FactBook;
  /** The latest request and its response. */
  latest(): FactEvidence;
}

export interface ProbeParts {
  readonly address: BaseAddress;
  readonly http: Pick<HttpClient, 'send'>;
  readonly patience: Patience;
  /** API keys, which must never be shown. */
  readonly secrets: readonly string[];
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** The service asks to wait longer than the remaining patience. */
export class OutOfPatienceError extends Error {
  override readonly name = 'OutOfPatienceError';
}

/** Enough of a body to see its form. */
const headBytes = 4_096;
/** A 429 that the suite did not provoke is waited out, but not forever. */
const mostRepetitions = 10;
/** No response of a working service comes close; each value takes many times its bytes once parsed. */
const mostValues = 1_000_000;

export function createProbe({ address, http, patience, secrets, now }: ProbeParts): Probe {
  let requests = 0;
  let facts: FactBook = {};
  let latest: FactEvidence = { request: null, status: null, response: 'nothing was sent' };

  async function once({ method, path, apiKey, body }: Question): Promise<Answer> {
    requests += 1;
    const outcome = await http.send({
      address,
      method,
      path,
      apiKey,
      alsoRemoves: secrets,
      body: body === undefined ? null : Buffer.from(JSON.stringify(body), 'utf8'),
      isWrite: false,
      signal: null,
    });
    if (outcome.kind === 'failed') {
      const { message } = errorOfFailure(outcome.failure, address.text, '');
      return { ok: false, reason: message.replace(/\.$/, '') };
    }
    const parsed = bodyOf(outcome);
    const exchange: SeenExchange = {
      method,
      path,
      sent: body ?? null,
      status: outcome.status,
      headers: outcome.noted,
      body: parsed.body,
      json: parsed.json,
      head: outcome.body.toString('utf8', 0, headBytes),
    };
    latest = evidenceOf(exchange);
    facts = withLessons(facts, learnFromExchange(exchange), now());
    return {
      ok: true,
      status: outcome.status,
      retryAfter: outcome.retryAfter,
      ...parsed,
    };
  }

  return {
    once,

    async ask(question) {
      let answer = await once(question);
      for (let turn = 0; answer.ok && answer.status === 429; turn += 1) {
        const isWorthIt =
          turn < mostRepetitions && (await patience.waitOut(parseRetryAfter(answer.retryAfter, now()), turn));
        if (!isWorthIt)
          throw new OutOfPatienceError('The service kept responding with 429 (too many requests)');
        answer = await once(question);
      }
      return answer;
    },

    get requests() {
      return requests;
    },
    facts: () => facts,
    latest: () => latest,
  };
}

function bodyOf({ body }: HttpResponse): Pick<Extract<Answer, { ok: true }>, 'body' | 'json' | 'problem'> {
  if (body.length <= 1_024 && body.toString('latin1').trim() === '')
    return { body: 'empty', json: undefined, problem: null };
  try {
    outlineWhole(body, mostValues);
    const json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as Json;
    return { body: 'json', json, problem: null };
  } catch (error) {
    const isPage = /^\s*</.test(body.toString('latin1', 0, 1_024));
    return {
      body: isPage ? 'html' : 'other',
      json: undefined,
      problem: error instanceof UnreadableResponse ? error.message : notJson().message,
    };
  }
}
