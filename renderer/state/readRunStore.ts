import { create } from 'zustand';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { ReadEnd, ReadProgress } from '../api/readInBatches.ts';

/** One "read and verify these" run; it goes on while other screens are shown. */
export interface ReadRun {
  readonly connectionId: ConnectionId;
  readonly keys: readonly string[];
  readonly progress: ReadProgress;
  /** null while it runs. */
  readonly end: ReadEnd | null;
  readonly cancel: () => void;
}

interface ReadRunState {
  readonly runs: ReadonlyMap<ConnectionId, ReadRun>;
  readonly put: (run: ReadRun) => void;
  readonly drop: (id: ConnectionId) => void;
}

export const useReadRunStore = create<ReadRunState>()((set) => ({
  runs: new Map(),
  put: (run) => set(({ runs }) => ({ runs: new Map(runs).set(run.connectionId, run) })),
  drop: (id) =>
    set(({ runs }) => {
      const kept = new Map(runs);
      kept.delete(id);
      return { runs: kept };
    }),
}));
