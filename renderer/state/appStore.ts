import { createContext, useContext } from 'react';
import { z } from 'zod';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import type { Connection, ConnectionId } from '#shared/domain/connection.ts';
import { connectionId } from '#shared/ipc/connectionIdInput.ts';

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

/** What an earlier start saved. A field that is not as expected gets its first value. */
const remembered = z.object({
  activeConnectionId: connectionId.nullable().catch(null),
  screen: z.enum([...memoryScreens, 'connections']).catch('browse'),
  theme: z.enum(themeChoices).catch('system'),
});
type Remembered = Readonly<z.infer<typeof remembered>>;
const initial: Remembered = remembered.parse({});

export function readRemembered(stored: unknown): Remembered {
  return remembered.catch(initial).parse(stored);
}

/** What the connection form is open for; null: it is closed. */
export type ConnectionForm =
  | { readonly kind: 'add' }
  | {
      readonly kind: 'edit';
      readonly id: ConnectionId;
      /** Opened to enter another API key: the form focuses that field. */
      readonly beginsAtKey: boolean;
    };

interface AppState extends Remembered {
  /** Not kept across restarts. */
  readonly connectionForm: ConnectionForm | null;
  /** Makes a connection the active one and shows its memory. */
  readonly activate: (id: ConnectionId) => void;
  /** Deactivates the active connection, and shows the connections. */
  readonly deactivate: () => void;
  readonly show: (screen: ScreenName) => void;
  readonly setTheme: (theme: ThemeChoice) => void;
  readonly openConnectionForm: (form: ConnectionForm) => void;
  readonly closeConnectionForm: () => void;
}

/** What the window shows, kept across restarts. Never data of a service, never secrets. */
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
      partialize: (state): Remembered => remembered.parse(state),
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
