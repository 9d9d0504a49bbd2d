import { expect, it } from 'vitest';
import { createInTurn, createTurns } from './inTurn.ts';

it('starts work when the work before it has ended, even if that failed', async () => {
  const inTurn = createInTurn();
  const done: string[] = [];
  let fail: () => void = () => undefined;
  const first = inTurn(
    () =>
      new Promise<void>((_resolve, reject) => {
        done.push('first begun');
        fail = () => reject(new Error('failed'));
      }),
  );
  const second = inTurn(() => Promise.resolve(done.push('second')));
  await Promise.resolve();
  expect(done).toEqual(['first begun']);
  fail();
  await expect(first).rejects.toThrow('failed');
  expect(await second).toBe(2);
});

it('lets one id continue while another waits, and reports when all have ended', async () => {
  const { inTurn, ended } = createTurns();
  const done: string[] = [];
  let release: () => void = () => undefined;
  const held = inTurn('a', () => new Promise<void>((resolve) => (release = resolve)));
  await inTurn('b', () => Promise.resolve(done.push('b')));
  const all = ended().then(() => done.push('all'));
  expect(done).toEqual(['b']);
  release();
  await Promise.all([held, all]);
  expect(done).toEqual(['b', 'all']);
});
