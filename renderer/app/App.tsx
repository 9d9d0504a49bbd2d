import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { connectionsQuery } from '../api/connections.ts';
import { Welcome } from '../features/connections/Welcome.tsx';
import { useAppStore } from '../state/appStore.ts';
import { ErrorNotice } from '../ui/ErrorNotice.tsx';
import { LoadingState } from '../ui/LoadingState.tsx';
import { loadOnUse, preloadWhenIdle } from '../ui/loadOnUse.tsx';
import { CatalogueNotice } from './CatalogueNotice.tsx';
import classes from './App.module.css';
import { screens } from './screens.tsx';

const AppFrame = loadOnUse(async () => (await import('./AppFrame.tsx')).AppFrame, null);
const ConnectionFormModal = loadOnUse(
  async () => (await import('../features/connections/ConnectionFormModal.tsx')).ConnectionFormModal,
  null,
);

/**
 * Starts to load what this start of the app shows first, before it is known which connections there are. A failure is
 * shown by the component itself.
 */
export function preloadFirstScreen(): void {
  const { activeConnectionId, screen } = useAppStore.getState();
  if (activeConnectionId === null && screen !== 'proof') return;
  AppFrame.preload().catch(() => undefined);
  if (screen !== 'connections') screens[screen].Component.preload().catch(() => undefined);
}

/** First run: the welcome, or a proof that somebody was given. Afterwards: the frame around the connection that was active last. */
export function App() {
  const connections = useQuery(connectionsQuery);
  const screen = useAppStore((state) => state.screen);
  const isFormOpen = useAppStore((state) => state.connectionForm !== null);
  useEffect(() => {
    if (!connections.isPending) void preloadWhenIdle();
  }, [connections.isPending]);
  if (connections.isPending) {
    return (
      <div className={classes.alone}>
        <LoadingState label="Reading your connections" rows={3} />
      </div>
    );
  }
  if (connections.isError) {
    return (
      <main className={classes.alone}>
        <ErrorNotice error={connections.error} onRetry={() => void connections.refetch()} />
      </main>
    );
  }
  return (
    <>
      {connections.data.length === 0 && screen !== 'proof' ? (
        <Welcome />
      ) : (
        <AppFrame connections={connections.data} />
      )}
      {isFormOpen && <ConnectionFormModal connections={connections.data} />}
      <CatalogueNotice />
    </>
  );
}
