import { MantineProvider, type MantineColorScheme, type MantineColorSchemeManager } from '@mantine/core';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { setTheme } from '../api/app.ts';
import { useAppStore, type ThemeChoice } from '../state/appStore.ts';
import { followSettings, useSettings } from '../state/settings.ts';
import { RowScale } from '../ui/lists/density.ts';
import { loadOnUse } from '../ui/loadOnUse.tsx';
import { resolveTokens, theme } from './theme.ts';

const TipHost = loadOnUse(async () => (await import('../ui/TipHost.tsx')).TipHost, null);
const Notices = loadOnUse(async () => (await import('./Notices.tsx')).Notices, null);

interface ProvidersProps {
  readonly queryClient: QueryClient;
  /** The content security policy allows Mantine's style elements with this nonce. The main process puts it into the page. */
  readonly styleNonce: string;
  readonly children: ReactNode;
}

export function Providers({ queryClient, styleNonce, children }: ProvidersProps) {
  const [colorSchemeManager] = useState(createColorSchemeManager);
  // A notice that comes earlier appears then; a tooltip needs the pointer to move again.
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => {
    const waiting = requestIdleCallback(() => setIsIdle(true), { timeout: 1_000 });
    return () => cancelIdleCallback(waiting);
  }, []);
  useEffect(followSettings, []);
  return (
    <QueryClientProvider client={queryClient}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={resolveTokens}
        colorSchemeManager={colorSchemeManager}
        getStyleNonce={() => styleNonce}
      >
        <ThemeAnnouncer />
        {isIdle && (
          <>
            <TipHost />
            <Notices />
          </>
        )}
        <ChosenDensity>{children}</ChosenDensity>
      </MantineProvider>
    </QueryClientProvider>
  );
}

function ChosenDensity({ children }: { readonly children: ReactNode }) {
  const density = useSettings((state) => state.density);
  return <RowScale value={density === 'compact' ? compactRows : 1}>{children}</RowScale>;
}

/** Of a row of 30 px, 25 px: text of 13 px keeps some room. */
const compactRows = 0.84;

/** Sends the theme to the main process: it colors the window frame and defines what `system` means to the page. */
function ThemeAnnouncer() {
  const choice = useAppStore((state) => state.theme);
  useEffect(() => {
    // Only the window frame keeps the old theme, which is not worth an error message.
    setTheme(choice).catch(() => undefined);
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
