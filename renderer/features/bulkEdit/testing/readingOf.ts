import type { AtomReading } from '#shared/domain/atom.ts';
import type { VerdictStatus } from '#shared/merkle/verdict.ts';

/** A reading as a service may give it. */
export function readingOf(
  key: string,
  value: string,
  { version = 1, status = 'green' }: { readonly version?: number; readonly status?: VerdictStatus } = {},
): AtomReading {
  return {
    key,
    value,
    version,
    hash: null,
    score: null,
    proof: null,
    verdict: { status, checks: [], binds: [], open: [] },
    raw: '',
    memory: null,
    exchange: {
      requestId: 'r',
      method: 'POST',
      path: '/batch-access',
      status: 200,
      startedAt: 0,
      elapsedMs: 1,
      bodyBytes: 2,
      retries: 0,
    },
  };
}
