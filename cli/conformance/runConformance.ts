import type { BaseAddress } from '../../engine/client/baseAddress.ts';
import type { HttpClient } from '../../engine/client/httpClient.ts';
import type { Patience } from '../patience.ts';
import { checkAuthentication } from './authChecks.ts';
import type { Context } from './context.ts';
import { probeKeys, probeValueSize } from './keyAndSizeProbes.ts';
import { probeBatchSize, probeRateLimit } from './limitProbes.ts';
import { createProbe, OutOfPatienceError } from './probe.ts';
import { checkReads } from './readChecks.ts';
import { createReportBuilder, type ConformanceReport } from './report.ts';
import { findScheme } from './schemeFinding.ts';
import { findDialect, learnOfOpenServer, probeList } from './dialectProbes.ts';
import { checkWrites } from './writeChecks.ts';

export interface ConformanceOptions {
  readonly address: BaseAddress;
  readonly http: Pick<HttpClient, 'send'>;
  /** Any valid key; one with read scope shows most. */
  readonly apiKey: string;
  /** null: nothing is stored. All stored keys start with `prefix`. */
  readonly writing: { readonly apiKey: string; readonly prefix: string } | null;
  /** Requests that may be used to provoke a 429; 0: none. */
  readonly rateProbe: number;
  readonly patience: Patience;
  /** Reports progress, because a run takes a while. */
  readonly progress: (words: string) => void;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** The service could not be reached at all. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
}

/**
 * Checks whether any service follows the API, and how it handles what the API leaves open. Of an open Parametric Memory
 * server, which has another API, only the facts are reported.
 *
 * @throws UnreachableError if the first request gets no response
 */
export async function runConformance(options: ConformanceOptions): Promise<ConformanceReport> {
  const { address, apiKey, writing, rateProbe, progress } = options;
  const at = options.now();
  const secrets = [apiKey, ...(writing === null ? [] : [writing.apiKey])];
  const probe = createProbe({ ...options, secrets });
  const report = createReportBuilder(probe);
  const samples: Context['samples'] = [];
  const context: Context = { probe, report, apiKey, writing, rateProbe, progress, samples };
  let stopped: string | null = null;
  try {
    await checkAll(context);
  } catch (error) {
    if (!(error instanceof OutOfPatienceError)) throw error;
    stopped = error.message;
  }
  findScheme(context);
  return {
    url: address.text,
    at,
    requests: probe.requests,
    stopped,
    prefix: writing?.prefix ?? null,
    checks: report.checks,
    gaps: report.gaps(at),
  };
}

async function checkAll(context: Context): Promise<void> {
  const { probe, apiKey, writing, progress } = context;
  progress('Checking authentication…');
  const first = await probe.ask({ method: 'GET', path: '/atoms/v1.conformance.hello', apiKey });
  if (!first.ok) throw new UnreachableError(`The service does not respond: ${first.reason}.`);
  if (first.status === 401)
    throw new UnreachableError('The service did not accept this API key (status 401).');
  const dialect = await findDialect(context);
  if (dialect === 'open-server') return learnOfOpenServer(context);
  await checkAuthentication(context);

  if (writing !== null) progress('Checking stores and refusals…');
  const written = writing === null ? [] : await checkWrites(context, writing);
  progress('Checking recalls and reads…');
  await checkReads(context, written);
  if (writing !== null) {
    progress('Trying unusual and long keys…');
    await probeKeys(context, writing);
    progress('Finding the largest value…');
    await probeValueSize(context, writing);
  }
  progress('Looking for a list of atoms…');
  await probeList(context);
  progress('Finding the largest batch of keys…');
  await probeBatchSize(context);
  progress('Checking rate limits…');
  await probeRateLimit(context);
  progress('Inferring the hashing rules…');
}
