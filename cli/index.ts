#!/usr/bin/env node
import { exitCodes } from './command.ts';
import { collect } from './readInput.ts';
import { runCli } from './runCli.ts';
import { terminalText } from './terminalText.ts';

// A reader that stops early, such as `head`, is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

void runCli(process.argv.slice(2), {
  print: (line) => process.stdout.write(`${line}\n`),
  complain: (line) => process.stderr.write(`${line}\n`),
  readStdin: () => collect(process.stdin, 'Standard input'),
}).then(
  (exitCode) => {
    process.exitCode = exitCode;
  },
  (error: unknown) => {
    // Not 1, which would mean that a check failed.
    process.exitCode = exitCodes.unusable;
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(
      `${terminalText(`Internal error in atom-explorer. Nothing was checked.\n${stack}`)}\n`,
    );
  },
);
