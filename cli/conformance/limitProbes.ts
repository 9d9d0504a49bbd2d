import { checkRefusal, get, largestAccepted, post, type Context } from './context.ts';
import type { Answer } from './probe.ts';

const mostKeys = 8_192;

/** Section 8, with reads only: how many keys a batch recall may have. */
export async function probeBatchSize(context: Context): Promise<void> {
  let refusal: Answer | null = null;
  const size = await largestAccepted(16, mostKeys, async (count) => {
    const keys = Array.from({ length: count }, (_, index) => `v1.conformance.absent.${index}`);
    const answer = await post(context, '/batch-access', { keys });
    // 404 concerns the keys, not their number.
    const isAccepted = answer.ok && (answer.status < 400 || answer.status === 404);
    if (!isAccepted) refusal = answer;
    return isAccepted;
  });
  const refused: Answer | null = refusal;
  context.report.gap(
    'batch-read-size',
    size === null
      ? null
      : size.refused === null
        ? `at least ${size.accepted.toLocaleString('en')}`
        : `${size.accepted.toLocaleString('en')}; more: ${statusWords(refused)}`,
    size === null ? null : { ...size },
  );
}

/** Section 8: the rate-limit headers received so far and, if it may be provoked, a 429 response. */
export async function probeRateLimit(context: Context): Promise<void> {
  const { probe, report, rateProbe } = context;
  const rule = 'too many requests return 429 RATE_LIMITED';
  let limited: Answer | null = null;
  let requests = 0;
  while (limited === null && requests < rateProbe) {
    const count = Math.min(50, rateProbe - requests);
    requests += count;
    const answers = await Promise.all(
      Array.from({ length: count }, () =>
        probe.once({ method: 'GET', path: '/atoms/v1.conformance.absent', apiKey: context.apiKey }),
      ),
    );
    limited = answers.find((answer) => answer.ok && answer.status === 429) ?? null;
  }
  if (limited === null) {
    report.check(
      '8 limits',
      rule,
      'unchecked',
      rateProbe === 0 ? 'not provoked' : `not within ${requests} requests`,
    );
  } else checkRefusal(context, '8 limits', rule, limited, 429, 'RATE_LIMITED');

  // The emptied bucket must not affect later checks.
  if (limited !== null) await get(context, 'v1.conformance.absent');
}

function statusWords(answer: Answer | null): string {
  if (answer === null) return '';
  return answer.ok ? `status ${answer.status}` : answer.reason;
}
