import { createInTurn, type InTurn } from '#shared/async/inTurn.ts';
import type { AppError } from '#shared/domain/appError.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';

/** Until when no request is sent, in epoch milliseconds, and the response of the service. */
interface Hold {
  readonly until: number;
  readonly error: AppError;
}

/** The queue of one connection's jobs to its service: they take turns, and wait together. */
export interface Lane {
  /** Runs the work when everything before it has ended. */
  readonly inTurn: InTurn;
  /** null if requests can be sent. */
  readonly hold: () => Hold | null;
  readonly holdUntil: (hold: Hold) => void;
  /** The user does not want to wait. */
  readonly letPass: () => void;
}

export function createLanes(now: () => number): { readonly of: (id: ConnectionId) => Lane } {
  const lanes = new Map<ConnectionId, Lane>();
  return {
    of: (id) => {
      const known = lanes.get(id);
      if (known !== undefined) return known;
      const lane = createLane(now);
      lanes.set(id, lane);
      return lane;
    },
  };
}

function createLane(now: () => number): Lane {
  let held: Hold | null = null;
  return {
    inTurn: createInTurn(),
    hold: () => (held !== null && held.until > now() ? held : null),
    holdUntil: (hold) => {
      held = hold;
    },
    letPass: () => {
      held = null;
    },
  };
}
