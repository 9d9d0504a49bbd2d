import type { AppError } from '#shared/domain/appError.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';

/** Until when nothing is asked, in epoch milliseconds, and what the service answered. */
interface Hold {
  readonly until: number;
  readonly error: AppError;
}

/** The way of one connection's jobs to its service: they go one after the other, and wait together. */
export interface Lane {
  /** Runs the work when all that came before it has ended. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>;
  /** null where the way is free. */
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
  let last: Promise<unknown> = Promise.resolve();
  let held: Hold | null = null;
  return {
    inTurn: (work) => {
      const turn = last.then(work);
      last = turn.catch(() => undefined);
      return turn;
    },
    hold: () => (held !== null && held.until > now() ? held : null),
    holdUntil: (hold) => {
      held = hold;
    },
    letPass: () => {
      held = null;
    },
  };
}
