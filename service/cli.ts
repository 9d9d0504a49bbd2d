import { runCli } from './cli/runCli.ts';

/** The first signal stops the service cleanly; a second one does not wait for that. */
function stopped(exitWithParent: boolean): Promise<void> {
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

void runCli(process.argv.slice(2), {
  env: process.env,
  platform: process.platform,
  print: (text) => process.stdout.write(text),
  complain: (text) => process.stderr.write(text),
  stopped,
}).then((exitCode) => {
  process.exitCode = exitCode;
  // Open handles, such as standard input, must not keep a stopped service alive.
  process.stdin.destroy();
});
