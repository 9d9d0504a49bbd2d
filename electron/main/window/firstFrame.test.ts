import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { firstFrame } from './firstFrame.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function openWindow() {
  const window = Object.assign(new EventEmitter(), { webContents: new EventEmitter() });
  let isShown = false;
  void firstFrame(window).then(() => {
    isShown = true;
  });
  return {
    window,
    isShownAfter: async (milliseconds: number): Promise<boolean> => {
      await vi.advanceTimersByTimeAsync(milliseconds);
      return isShown;
    },
  };
}

it('waits for the frame, however long the page takes to load', async () => {
  const { window, isShownAfter } = openWindow();
  expect(await isShownAfter(60_000)).toBe(false);
  window.emit('ready-to-show');
  expect(await isShownAfter(0)).toBe(true);
});

it('does not wait longer once the frame is there', async () => {
  const { window, isShownAfter } = openWindow();
  window.webContents.emit('did-finish-load');
  expect(await isShownAfter(100)).toBe(false);
  window.emit('ready-to-show');
  expect(await isShownAfter(0)).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

it.each(['did-finish-load', 'did-fail-load'])(
  'goes on soon after %s, if the frame is never announced',
  async (event) => {
    const { window, isShownAfter } = openWindow();
    window.webContents.emit(event);
    expect(await isShownAfter(1_400)).toBe(false);
    // Of the page that replaced the first one.
    window.webContents.emit('did-finish-load');
    expect(await isShownAfter(100)).toBe(true);
  },
);
