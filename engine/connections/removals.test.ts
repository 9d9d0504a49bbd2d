import { expect, it } from 'vitest';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { createRemovals } from './removals.ts';

const id = 'one' as ConnectionId;

it('deletes nothing before all work has ended', async () => {
  const done: string[] = [];
  const removals = createRemovals(() => undefined);
  removals.deleteWith(() => void done.push('deleted'));
  removals.stopWith(
    async () => {
      await Promise.resolve();
      done.push('stopped');
    },
    () => void done.push('let go'),
  );
  await removals.run(id);
  expect(done).toEqual(['let go', 'stopped', 'deleted']);
});

it('tries to delete everything, reports each failure, and fails', async () => {
  const failures: unknown[] = [];
  const done: string[] = [];
  const removals = createRemovals((error) => failures.push(error));
  const broken = new Error('The disk is full.');
  removals.deleteWith(
    () => {
      throw broken;
    },
    async () => void done.push('deleted'),
  );
  await expect(removals.run(id)).rejects.toBe(broken);
  expect([failures, done]).toEqual([[broken], ['deleted']]);
});

it('deletes nothing if work cannot be ended', async () => {
  const done: string[] = [];
  const removals = createRemovals(() => undefined);
  removals.stopWith(() => Promise.reject(new Error('It is still writing.')));
  removals.deleteWith(() => void done.push('deleted'));
  await expect(removals.run(id)).rejects.toThrow('still writing');
  expect(done).toEqual([]);
});
