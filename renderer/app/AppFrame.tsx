import { VisuallyHidden } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useState } from 'react';
import type { Connection } from '#shared/domain/connection.ts';
import { ConnectionsScreen } from '../features/connections/ConnectionsScreen.tsx';
import { DemoStarter } from '../features/connections/DemoStarter.tsx';
import { KeyStateStrip } from '../features/connections/KeyStateStrip.tsx';
import { SchemeStrip } from '../features/proof/scheme/SchemeStrip.tsx';
import { ActiveConnectionContext, memoryScreens, useAppStore } from '../state/appStore.ts';
import { ConnectionBar } from './ConnectionBar.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { NavigationRail } from './NavigationRail.tsx';
import classes from './AppFrame.module.css';
import { screens } from './screens.tsx';

/** Rail, connection bar and the screen. With no active connection there are the connections, and what needs none. */
export function AppFrame({ connections }: { readonly connections: readonly Connection[] }) {
  const activeId = useAppStore((state) => state.activeConnectionId);
  const chosenScreen = useAppStore((state) => state.screen);
  const show = useAppStore((state) => state.show);
  const active = connections.find(({ id }) => id === activeId) ?? null;
  const canShow = (name: typeof chosenScreen): boolean =>
    active !== null || (name !== 'connections' && screens[name].worksAlone === true);
  const screen = canShow(chosenScreen) ? chosenScreen : 'connections';

  // Everywhere, text fields included: the shortcuts type nothing.
  useHotkeys(
    memoryScreens.map((name, index) => [
      `mod+${index + 1}`,
      () => {
        if (canShow(name)) show(name);
      },
    ]),
    [],
  );

  return (
    <div className={classes.frame}>
      <NavigationRail screen={screen} memory={active?.id ?? null} />
      <div className={classes.column}>
        {active !== null && <ConnectionBar active={active} connections={connections} />}
        {active !== null && <KeyStateStrip connection={active} />}
        {active !== null && <SchemeStrip connection={active} />}
        <main className={classes.main}>
          <ErrorBoundary key={`${screen} ${active?.id ?? ''}`} what={labelOf(screen)}>
            {screen === 'connections' ? (
              <ConnectionsScreen connections={connections} activeId={active?.id ?? null} />
            ) : active === null ? (
              <ScreenAlone screen={screen} />
            ) : (
              <MemoryScreenOf connection={active} screen={screen} />
            )}
          </ErrorBoundary>
        </main>
      </div>
    </div>
  );
}

interface MemoryScreenOfProps {
  readonly connection: Connection;
  readonly screen: keyof typeof screens;
}

function MemoryScreenOf({ connection, screen }: MemoryScreenOfProps) {
  const { label, Component } = screens[screen];
  // After a start of the app the demo's service has no address until it runs again. If it stops later, the
  // screen stays with what it shows and what was typed: the next request starts the service anew.
  const isRunning = connection.kind !== 'demo' || connection.baseUrl !== null;
  const [hasRun, setHasRun] = useState(isRunning);
  if (isRunning && !hasRun) setHasRun(true);
  if (!isRunning && !hasRun) return <DemoStarter />;
  return (
    <ActiveConnectionContext value={connection}>
      <VisuallyHidden component="h1">{label}</VisuallyHidden>
      <Component key={connection.id} />
    </ActiveConnectionContext>
  );
}

function ScreenAlone({ screen }: { readonly screen: keyof typeof screens }) {
  const { label, Component } = screens[screen];
  return (
    <>
      <VisuallyHidden component="h1">{label}</VisuallyHidden>
      <Component />
    </>
  );
}

function labelOf(screen: keyof typeof screens | 'connections'): string {
  return screen === 'connections' ? 'Connections' : screens[screen].label;
}
