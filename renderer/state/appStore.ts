import { createContext, useContext } from 'react';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import type { Connection, ConnectionId } from '#shared/domain/connection.ts';

/** The screens that show the active connection, in their order on the rail. */
export const memoryScreens = [
  'browse',
  'discover',
  'recall',
  'predictions',
  'proof',
  'upload',
  'log',
] as const;
export type MemoryScreen = (typeof memoryScreens)[number];
export type ScreenName = MemoryScreen | 'connections';

export const themeChoices = ['light', 'dark', 'system'] as const;
export type ThemeChoice = (typeof themeChoices)[number];

interface Remembered {
  readonly activeConnectionId: ConnectionId | null;
  readonly screen: ScreenName;
  readonly theme: ThemeChoice;
}

/** What the connection form is open for; null: it is closed. */
export type ConnectionForm =
  | { readonly kind: 'add' }
  | {
      readonly kind: 'edit';
      readonly id: ConnectionId;
      /** Opened to enter another API key: the form begins there. */
      readonly beginsAtKey: boolean;
    };

interface AppState extends Remembered {
  /** Not remembered over restarts. */
  readonly connectionForm: ConnectionForm | null;
  /** Makes a connection the active one and shows its memory. */
  readonly activate: (id: ConnectionId) => void;
  /** No connection is active any more; the connections are shown. */
  readonly deactivate: () => void;
  readonly show: (screen: ScreenName) => void;
  readonly setTheme: (theme: ThemeChoice) => void;
  readonly openConnectionForm: (form: ConnectionForm) => void;
  readonly closeConnectionForm: () => void;
}

const initial: Remembered = { activeConnectionId: null, screen: 'browse', theme: 'system' };

/** Reads what an earlier start left behind; a field that is not as expected falls back to its first value. */
export function readRemembered(stored: unknown): Remembered {
  const fields: { readonly [name: string]: unknown } =
    typeof stored === 'object' && stored !== null ? { ...stored } : {};
  const { activeConnectionId, screen, theme } = fields;
  return {
    activeConnectionId:
      typeof activeConnectionId === 'string'
        ? (activeConnectionId as ConnectionId)
        : initial.activeConnectionId,
    screen: [...memoryScreens, 'connections' as const].find((name) => name === screen) ?? initial.screen,
    theme: themeChoices.find((choice) => choice === theme) ?? initial.theme,
  };
}

/** What the window shows, over restarts. Never server data, never secrets. */
export const useAppStore = create<AppState>()(
  persist(
    (set) => ({
      ...initial,
      connectionForm: null,
      activate: (id) =>
        set(({ screen }) => ({
          activeConnectionId: id,
          screen: screen === 'connections' ? 'browse' : screen,
        })),
      deactivate: () => set({ activeConnectionId: null, screen: 'connections' }),
      show: (screen) => set({ screen }),
      setTheme: (theme) => set({ theme }),
      openConnectionForm: (connectionForm) => set({ connectionForm }),
      closeConnectionForm: () => set({ connectionForm: null }),
    }),
    {
      name: 'atom-explorer',
      version: 1,
      partialize: ({ activeConnectionId, screen, theme }): Remembered => ({
        activeConnectionId,
        screen,
        theme,
      }),
      merge: (stored, current) => ({ ...current, ...readRemembered(stored) }),
    },
  ),
);

/** Filled by the app frame around the screens. */
export const ActiveConnectionContext = createContext<Connection | null>(null);

/** The connection whose memory is shown. Only for components inside a screen: there is always one there. */
export function useActiveConnection(): Connection {
  const connection = useContext(ActiveConnectionContext);
  if (connection === null) throw new Error('useActiveConnection was called outside a screen.');
  return connection;
}
