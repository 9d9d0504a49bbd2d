/** Runs work one call at a time. Each call sees the result of the one before it, even if that failed. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

export function createInTurn(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
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
      await Promise.all([...lines.values()].map((line) => line(() => Promise.resolve())));
    },
  };
}
