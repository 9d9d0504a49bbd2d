import type { ConnectionId } from '#shared/domain/connection.ts';
import { createKeyedStore } from './keyedStore.ts';

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

/** It continues whatever the window shows; null where none is under way. */
const handOvers = createKeyedStore<ConnectionId, HandOver | null>(null);

export const useHandOver = handOvers.useView;

export function setHandOver(id: ConnectionId, handOver: HandOver | null): void {
  handOvers.change(id, () => handOver);
}
