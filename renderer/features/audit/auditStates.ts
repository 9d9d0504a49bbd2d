import type { AuditInfo, AuditState } from '#shared/domain/audit.ts';
import { countOf } from '#shared/text/phrases.ts';
import { countWords } from '#shared/text/sizes.ts';
import { durationWords } from '#shared/text/times.ts';

export const stateNames: Readonly<Record<AuditState['kind'], string>> = {
  running: 'Running',
  waiting: 'Waiting',
  paused: 'Paused',
  interrupted: 'Interrupted',
  finished: 'Finished',
  canceled: 'Canceled',
  failed: 'Stopped by an error',
};

/** Whether an audit will read no more keys: its verdict is final. One that an error stopped can be resumed. */
export function hasEnded({ state: { kind } }: AuditInfo): boolean {
  return kind === 'finished' || kind === 'canceled';
}

/** How far an audit is, for a list: `345 keys, 2 failures`, `Paused at 120 of 345 keys`. */
export function progressWords({ state, progress }: AuditInfo): string {
  const { total, done, failures } = progress;
  const failed = failures === 0 ? '' : `, ${countOf(failures, 'failure')}`;
  if (state.kind === 'finished') return `${countOf(done, 'key')}${failed}`;
  const name = state.kind === 'running' ? '' : `${stateNames[state.kind]}: `;
  return `${name}${countWords(done)} of ${countOf(total, 'key')}${failed}`;
}

/** The speed of a running audit: `850 keys/s, about 12 s left`; empty while it is not known. */
export function speedWords({ state, progress: { perSecond, left } }: AuditInfo): string {
  if (state.kind !== 'running' || perSecond === null) return '';
  const rate = `${countWords(Math.round(perSecond))} keys/s`;
  return left === null ? rate : `${rate}, about ${durationWords(Math.max(1_000, left))} left`;
}
