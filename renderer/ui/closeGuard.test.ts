import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { guardDialog, leaveSafely } from './closeGuard.ts';

// There is no window here.
beforeAll(() => vi.stubGlobal('addEventListener', () => undefined));
afterAll(() => vi.unstubAllGlobals());

/** A dialog whose user answers at once. */
function dialogWith(work: { value: boolean }, answer: 'discard' | 'keep', asked: string[], name: string) {
  const remove = guardDialog({
    holdsWork: () => work.value,
    ask: (then) => {
      asked.push(name);
      if (answer === 'keep') return;
      remove();
      then();
    },
    escape: () => undefined,
  });
  return remove;
}

it('leaves at once if no dialog holds work', () => {
  const leave = vi.fn();
  leaveSafely(leave);
  const remove = dialogWith({ value: false }, 'keep', [], 'empty');
  leaveSafely(leave);
  expect(leave).toHaveBeenCalledTimes(2);
  remove();
});

it('asks each dialog with work, from the top, before it leaves', () => {
  const asked: string[] = [];
  const leave = vi.fn();
  dialogWith({ value: true }, 'discard', asked, 'below');
  const between = dialogWith({ value: false }, 'keep', asked, 'between');
  dialogWith({ value: true }, 'discard', asked, 'above');
  leaveSafely(leave);
  expect(asked).toEqual(['above', 'below']);
  expect(leave).toHaveBeenCalledTimes(1);
  between();
});

it('stays if the user keeps the work', () => {
  const leave = vi.fn();
  const remove = dialogWith({ value: true }, 'keep', [], 'kept');
  leaveSafely(leave);
  expect(leave).not.toHaveBeenCalled();
  remove();
});
