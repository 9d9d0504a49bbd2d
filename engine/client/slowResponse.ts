/** A response that arrives more slowly is given up, because it would hold a place of its connection for minutes. */
export const leastBytesPerSecond = 256;

/**
 * Calls `gaveUp` at the end of the first period in which fewer bytes arrived. @param socket counts what it received, before
 * decoding
 * @returns stops watching
 */
export function watchRate(
  socket: { readonly bytesRead: number },
  periodMs: number,
  gaveUp: (afterMs: number) => void,
): () => void {
  const least = (leastBytesPerSecond * periodMs) / 1_000;
  let before = socket.bytesRead;
  let periods = 0;
  const timer = setInterval(() => {
    periods += 1;
    if (socket.bytesRead - before < least) gaveUp(periods * periodMs);
    before = socket.bytesRead;
  }, periodMs);
  return () => clearInterval(timer);
}
