import { createContext, useContext } from 'react';
import type { Connection, ConnectionId } from '#shared/domain/connection.ts';
import { createSavedStore, type SavedSchema } from './savedStore.ts';

/** The screens that show the active connection, in their order on the rail. */
export const memoryScreens = [
  'browse',
  'discover',
  'recall',
  'predictions',
  'proof',
  'upload',
  'log',
  'evidence',
  'ledger',
  'audit',
  'changes',
] as const;
export type MemoryScreen = (typeof memoryScreens)[number];
/** The screens that need no connection, at the end of the rail. */
export const otherScreens = ['requests', 'connections'] as const;
export type OtherScreen = (typeof otherScreens)[number];
export type ScreenName = MemoryScreen | OtherScreen;

/** The digit of the shortcut that shows a screen, from its index in `memoryScreens`: 0 for the tenth; null for those after it. */
export function screenDigit(index: number): number | null {
  return index < 10 ? (index + 1) % 10 : null;
}

export const themeChoices = ['light', 'dark', 'system'] as const;
export type ThemeChoice = (typeof themeChoices)[number];

interface SavedState {
  readonly activeConnectionId: ConnectionId | null;
  readonly screen: ScreenName;
  readonly theme: ThemeChoice;
}

/** By hand: zod would be a fifth of the script that runs before the first screen. */
function parse(stored: unknown): SavedState {
  const fields: { readonly [name in keyof SavedState]?: unknown } =
    typeof stored === 'object' && stored !== null ? stored : {};
  const { activeConnectionId: id, screen, theme } = fields;
  return {
    activeConnectionId:
      typeof id === 'string' && id.length > 0 && id.length <= 100 ? (id as ConnectionId) : null,
    screen: [...memoryScreens, ...otherScreens].find((name) => name === screen) ?? 'browse',
    theme: themeChoices.find((name) => name === theme) ?? 'system',
  };
}

const saved: SavedSchema<SavedState> = {
  parse,
  safeParse: (stored) => ({ success: true, data: parse(stored) }),
};

/** What the connection form is open for; null: it is closed. */
export type ConnectionForm =
  | {
      readonly kind: 'add';
      /** From a link. */
      readonly prefill?: { readonly address: string; readonly name: string };
    }
  | {
      readonly kind: 'edit';
      readonly id: ConnectionId;
      /** Opened to enter another API key: the form focuses that field. */
      readonly beginsAtKey: boolean;
    };

/** What the window shows. */
/** In the storages. */
export const appStoreName = 'atom-explorer';
export const useAppStore = createSavedStore(appStoreName, saved, {
  isPerWindow: true,
  first: {
    connectionForm: null as ConnectionForm | null,
    shownSnapshot: null as string | null,
    /** The connection whose service facts are shown. */
    shownFacts: null as ConnectionId | null,
  },
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

export function openConnectionForm(connectionForm: ConnectionForm): void {
  useAppStore.setState({ connectionForm });
}

/** Opens the dialog with the checks of an open snapshot; null closes it. */
export function showSnapshot(shownSnapshot: string | null): void {
  useAppStore.setState({ shownSnapshot });
}

/** Opens the dialog with what is known about the service of a connection; null closes it. */
export function showServiceFacts(shownFacts: ConnectionId | null): void {
  useAppStore.setState({ shownFacts });
}

/** Filled by the app frame around the screens. */
export const ActiveConnectionContext = createContext<Connection | null>(null);

/** The connection whose memory is shown. Only for components inside a screen: there is always one there. */
export function useActiveConnection(): Connection {
  const connection = useContext(ActiveConnectionContext);
  if (connection === null) throw new Error('useActiveConnection was called outside a screen.');
  return connection;
}
