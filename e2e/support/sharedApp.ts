import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type ElectronApplication, type Page } from '@playwright/test';
import type { Rectangle } from 'electron';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { importKeys } from './knownKeys.ts';
import type { ConnectionAnswers } from './steps.ts';

/** What lets one running app serve test after test, each with a window as after a first start. */
interface App {
  readonly electron: ElectronApplication;
  readonly page: Page;
}

/** The only connection of a window. */
export interface Beginning extends ConnectionAnswers {
  /** What is known before the window shows anything, unread, as after a restart. */
  readonly knownKeys?: readonly string[];
}

/** Read and removed by the next document, before the window's own script runs: until then, the old window may still write. */
const nextWindow = 'next window';

/** Where the main process keeps what tests change of it: the system's dialogs, and the size of the window. */
interface Kept {
  systemDialogs: object;
  firstBounds: Rectangle;
  leastSize: readonly number[];
}

export async function prepareToShare({ electron, page }: App): Promise<void> {
  await electron.evaluate(({ dialog, BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    if (window === undefined) throw new Error('There is no window.');
    const kept: Kept = {
      systemDialogs: { ...dialog },
      firstBounds: window.getBounds(),
      leastSize: window.getMinimumSize(),
    };
    Object.assign(globalThis, kept);
  });
  await page.addInitScript((name) => {
    const stored = sessionStorage.getItem(name);
    if (stored === null) return;
    sessionStorage.clear();
    localStorage.clear();
    if (stored !== '') localStorage.setItem('atom-explorer', stored);
    localStorage.setItem('atom-explorer-tour', '{"state":{"step":"over"},"version":1}');
  }, nextWindow);
}

/** Shows a new document in the window, with one connection, which is open, or none. */
export async function begin({ electron, page }: App, connection: Beginning | null): Promise<void> {
  await electron.evaluate(({ BrowserWindow }) => {
    const { firstBounds, leastSize } = globalThis as unknown as Kept;
    const [width = 0, height = 0] = leastSize;
    const [window] = BrowserWindow.getAllWindows();
    window?.setMinimumSize(width, height);
    window?.setBounds(firstBounds);
  });
  await renewInstallationKey(page);
  const id = connection === null ? null : await addConnection(page, connection);
  if (id !== null && connection?.knownKeys !== undefined) await importKeys(page, id, connection.knownKeys);
  await renew(page, id);
}

/** Opens the only connection in a new window, because a killed window has not saved which one it showed. */
export async function openOnlyConnection({ page }: App): Promise<void> {
  const connections = await page.evaluate(() => window.atomExplorer.listConnections());
  if (!connections.ok || connections.value.length !== 1) throw new Error('There is not one connection.');
  await renew(page, connections.value[0]?.id ?? null);
}

/** Loads the window again, with nothing saved but which connection it shows, and that the tour of the demo is over. */
async function renew(page: Page, id: ConnectionId | null): Promise<void> {
  const state = id === null ? '' : JSON.stringify({ state: { activeConnectionId: id }, version: 1 });
  await page.evaluate(([name, value]) => sessionStorage.setItem(name, value), [nextWindow, state] as const);
  await page.reload();
  const first =
    id === null
      ? page.getByRole('button', { name: 'Connect to a service' })
      : page.getByRole('textbox', { name: 'Look up exact key' });
  await expect(first).toBeVisible();
}

/**
 * Replaces the key that an earlier test signed with, if there is one. Tests clear the keychain, so the app may know a key that is
 * no longer there, and then signs nothing.
 */
async function renewInstallationKey(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const keys = await window.atomExplorer.installationKeys();
    if (!keys.ok) throw new Error(keys.error.message);
    if (keys.value.current === null) return;
    const replaced = await window.atomExplorer.replaceInstallationKey();
    if (!replaced.ok) throw new Error(replaced.error.message);
  });
}

/** Adds a connection as the form does, without its form; resolves to its ID. */
async function addConnection(
  page: Page,
  { address, apiKey, name = 'test memory', readOnly = false }: ConnectionAnswers,
): Promise<ConnectionId> {
  return page.evaluate(
    async (connection) => {
      const added = await window.atomExplorer.addConnection(connection);
      if (!added.ok) throw new Error(added.error.message);
      return added.value.id;
    },
    { name, baseUrl: address, colour: 'blue' as const, readOnly, apiKey },
  );
}

/** What the app writes for itself, whatever the tests do, and the demo memory, which tests leave as it is. */
const alwaysKept: ReadonlySet<string> = new Set([
  'connections.json',
  'demo-memory',
  // The next test gets a new installation key, if it needs one.
  'identity.json',
  // It locks the profile for as long as it runs.
  'lock',
  'logs',
  'window.json',
]);

/**
 * Fails the test that leaves something in the profile, because a later test would find it there, or not, depending on
 * the order.
 */
export async function expectNothingLeft(profile: string): Promise<void> {
  await expect.poll(() => filesLeft(profile), 'files that the test left in the shared profile').toEqual([]);
}

async function filesLeft(profile: string): Promise<readonly string[]> {
  const entries = await readdir(profile, { withFileTypes: true });
  // Chromium's own files and folders begin with a capital letter.
  const ours = entries.filter(({ name }) => /^[a-z]/.test(name) && !alwaysKept.has(name));
  const files = await Promise.all(
    ours.map(async (entry) => {
      if (!entry.isDirectory()) return [entry.name];
      const within = await filesIn(join(profile, entry.name));
      return within.map((name) => join(entry.name, name));
    }),
  );
  return files.flat();
}

/** Empty while the app removes the folder. */
async function filesIn(folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

/** Removes all connections, with all that the app keeps for them, and takes back what a test changed beside the window. */
export async function leaveNothing({ electron, page }: App): Promise<void> {
  await page.evaluate(async () => {
    const api = window.atomExplorer;
    const connections = await api.listConnections();
    if (!connections.ok) throw new Error(connections.error.message);
    for (const { id } of connections.value) {
      const removed = await api.removeConnection({ id });
      if (!removed.ok) throw new Error(removed.error.message);
    }
    await api.setTheme('system');
    await api.setZoom(100);
  });
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
  await electron.evaluate(({ dialog }) => {
    Object.assign(dialog, (globalThis as unknown as Kept).systemDialogs);
  });
}
