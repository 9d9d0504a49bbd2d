import { expect, it } from 'vitest';
import { allDone } from './allDone.ts';

it('waits for all work, reports each failure, and fails with the first', async () => {
  const done: string[] = [];
  const failed: unknown[] = [];
  const later = Promise.resolve().then(async () => {
    await Promise.resolve();
    done.push('later');
  });
  const work = [Promise.reject(new Error('one')), later, Promise.reject(new Error('two'))];
  await expect(allDone(work, (error) => failed.push(error))).rejects.toThrow('one');
  expect(done).toEqual(['later']);
  expect(failed).toMatchObject([{ message: 'one' }, { message: 'two' }]);
  await allDone([Promise.resolve()]);
});
