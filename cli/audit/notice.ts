import { createHmac, randomUUID } from 'node:crypto';
import { retryPolicies, retryWait, type Setback } from '#shared/retry/retryPolicy.ts';
import { parseRetryAfter } from '../../engine/client/retryAfter.ts';
import { UsageError } from '../command.ts';
import { readInput } from '../readInput.ts';
import { version } from '../../package.json';
import { isComplete, onlyRoot, verdictOf, type Round, type RoundVerdict } from './round.ts';
import type { NotifyOptions } from './watchOptions.ts';

/** Longest time for one attempt. */
const attemptMs = 10_000;
const leastSecretBytes = 16;

export interface NoticeEffects {
  readonly now: () => number;
  readonly random: () => number;
  readonly sleep: (ms: number, signal: AbortSignal | null) => Promise<void>;
}

/** The secret that signs notices. It is no option itself: other users of the computer can read the command line. @throws UsageError, UnusableInput */
export async function readNoticeSecret(
  secret: NotifyOptions['secret'],
  env: Readonly<Record<string, string | undefined>>,
): Promise<Buffer> {
  const text =
    'file' in secret ? Buffer.from(await readInput(secret.file)).toString('utf8') : (env[secret.env] ?? '');
  const bytes = Buffer.from(text.trim());
  if (bytes.length >= leastSecretBytes) return bytes;
  const where = 'file' in secret ? '--notify-secret-file' : `The environment variable ${secret.env}`;
  throw new UsageError(
    `${where} must contain the secret that signs notices, at least ${leastSecretBytes} characters.`,
  );
}

/** Whether a notice is sent. `told`: the verdict of the last notice; null: there was none. */
export function isNoticed(round: Round, when: NotifyOptions['when'], told: RoundVerdict | null): boolean {
  if (when === 'always' || round.code !== 0) return true;
  return when === 'change' && verdictOf(round) !== told;
}

/** No keys, no values, and no text that could contain one. */
export function noticeBody(
  round: Round,
  name: string,
  told: RoundVerdict | null,
  next: number | null,
): string {
  const { report, code, startedAt, endedAt } = round;
  const root = onlyRoot(round);
  return JSON.stringify({
    format: 'atom-explorer.audit-notice',
    id: randomUUID(),
    app: version,
    name,
    verdict: verdictOf(round),
    /** null: the first notice of this run. */
    previousVerdict: told,
    exitCode: code,
    isComplete: isComplete(round),
    counts: report?.counts ?? null,
    root: root?.rootHash ?? null,
    treeSize: root?.treeSize ?? null,
    startedAt: new Date(startedAt).toISOString(),
    endedAt: new Date(endedAt).toISOString(),
    nextAt: next === null ? null : new Date(next).toISOString(),
  });
}

/** `sha256=` and the HMAC of the timestamp, a dot, and the body. */
function noticeSignature(secret: Buffer, timestamp: string, body: string): string {
  return `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;
}

/**
 * Sends a notice, a few times if need be.
 *
 * @param signal ends the waits between attempts
 * @returns why it was not delivered; null if it was
 */
export async function sendNotice(
  url: URL,
  secret: Buffer,
  body: string,
  signal: AbortSignal,
  effects: NoticeEffects,
): Promise<string | null> {
  for (let earlier = 0; ; earlier += 1) {
    const { setback, why } = await attempt(url, secret, body, effects.now);
    if (setback === null) return null;
    const wait = retryWait(setback, retryPolicies.notice, earlier, effects.random());
    if (wait === null || signal.aborted) return why;
    await effects.sleep(wait, signal);
    if (signal.aborted) return why;
  }
}

interface Attempt {
  /** null: delivered. */
  readonly setback: Setback | null;
  readonly why: string;
}

async function attempt(url: URL, secret: Buffer, body: string, now: () => number): Promise<Attempt> {
  const timestamp = String(Math.floor(now() / 1_000));
  let response: Response;
  try {
    response = await fetch(url, {
      method: 'POST',
      body,
      // Whoever answers with a redirect would choose who gets the notice.
      redirect: 'manual',
      signal: AbortSignal.timeout(attemptMs),
      headers: {
        'Content-Type': 'application/json',
        'Atom-Explorer-Timestamp': timestamp,
        'Atom-Explorer-Signature': noticeSignature(secret, timestamp, body),
      },
    });
    await response.body?.cancel();
  } catch {
    return { setback: { kind: 'unavailable', askedMs: null }, why: 'It could not be reached.' };
  }
  const { status, ok, headers } = response;
  if (ok) return { setback: null, why: '' };
  const why = `It responded with ${String(status)}.`;
  const askedMs = parseRetryAfter(headers.get('retry-after'), now());
  if (status === 429) return { setback: { kind: 'refused', askedMs }, why };
  const mayPass = status >= 500 || status === 408 || status === 425;
  return { setback: mayPass ? { kind: 'unavailable', askedMs } : { kind: 'final' }, why };
}
