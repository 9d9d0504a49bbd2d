import type { ConnectionId, RootStatus } from '#shared/domain/connection.ts';
import type { PinList } from '#shared/domain/pin.ts';
import { given, noneByChoice, unavailable, type Ground } from '#shared/grounds/grounds.ts';
import type { Asking, SeenRoot } from '../roots/rootHistory.ts';
import type { RootLedger } from '../roots/rootLedger.ts';
import type { Pins } from '../roots/pins/pins.ts';
import { statusByPins, statusWithPins } from '../roots/pins/statusWithPins.ts';

/** What the roots of a response are compared with. The ledger and the pins are asked each for itself. */
export interface HeldRoots {
  /** null if nothing that could be asked says anything about the root. */
  readonly statusOf: (root: SeenRoot) => RootStatus | null;
  readonly grounds: { readonly pins: Ground; readonly ledger: Ground };
}

/** @param ledger null if it cannot be opened */
export async function heldRoots(
  id: ConnectionId,
  ledger: RootLedger | null,
  asking: Asking,
  effects: {
    /** Absent: nothing is pinned. */
    readonly pins?: Pick<Pins, 'of'>;
    readonly log: (message: string, error: unknown) => void;
  },
): Promise<HeldRoots> {
  const list = await readPins(id, effects);
  const pins = list.list?.pins ?? [];
  const statusOf = ledger === null ? statusByPins(pins) : statusWithPins(ledger, pins);
  return {
    statusOf: (root) => statusOf(root, asking),
    grounds: { pins: list.ground, ledger: ledger === null ? unavailable('unreadable') : given },
  };
}

async function readPins(
  id: ConnectionId,
  { pins, log }: Parameters<typeof heldRoots>[3],
): Promise<{ readonly list: PinList | null; readonly ground: Ground }> {
  if (pins === undefined) return { list: null, ground: noneByChoice };
  try {
    const list = await pins.of(id);
    return { list, ground: list.pins.length === 0 ? noneByChoice : given };
  } catch (error) {
    log('Could not read the pinned roots.', error);
    return { list: null, ground: unavailable('unreadable') };
  }
}
