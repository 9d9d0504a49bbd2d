/** The first signal stops the service cleanly; a second one does not wait for that. */
export function untilStopped(exitWithParent: boolean): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => {
        resolve();
        process.once(signal, () => process.exit(130));
      });
    }
    if (exitWithParent) {
      process.stdin.once('end', resolve).once('close', resolve).once('error', resolve);
      process.stdin.resume();
    }
  });
}
