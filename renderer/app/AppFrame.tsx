import { Box, VisuallyHidden } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import type { Connection } from '#shared/domain/connection.ts';
import { windowTitle } from '#shared/text/environmentWords.ts';
import { ConnectionsScreen } from '../features/connections/ConnectionsScreen.tsx';
import { DemoStarter } from '../features/connections/DemoStarter.tsx';
import { KeyStateStrip } from '../features/connections/KeyStateStrip.tsx';
import { isOther, useAppStore, type MemoryScreen, type ScreenName } from '../state/appStore.ts';
import { keepLastViews, keepLastViewsOf } from '../state/lastViews.ts';
import { keepVisitsOf } from '../state/visitStore.ts';
import { isGap, NotInSnapshot } from '../features/snapshots/NotInSnapshot.tsx';
import { loadOnUse } from '../ui/loadOnUse.tsx';
import { Screen } from '../ui/Screen.tsx';
import classes from './App.module.css';
import { ConnectionBar } from './ConnectionBar.tsx';
import { ContradictionStrip } from './ContradictionStrip.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { LostStateStrip } from './LostStateStrip.tsx';
import { NavigationRail } from './NavigationRail.tsx';
import { ActiveConnection } from '../widgets/ActiveConnection.tsx';
import { HelpScreen, otherScreenLabels, RequestsScreen, screens, SettingsScreen } from './screens.tsx';

const TourStrip = loadOnUse(async () => (await import('../features/tour/TourStrip.tsx')).TourStrip, null);

/** The navigation rail, the connection bar and a screen. Without an active connection, only some screens are available. */
export function AppFrame({ connections }: { readonly connections: readonly Connection[] }) {
  // Before the first screen shows them.
  useState(keepLastViews);
  useEffect(() => {
    const ids = new Set(connections.map(({ id }) => id));
    keepLastViewsOf(ids);
    keepVisitsOf(ids);
  }, [connections]);
  const activeId = useAppStore((state) => state.activeConnectionId);
  const chosenScreen = useAppStore((state) => state.screen);
  const active = connections.find(({ id }) => id === activeId) ?? null;
  const canShow = (name: MemoryScreen): boolean => active !== null || screens[name].worksAlone === true;
  const screen = isOther(chosenScreen) || canShow(chosenScreen) ? chosenScreen : 'connections';

  useDocumentTitle(active === null ? 'Atom Explorer' : windowTitle(active));

  return (
    <div className={classes.frame}>
      <NavigationRail screen={screen} memory={active?.id ?? null} />
      <Screen
        className={classes.column ?? ''}
        head={
          active !== null && (
            <>
              <ConnectionBar active={active} connections={connections} />
              <KeyStateStrip connection={active} />
              <ContradictionStrip connectionId={active.id} />
              <LostStateStrip connection={active} />
              {active.kind === 'demo' && <TourStrip connectionId={active.id} />}
            </>
          )
        }
      >
        <Box component="main" data-pane pos="relative" h="100%" tabIndex={-1} style={{ outline: 'none' }}>
          <ErrorBoundary key={`${screen} ${active?.id ?? ''}`} what={labelOf(screen)}>
            {screen === 'connections' ? (
              <ConnectionsScreen connections={connections} activeId={active?.id ?? null} />
            ) : screen === 'settings' ? (
              <SettingsScreen />
            ) : screen === 'help' ? (
              <HelpScreen />
            ) : screen === 'requests' ? (
              <RequestsScreen active={active} connections={connections} />
            ) : (
              <ShownScreen connection={active} screen={screen} />
            )}
          </ErrorBoundary>
        </Box>
      </Screen>
    </div>
  );
}

interface ShownScreenProps {
  /** null only for a screen that works alone. */
  readonly connection: Connection | null;
  readonly screen: MemoryScreen;
}

function ShownScreen({ connection, screen }: ShownScreenProps) {
  const { label, Component } = screens[screen];
  return (
    <ActiveConnection connection={connection}>
      <VisuallyHidden component="h1">{label}</VisuallyHidden>
      {connection?.kind === 'demo' ? (
        <DemoStarter connection={connection}>
          <Component />
        </DemoStarter>
      ) : connection?.kind === 'snapshot' && isGap(screen) ? (
        <NotInSnapshot screen={screen} />
      ) : (
        <Component />
      )}
    </ActiveConnection>
  );
}

function labelOf(screen: ScreenName): string {
  return isOther(screen) ? otherScreenLabels[screen] : screens[screen].label;
}
