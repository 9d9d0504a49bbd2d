import { create } from 'zustand';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { RecallRun } from '../api/recall.ts';

/** What the recall screen of one connection shows. */
export interface RecallView {
  /** As typed, run or not. */
  readonly query: string;
  /** As typed; the field may be empty for a moment. */
  readonly limit: number | string;
  readonly run: RecallRun | null;
  readonly selectedKey: string | null;
  /** Distinct queries of this session, newest first. */
  readonly history: readonly string[];
}

const firstView: RecallView = { query: '', limit: 10, run: null, selectedKey: null, history: [] };
const historyLength = 20;

interface RecallState {
  readonly views: ReadonlyMap<ConnectionId, RecallView>;
  readonly change: (id: ConnectionId, step: (view: RecallView) => RecallView) => void;
}

const useRecallStore = create<RecallState>()((set) => ({
  views: new Map(),
  change: (id, step) =>
    set(({ views }) => ({ views: new Map(views).set(id, step(views.get(id) ?? firstView)) })),
}));

export function useRecallView(id: ConnectionId): RecallView {
  return useRecallStore(({ views }) => views.get(id) ?? firstView);
}

export function changeRecallView(id: ConnectionId, step: (view: RecallView) => RecallView): void {
  useRecallStore.getState().change(id, step);
}

export function startRun(view: RecallView, run: RecallRun): RecallView {
  const others = view.history.filter((query) => query !== run.query);
  return {
    ...view,
    query: run.query,
    run,
    selectedKey: null,
    history: [run.query, ...others].slice(0, historyLength),
  };
}
