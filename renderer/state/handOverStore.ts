import { create } from 'zustand';
import type { ConnectionId } from '#shared/domain/connection.ts';

/** A dropped file on its way from the window to the app, or why it did not get there. */
export type HandOver =
  | {
      readonly kind: 'going';
      readonly name: string;
      readonly bytes: number;
      readonly done: number;
      readonly cancel: () => void;
    }
  | { readonly kind: 'failed'; readonly error: unknown };

interface HandOvers {
  readonly byConnection: ReadonlyMap<ConnectionId, HandOver>;
}

/** It goes on whatever the window shows. */
const useHandOverStore = create<HandOvers>()(() => ({ byConnection: new Map() }));

/** null where none is under way. */
export function useHandOver(id: ConnectionId): HandOver | null {
  return useHandOverStore(({ byConnection }) => byConnection.get(id) ?? null);
}

export function setHandOver(id: ConnectionId, handOver: HandOver | null): void {
  useHandOverStore.setState(({ byConnection }) => {
    const next = new Map(byConnection);
    if (handOver === null) next.delete(id);
    else next.set(id, handOver);
    return { byConnection: next };
  });
}
