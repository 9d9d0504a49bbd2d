const sliceMs = 25;

/** Whether some milliseconds of work are over, so that other calls get their turn. @param every how often the clock is read */
export function createSlice(every = 16): () => boolean {
  const start = performance.now();
  let asked = 0;
  return () => {
    asked += 1;
    return asked > every && asked % every === 0 && performance.now() - start >= sliceMs;
  };
}
