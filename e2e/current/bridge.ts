import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { appOrigin } from '../../electron/main/window/appOrigin.ts';
import type { RunningApp } from '../support/app.ts';

/** What stands between the two windows. Each side gets only one function from here. */
interface Bridged {
  atomExplorer: Readonly<Record<string, (input?: unknown) => unknown>>;
  callApp: (name: string, input: unknown) => Promise<unknown>;
  hearApp: (name: string, payload: unknown) => void;
  tellPage: (name: string, payload: unknown) => Promise<void>;
}

const isEvent = (name: string): boolean => /^on[A-Z]/.test(name);

/**
 * Gives a page of another browser the functions that the preload script gives to the app's own window, which then shows nothing. Calls go
 * through the app's own window, because the main process listens to no other.
 */
export async function bridge({ page: own }: RunningApp, page: Page): Promise<void> {
  // Still a page of the app, so a trusted sender with a preload script, but without any code of the window.
  const assets = await readdir(join(__dirname, '..', '..', 'out', 'renderer', 'assets'));
  const sheet = assets.find((name) => name.endsWith('.css'));
  if (sheet === undefined) throw new Error('The built window has no style sheet.');
  await own.goto(`${appOrigin}/assets/${sheet}`);

  const names = await own.evaluate(() => Object.keys((window as unknown as Bridged).atomExplorer));
  await page.exposeBinding('callApp', (_source, name: string, input: unknown) =>
    own.evaluate(([operation, given]) => (window as unknown as Bridged).atomExplorer[operation]?.(given), [
      name,
      input,
    ] as const),
  );
  await page.addInitScript(
    ({ operations, events }) => {
      const bridged = window as unknown as Bridged;
      const listeners = new Map<string, Set<(payload: unknown) => void>>();
      bridged.hearApp = (name, payload) => {
        for (const listener of listeners.get(name) ?? []) listener(payload);
      };
      const api: Record<string, (input?: unknown) => unknown> = {};
      for (const name of operations) api[name] = (input) => bridged.callApp(name, input);
      for (const name of events)
        api[name] = (listener) => {
          const all = listeners.get(name) ?? new Set();
          listeners.set(name, all);
          all.add(listener as (payload: unknown) => void);
          return () => all.delete(listener as (payload: unknown) => void);
        };
      Object.defineProperty(window, 'atomExplorer', { value: Object.freeze(api) });
    },
    { operations: names.filter((name) => !isEvent(name)), events: names.filter(isEvent) },
  );

  await own.exposeBinding('tellPage', async (_source, name: string, payload: unknown) => {
    if (page.isClosed()) return;
    await page
      .evaluate(([event, told]) => (window as unknown as Bridged).hearApp(event, told), [
        name,
        payload,
      ] as const)
      // It is being closed or loaded.
      .catch(() => undefined);
  });
  await own.evaluate((events) => {
    const bridged = window as unknown as Bridged;
    for (const name of events)
      bridged.atomExplorer[name]?.((payload: unknown) => void bridged.tellPage(name, payload));
  }, names.filter(isEvent));
}
