import { expect, it } from 'vitest';
import type { AppError } from '#shared/domain/appError.ts';
import { createJobControls, type JobCalls } from './jobs.ts';
import { AppFailure, toAppError } from './unwrap.ts';

const gone: AppError = { code: 'internal', message: 'The worker has ended.', requestId: null };

function controls(answer: JobCalls['pauseJob']) {
  const steps: string[] = [];
  let told: () => void = () => undefined;
  const isTold = new Promise<void>((resolve) => {
    told = resolve;
  });
  const made = createJobControls(
    { pauseJob: answer, resumeJob: answer, cancelJob: answer, dismissJob: answer },
    {
      failed: (error) => {
        steps.push(toAppError(error).message);
        told();
      },
      dismissed: (jobId) => steps.push(`${jobId} off the list`),
      undismissed: () => steps.push('back on the list'),
    },
  );
  return { made, steps, isTold };
}

it.each(['pause', 'resume', 'cancel'] as const)('tells the user if %s fails', async (name) => {
  const { made, steps, isTold } = controls(() => Promise.reject(new AppFailure(gone)));
  made[name]('job');
  await isTold;
  expect(steps).toEqual([gone.message]);
});

it('tells the user if a call never reaches the main process', async () => {
  const { made, steps, isTold } = controls(() => Promise.reject(new Error('An object could not be cloned.')));
  made.cancel('job');
  await isTold;
  expect(steps).toEqual(['An object could not be cloned.']);
});

it('puts a job back on the list if it could not be dismissed', async () => {
  const { made, steps, isTold } = controls(() => Promise.reject(new AppFailure(gone)));
  made.dismiss('job');
  await isTold;
  expect(steps).toEqual(['job off the list', 'back on the list', gone.message]);
});

it('shows nothing on success', async () => {
  const { made, steps } = controls(async () => null);
  made.pause('job');
  await Promise.resolve();
  expect(steps).toEqual([]);
});
