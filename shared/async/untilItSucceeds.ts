/** Runs the work at the first call; later calls get its result. A failure is not kept, because its cause may be gone next time. */
export function untilItSucceeds<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null;
  return () => {
    if (running !== null) return running;
    const begun = work();
    running = begun;
    begun.catch(() => {
      running = null;
    });
    return begun;
  };
}
