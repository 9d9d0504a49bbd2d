import { checkAuthentication } from './authChecks.ts';
import type { Context } from './context.ts';
import { errorWords } from './errorShape.ts';
import { probeKeys, probeValueSize } from './keyAndSizeProbes.ts';
import { probeBatchSize, probeRateLimit } from './limitProbes.ts';
import { createProbe } from './probe.ts';
import { checkReads } from './readChecks.ts';
import { createReportBuilder, type ConformanceReport } from './report.ts';
import { findScheme } from './schemeFinding.ts';
import { checkWrites } from './writeChecks.ts';

export interface ConformanceOptions {
  /** Base address of the service. */
  readonly url: URL;
  /** Any valid key; one with read scope shows most. */
  readonly apiKey: string;
  /** null: nothing is written. All keys written begin with `prefix`. */
  readonly writing: { readonly apiKey: string; readonly prefix: string } | null;
  /** Requests that may be spent on provoking a 429; 0: none. */
  readonly rateProbe: number;
  readonly wait: (ms: number) => Promise<void>;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** The service could not be asked at all. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
}

/**
 * Asks any service whether it does what the interface shows, and how it fills what the interface leaves open. Knows
 * nothing of any particular service.
 *
 * @throws UnreachableError if the first request gets no answer.
 */
export async function runConformance({
  url,
  apiKey,
  writing,
  rateProbe,
  wait,
  now,
}: ConformanceOptions): Promise<ConformanceReport> {
  const at = now();
  const probe = createProbe({ url, wait });
  const report = createReportBuilder();
  const context: Context = { probe, report, apiKey, writing, rateProbe, samples: [], errors: new Map() };

  const first = await probe.ask({ method: 'GET', path: '/atoms/v1.conformance.hello', apiKey });
  if (!first.ok) throw new UnreachableError(`The service does not answer: ${first.reason}.`);
  if (first.status === 401)
    throw new UnreachableError('The service does not know this API key (status 401).');

  await checkAuthentication(context);
  const written = writing === null ? [] : await checkWrites(context, writing);
  await checkReads(context, written);
  if (writing !== null) {
    await probeKeys(context, writing);
    await probeValueSize(context, writing);
  }
  await probeBatchSize(context);
  await probeRateLimit(context);
  findScheme(context);
  for (const [code, shape] of context.errors) {
    report.gap('7 errors', `body of ${shape.status} ${code}`, errorWords(shape), { ...shape });
  }
  return {
    url: url.href,
    at,
    requests: probe.requests,
    prefix: writing?.prefix ?? null,
    checks: report.checks,
    gaps: report.gaps,
  };
}
