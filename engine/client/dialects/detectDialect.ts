import type { ConnectionId } from '#shared/domain/connection.ts';
import { fail, succeed, type Result } from '#shared/domain/result.ts';
import type { Json } from '#shared/domain/json.ts';
import type { ServiceFacts } from '#shared/domain/serviceFacts.ts';
import { cutText } from '#shared/text/cutText.ts';
import type { BaseAddress } from '../baseAddress.ts';
import type { ConnectionSettings, HttpClient } from '../httpClient.ts';
import { errorOfFailure } from '../httpFailure.ts';
import { isJsonObject, parseShortBody } from '../jsonBody.ts';

const longestResponse = 200;

/**
 * Finds out which dialect a service has, by one request without the API key: only the open server has `GET /tree-head`,
 * which is public there. null if the response does not decide it, such as 503.
 */
export async function detectDialect(
  { http, now }: { readonly http: Pick<HttpClient, 'send'>; readonly now: () => number },
  target: {
    readonly address: BaseAddress;
    readonly apiKey: string;
    readonly service?: { readonly id: ConnectionId | null };
    readonly profile?: ConnectionSettings;
  },
  { requestId, signal }: { readonly requestId: string; readonly signal: AbortSignal | null },
): Promise<Result<ServiceFacts | null>> {
  const path = '/tree-head';
  const outcome = await http.send({
    address: target.address,
    method: 'GET',
    path,
    apiKey: null,
    alsoRemoves: [target.apiKey],
    body: null,
    isWrite: false,
    signal,
    about: { connectionId: target.service?.id ?? null, requestId, purpose: 'dialect' },
    ...(target.profile !== undefined && { settings: target.profile }),
  });
  if (outcome.kind === 'failed') return fail(errorOfFailure(outcome.failure, target.address.text, requestId));
  const { status, body } = outcome;
  if (status === 429 || status >= 500) return succeed(null);
  const text = body.toString('utf8', 0, 4_096).replace(/\s+/g, ' ').trim();
  return succeed({
    dialect: status === 200 && isTreeHead(parseShortBody(body)) ? 'open-server' : 'documented',
    evidence: { request: `GET ${path}`, status, response: cutText(text, longestResponse) },
    learnedAt: now(),
  });
}

/** `{version, root, timestamp, checkedAt}`, where the root of an empty memory may be "0". */
export function isTreeHead(json: Json | undefined): boolean {
  return (
    isJsonObject(json) &&
    Number.isSafeInteger(json['version']) &&
    typeof json['root'] === 'string' &&
    /^(0|[0-9a-f]{64})$/.test(json['root']) &&
    typeof json['timestamp'] === 'number'
  );
}
