import type { ConnectionId } from '#shared/domain/connection.ts';
import { createKeyedStore } from './keyedStore.ts';

/** The copying of a dropped file to the app, or why it failed. */
export type HandOver =
  | {
      readonly kind: 'going';
      readonly name: string;
      readonly bytes: number;
      readonly done: number;
      readonly cancel: () => void;
    }
  | { readonly kind: 'failed'; readonly error: unknown };

/** null if nothing is being copied. Continues on every screen. */
const handOvers = createKeyedStore<ConnectionId, HandOver | null>(null);

export const useHandOver = handOvers.useView;

export function setHandOver(id: ConnectionId, handOver: HandOver | null): void {
  handOvers.change(id, () => handOver);
}
