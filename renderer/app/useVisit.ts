import { useEffect } from 'react';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { noteVisit } from '../state/visitStore.ts';

const everyMs = 60_000;

/** Notes when the user sees a connection, for “since the last visit”. */
export function useVisit(id: ConnectionId): void {
  useEffect(() => {
    const note = (): void => {
      if (document.visibilityState === 'visible') noteVisit(id, Date.now());
    };
    note();
    const timer = setInterval(note, everyMs);
    document.addEventListener('visibilitychange', note);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', note);
    };
  }, [id]);
}
