/** Runs work one call at a time. Each call sees the result of the one before it, even if that failed. */
export interface InTurn {
  <T>(work: () => Promise<T>): Promise<T>;
  /** Resolves when everything queued so far has ended. */
  readonly ended: () => Promise<void>;
}

export function createInTurn(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
  return Object.assign(inTurn, { ended: () => last.then(() => undefined) });
}

/** The same, with a separate queue for each id. */
export function createTurns(): {
  readonly inTurn: <T>(id: string, work: () => Promise<T>) => Promise<T>;
  /** Resolves when everything queued so far has ended. */
  readonly ended: () => Promise<void>;
} {
  const lines = new Map<string, InTurn>();
  return {
    inTurn: (id, work) => {
      const line = lines.get(id) ?? createInTurn();
      lines.set(id, line);
      return line(work);
    },
    ended: async () => {
      await Promise.all([...lines.values()].map(({ ended }) => ended()));
    },
  };
}
