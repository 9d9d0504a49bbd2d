import { useQuery } from '@tanstack/react-query';
import { connectionsQuery } from '../api/connections.ts';
import { ConnectionFormModal } from '../features/connections/ConnectionFormModal.tsx';
import { Welcome } from '../features/connections/Welcome.tsx';
import { useAppStore } from '../state/appStore.ts';
import { ErrorNotice } from '../ui/ErrorNotice.tsx';
import { LoadingState } from '../ui/LoadingState.tsx';
import { AppFrame } from './AppFrame.tsx';
import { CatalogueNotice } from './CatalogueNotice.tsx';
import classes from './App.module.css';

/** First run: the welcome, or a proof that somebody was given. Afterwards: the frame around the connection that was active last. */
export function App() {
  const connections = useQuery(connectionsQuery);
  const screen = useAppStore((state) => state.screen);
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
      <ConnectionFormModal connections={connections.data} />
      <CatalogueNotice />
    </>
  );
}
