import { runCli } from './cli/runCli.ts';
import { untilStopped } from './cli/untilStopped.ts';

void runCli(process.argv.slice(2), {
  env: process.env,
  platform: process.platform,
  print: (text) => process.stdout.write(text),
  complain: (text) => process.stderr.write(text),
  stopped: untilStopped,
}).then((exitCode) => {
  process.exitCode = exitCode;
  // Open handles, such as standard input, must not keep a stopped service alive.
  process.stdin.destroy();
});
