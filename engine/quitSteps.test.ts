import { expect, it } from 'vitest';
import { runQuitSteps } from './quitSteps.ts';

function make() {
  const done: string[] = [];
  const logged: string[] = [];
  const step = (name: string, run: () => void | Promise<void> = () => undefined) => ({
    name,
    run: async () => {
      await run();
      done.push(name);
    },
  });
  const log = (message: string, error: unknown): void => {
    logged.push(`${message} ${String(error)}`);
  };
  return { done, logged, step, log };
}
const full = () => Promise.reject(new Error('ENOSPC'));

it('runs every step even if others fail, and logs which did', async () => {
  const { done, logged, step, log } = make();
  await runQuitSteps(
    [
      [step('stop jobs', full), step('close the keychain')],
      [
        step('close uploads', () => {
          throw new Error('broken');
        }),
      ],
      [step('close drafts'), step('close histories', full)],
    ],
    { log, patienceMs: 60_000 },
  );
  expect(done).toEqual(['close the keychain', 'close drafts']);
  expect(logged).toEqual([
    'Could not stop jobs. Error: ENOSPC',
    'Could not close uploads. Error: broken',
    'Could not close histories. Error: ENOSPC',
  ]);
});

it('continues without a step that never ends', async () => {
  const { done, logged, step, log } = make();
  const hangs = () => new Promise<void>(() => undefined);
  await runQuitSteps([[step('stop jobs', hangs)], [step('close drafts')]], { log, patienceMs: 20 });
  expect(done).toEqual(['close drafts']);
  expect(logged).toEqual(['Could not stop jobs. Error: Timed out after 20 ms.']);
});

it('starts a group only after the one before has ended', async () => {
  const { done, step, log } = make();
  const slow = () => new Promise<void>((resolve) => setImmediate(resolve));
  await runQuitSteps([[step('first', slow)], [step('second')]], { log, patienceMs: 60_000 });
  expect(done).toEqual(['first', 'second']);
});
