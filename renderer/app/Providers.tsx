import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { ipc } from '../api/ipc.ts';
import { useAppStore } from '../state/appStore.ts';
import { createColorSchemeManager } from './colorScheme.ts';
import classes from './Providers.module.css';
import { resolveTokens, theme } from './theme.ts';

interface ProvidersProps {
  readonly queryClient: QueryClient;
  /** Lets the library's style elements pass the content security policy; main puts it into the page. */
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

/** Tells main the theme, for the window frame and for what `system` means to the page. */
function ThemeAnnouncer() {
  const choice = useAppStore((state) => state.theme);
  useEffect(() => {
    // A theme that did not reach the window frame is no reason to disturb anyone.
    ipc.setTheme(choice).catch(() => undefined);
  }, [choice]);
  return null;
}
