import { MantineProvider, type MantineColorScheme, type MantineColorSchemeManager } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { ipc } from '../api/ipc.ts';
import { useAppStore, type ThemeChoice } from '../state/appStore.ts';
import classes from './App.module.css';
import { resolveTokens, theme } from './theme.ts';

interface ProvidersProps {
  readonly queryClient: QueryClient;
  /** The content security policy allows Mantine's style elements with this nonce. The main process puts it into the page. */
  readonly styleNonce: string;
  readonly children: ReactNode;
}

export function Providers({ queryClient, styleNonce, children }: ProvidersProps) {
  const [colorSchemeManager] = useState(createColorSchemeManager);
  return (
    <QueryClientProvider client={queryClient}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={resolveTokens}
        colorSchemeManager={colorSchemeManager}
        getStyleNonce={() => styleNonce}
      >
        <ThemeAnnouncer />
        <Notifications position="bottom-right" limit={3} classNames={{ root: classes.notifications ?? '' }} />
        {children}
      </MantineProvider>
    </QueryClientProvider>
  );
}

/** Sends the theme to the main process: it colors the window frame and defines what `system` means to the page. */
function ThemeAnnouncer() {
  const choice = useAppStore((state) => state.theme);
  useEffect(() => {
    // Only the window frame keeps the old theme, which is not worth an error message.
    ipc.setTheme(choice).catch(() => undefined);
  }, [choice]);
  return null;
}

/** The app store holds the theme; Mantine only follows it. */
function createColorSchemeManager(): MantineColorSchemeManager {
  const asColorScheme = (choice: ThemeChoice): MantineColorScheme => (choice === 'system' ? 'auto' : choice);
  let stop: () => void = () => undefined;
  return {
    get: () => asColorScheme(useAppStore.getState().theme),
    set: () => undefined,
    subscribe: (onUpdate) => {
      stop = useAppStore.subscribe((state) => onUpdate(asColorScheme(state.theme)));
    },
    unsubscribe: () => stop(),
    clear: () => undefined,
  };
}
