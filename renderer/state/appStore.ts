import { createContext, useContext } from 'react';
import type { Connection, ConnectionId } from '#shared/domain/connection.ts';
import { openDialog, type ConnectionForm } from './dialogs.ts';
import { createSavedStore, type SavedSchema } from './savedStore.ts';

/** The screens that show the active connection, in the groups and the order of the rail. */
export const screenGroups = [
  { label: 'Explore', screens: ['browse', 'recall', 'predictions', 'discover', 'changes'] },
  { label: 'Verify', screens: ['proof', 'audit', 'roots', 'evidence'] },
  { label: 'Write', screens: ['upload', 'writes'] },
] as const;
export type MemoryScreen = (typeof screenGroups)[number]['screens'][number];
const memoryScreens: readonly MemoryScreen[] = screenGroups.flatMap(({ screens }) => screens);
/** The screens at the end of the rail. */
export const railScreens = ['requests', 'connections', 'settings'] as const;
/** The screens that are not about one memory. Help is in the menu only: the rail has no room for it in a low window. */
export const otherScreens = [...railScreens, 'help'] as const;
export type OtherScreen = (typeof otherScreens)[number];
export type ScreenName = MemoryScreen | OtherScreen;

export function isOther(screen: ScreenName): screen is OtherScreen {
  return otherScreens.some((name) => name === screen);
}

export const themeChoices = ['light', 'dark', 'system'] as const;
export type ThemeChoice = (typeof themeChoices)[number];

interface SavedState {
  readonly activeConnectionId: ConnectionId | null;
  readonly screen: ScreenName;
  readonly theme: ThemeChoice;
}

/** What screens were called by earlier versions of the app. */
const earlierNames: ReadonlyMap<unknown, ScreenName> = new Map([
  ['ledger', 'roots'],
  ['log', 'writes'],
]);

/** By hand: zod would be a fifth of the script that runs before the first screen. */
function parse(stored: unknown): SavedState {
  const fields: { readonly [name in keyof SavedState]?: unknown } =
    typeof stored === 'object' && stored !== null ? stored : {};
  const { activeConnectionId: id, screen, theme } = fields;
  return {
    activeConnectionId:
      typeof id === 'string' && id.length > 0 && id.length <= 100 ? (id as ConnectionId) : null,
    screen:
      [...memoryScreens, ...otherScreens].find((name) => name === (earlierNames.get(screen) ?? screen)) ??
      'browse',
    theme: themeChoices.find((name) => name === theme) ?? 'system',
  };
}

const saved: SavedSchema<SavedState> = {
  parse,
  safeParse: (stored) => ({ success: true, data: parse(stored) }),
};

/** In the storages. */
export const appStoreName = 'atom-explorer';
/** What the window shows. */
export const useAppStore = createSavedStore(appStoreName, saved, {
  isPerWindow: true,
});

/** Shows the connection that this window was opened for, if the address of the page names one. */
export function showAskedConnection(): void {
  const id = /^#connection=([a-z0-9-]{1,64})$/.exec(location.hash)?.[1];
  if (id === undefined) return;
  useAppStore.setState({ activeConnectionId: id as ConnectionId, screen: 'browse' });
  // Only once: a reload keeps what the window shows by then.
  history.replaceState(null, '', location.pathname);
}

/** Makes a connection the active one and shows its memory. */
export function activate(id: ConnectionId): void {
  useAppStore.setState(({ screen }) => ({
    activeConnectionId: id,
    screen: screen === 'connections' ? 'browse' : screen,
  }));
}

export function showScreen(screen: ScreenName): void {
  useAppStore.setState({ screen });
}

export function openConnectionForm(form: ConnectionForm): void {
  openDialog({ kind: 'connection-form', form });
}

/** Opens the dialog with the checks of an open snapshot. */
export function showSnapshot(id: string): void {
  openDialog({ kind: 'snapshot', id });
}

/** Opens the dialog with what is known about the service of a connection. */
export function showServiceFacts(connectionId: ConnectionId): void {
  openDialog({ kind: 'service-facts', connectionId });
}

/** Filled by the app frame around the screens. */
export const ActiveConnectionContext = createContext<Connection | null>(null);

/** The connection whose memory is shown. Only for components inside a screen: there is always one there. */
export function useActiveConnection(): Connection {
  const connection = useContext(ActiveConnectionContext);
  if (connection === null) throw new Error('useActiveConnection was called outside a screen.');
  return connection;
}
