import { isLoopbackName } from '../../engine/client/loopback.ts';
import { UsageError } from '../command.ts';
import type { ValuesOf } from '../parseOptions.ts';
import type { auditDefinition } from './auditDefinition.ts';

export const noticeTimes = ['change', 'failure', 'always'] as const;
export type NoticeTime = (typeof noticeTimes)[number];

/** What happens around an audit: when it is repeated, and who learns of its result. */
export interface WatchOptions {
  /** Milliseconds between the starts of two audits; null: there is one audit. */
  readonly everyMs: number | null;
  readonly notify: NotifyOptions | null;
  /** A file for metrics. */
  readonly metrics: string | null;
}

export interface NotifyOptions {
  readonly url: URL;
  readonly when: NoticeTime;
  readonly secret: { readonly env: string } | { readonly file: string };
}

const usualSecretName = 'ATOM_NOTIFY_SECRET';

const unitMs: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };
/** A timer cannot wait for longer than 24 days. */
const mostMs = 7 * 86_400_000;

/** @throws UsageError */
export function readWatchOptions(values: ValuesOf<typeof auditDefinition>): WatchOptions {
  const everyMs = values.every === undefined ? null : intervalOf(values.every);
  if (everyMs !== null) {
    if (values.url === undefined || values.state === undefined)
      throw new UsageError('--every needs --url and --state, the folder for what is remembered.');
    if (values['accept-lost-state'] === true)
      throw new UsageError(
        '--every cannot be used with --accept-lost-state. Accept the loss once, without --every.',
      );
    if (values.keys === '-' || values.expected === '-')
      throw new UsageError('--every reads the keys again for each audit, so they must be in a file.');
  }
  return { everyMs, notify: notifyOf(values), metrics: values.metrics ?? null };
}

/** @throws UsageError */
function notifyOf(values: ValuesOf<typeof auditDefinition>): NotifyOptions | null {
  const { notify, 'notify-when': when = 'change', 'notify-secret-file': file } = values;
  const env = values['notify-secret-env'];
  if (notify === undefined) {
    const needless = (['notify-when', 'notify-secret-env', 'notify-secret-file'] as const).find(
      (name) => values[name] !== undefined,
    );
    if (needless !== undefined) throw new UsageError(`--${needless} needs --notify.`);
    return null;
  }
  if (env !== undefined && file !== undefined)
    throw new UsageError('Use either --notify-secret-env or --notify-secret-file, not both.');
  const known = noticeTimes.find((each) => each === when);
  if (known === undefined) throw new UsageError(`--notify-when must be one of ${noticeTimes.join(', ')}.`);
  return {
    url: noticeUrl(notify),
    when: known,
    secret: file === undefined ? { env: env ?? usualSecretName } : { file },
  };
}

/** Nothing repeats the address: its path may be a secret. @throws UsageError */
function noticeUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackName(url.hostname));
  if (url === null || !isSafe)
    throw new UsageError(
      '--notify must be an address that starts with https://. http:// is accepted only for this computer.',
    );
  if (url.username !== '' || url.password !== '')
    throw new UsageError('--notify cannot contain a user name or password.');
  return url;
}

/** `15m`, `1h`, `1d`. @throws UsageError */
function intervalOf(text: string): number {
  const [, count = '', unit = ''] = /^(\d{1,5})([mhd])$/.exec(text) ?? [];
  const ms = Number(count) * (unitMs[unit] ?? 0);
  if (ms > 0 && ms <= mostMs) return ms;
  throw new UsageError('--every must be a time from 1m to 7d, such as 15m, 1h, or 1d.');
}
