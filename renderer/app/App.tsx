import { useQuery, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { catalogueSummaryQuery } from '../api/catalogueSummary.ts';
import { connectionsQuery } from '../api/connections.ts';
import { onEvent } from '../api/onEvent.ts';
import { Welcome } from '../features/connections/Welcome.tsx';
import { activate, isOther, useAppStore } from '../state/appStore.ts';
import { showAudit } from '../state/auditView.ts';
import { leaveSafely } from '../ui/closeGuard.ts';
import { openGivenEvidence } from '../state/openedEvidenceStore.ts';
import { loadOnUse, preloadWhenIdle } from '../ui/loadOnUse.tsx';
import { screens } from './screens.tsx';
import { ActiveConnection } from '../widgets/ActiveConnection.tsx';
import { DialogHost } from './DialogHost.tsx';
import { openDropsOnWindow } from './windowDrop.ts';

const AppFrame = loadOnUse(async () => (await import('./AppFrame.tsx')).AppFrame, null);
const AppCommands = loadOnUse(async () => (await import('./AppCommands.tsx')).AppCommands, null);
const ConnectionsPending = loadOnUse(
  async () => (await import('./ConnectionsPending.tsx')).ConnectionsPending,
  null,
);
const FromOutside = loadOnUse(async () => (await import('./FromOutside.tsx')).FromOutside, null);
/** Loads what the first render needs: the connections and the code of the screen. What fails is shown by its component. */
export async function loadFirstScreen(client: QueryClient): Promise<void> {
  const { activeConnectionId, screen } = useAppStore.getState();
  const isFramed = activeConnectionId !== null || worksWithoutConnections.has(screen);
  // Not waited for: it makes the main process open the known keys while the code loads.
  if (activeConnectionId !== null) void client.prefetchQuery(catalogueSummaryQuery(activeConnectionId));
  await Promise.allSettled([
    client.prefetchQuery(connectionsQuery),
    ...(isFramed ? [AppFrame.preload()] : []),
    ...(isFramed && !isOther(screen) ? [screens[screen].Component.preload()] : []),
  ]);
}

const worksWithoutConnections: ReadonlySet<string> = new Set(['proof', 'evidence', 'settings', 'help']);

/** The welcome page while there are no connections, otherwise the frame. A pasted proof, evidence, the settings, and Help need no connection. */
export function App() {
  const connections = useQuery(connectionsQuery);
  const screen = useAppStore((state) => state.screen);
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    if (!connections.isPending) void preloadWhenIdle().then(() => setIdle(true));
  }, [connections.isPending]);
  useEffect(() => {
    void openGivenEvidence();
    return onEvent('evidenceGiven', () => void openGivenEvidence());
  }, []);
  useEffect(openDropsOnWindow, []);
  useEffect(
    () =>
      onEvent('auditChosen', (audit) => {
        leaveSafely(() => {
          activate(audit.connectionId);
          showAudit(audit);
        });
      }),
    [],
  );
  useEffect(() => onEvent('catalogueRestarted', () => void noticeRestart()), []);
  if (connections.data === undefined) return <ConnectionsPending />;
  return (
    <ActiveConnection connection={null}>
      {connections.data.length === 0 && !worksWithoutConnections.has(screen) ? (
        <Welcome />
      ) : (
        <AppFrame connections={connections.data} />
      )}
      <AppCommands connections={connections.data} />
      <DialogHost connections={connections.data} />
      {isIdle && <FromOutside connections={connections.data} />}
    </ActiveConnection>
  );
}

async function noticeRestart(): Promise<void> {
  const [{ notifyDone }, { catalogueRestartedWords }] = await Promise.all([
    import('../ui/notify.ts'),
    import('#shared/text/coverageWords.ts'),
  ]);
  notifyDone(catalogueRestartedWords);
}
