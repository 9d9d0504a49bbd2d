/** Does work when all that was asked for before it has ended; each sees what the one before it left, also a failed one. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

export function createInTurn(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
}

/** The same, with turns of its own for each id. */
export function createTurns(): {
  readonly inTurn: <T>(id: string, work: () => Promise<T>) => Promise<T>;
  /** When all that was asked for so far has ended. */
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
