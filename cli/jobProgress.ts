import type { Job } from '#shared/domain/job.ts';
import { errorWords } from '#shared/text/errorWords.ts';
import { countOf } from '#shared/text/phrases.ts';
import { countWords } from '#shared/text/sizes.ts';
import { durationWords } from '#shared/text/times.ts';
import { createActiveRate } from '../engine/jobs/activeRate.ts';
import { realEffects } from '../engine/surroundings.ts';
import type { CommandIo } from './command.ts';

/** Shows how far a job is, how fast it is, and how long it will take. Says when it waits for the service. */
export function createJobProgress(
  { note, progress }: Pick<CommandIo, 'note' | 'progress'>,
  now: () => number = realEffects.now,
): { readonly show: (job: Job) => void } {
  let waitingUntil = 0;
  let current: string | null = null;
  let counted = 0;
  let rate = createActiveRate(now);
  return {
    show: (job) => {
      const { state } = job;
      if (job.id !== current) {
        current = job.id;
        counted = 0;
        rate = createActiveRate(now);
      }
      rate.setActive(state.kind === 'running');
      if (state.kind === 'waiting' && state.until !== waitingUntil) {
        waitingUntil = state.until;
        note(`${errorWords(state.error).what} Waiting ${durationWords(Math.max(0, state.until - now()))}…`);
      }
      if (state.kind !== 'running') return;
      const { done, total, unit, more } = stepsOf(job);
      rate.add(Math.max(0, done - counted));
      counted = Math.max(counted, done);
      progress(progressWords({ done, total, unit, more, perSecond: rate.perSecond() }));
    },
  };
}

interface Steps {
  readonly done: number;
  /** null if nobody knows. */
  readonly total: number | null;
  readonly unit: string;
  /** What else is worth showing; empty if nothing is. */
  readonly more: string;
}

/** `1,200 of 5,000 keys, 300/s, about 13 s left`. */
export function progressWords(steps: Steps & { readonly perSecond: number | null }): string {
  const { done, total, unit, more, perSecond } = steps;
  const left =
    total === null || perSecond === null || perSecond <= 0 ? null : ((total - done) / perSecond) * 1_000;
  return [
    total === null ? countOf(done, unit) : `${countWords(done)} of ${countOf(total, unit)}`,
    ...(more === '' ? [] : [more]),
    ...(perSecond === null ? [] : [`${countWords(Math.round(perSecond))}/s`]),
    ...(left === null ? [] : [`about ${durationWords(left)} left`]),
  ].join(', ');
}

function stepsOf(job: Job): Steps {
  switch (job.kind) {
    case 'audit': {
      const { done, total, failures } = job.progress;
      return { done, total, unit: 'key', more: failures === 0 ? '' : `${countWords(failures)} failed` };
    }
    case 'discovery': {
      const { requests, newKeys, settings } = job.progress;
      return { done: requests, total: settings.budget, unit: 'request', more: countOf(newKeys, 'new key') };
    }
    case 'upload': {
      const { done, total } = job.progress;
      return { done, total, unit: 'row', more: '' };
    }
    case 'read':
    case 'export':
    case 'import':
      return { done: job.progress.done, total: job.progress.total, unit: 'key', more: '' };
  }
}
