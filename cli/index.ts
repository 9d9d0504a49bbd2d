#!/usr/bin/env node
import { exitCodes } from './command.ts';
import { painted } from './colors.ts';
import { createProgressLine } from './progressLine.ts';
import { collect } from './readInput.ts';
import { runCli } from './runCli.ts';
import { terminalText } from './terminalText.ts';

let exitCode: number | null = null;
let isOutputLost = false;

function setExitCode(): void {
  if (exitCode !== null)
    process.exitCode = isOutputLost && exitCode !== exitCodes.bad ? exitCodes.unusable : exitCode;
}

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // A reader that stops early, such as `head`, is not an error. The command goes on, because its exit code says the result.
  if (error.code === 'EPIPE') return;
  isOutputLost = true;
  setExitCode();
  process.stderr.write(terminalText(`The output cannot be written. ${error.message}\n`));
});
// There is nowhere to say it.
process.stderr.on('error', () => undefined);

const progress = createProgressLine(process.stderr, Date.now);

void runCli(process.argv.slice(2), {
  print: (line, look) => {
    progress.clear();
    process.stdout.write(`${painted(line, look, process.stdout, process.env)}\n`);
  },
  write: (text) => {
    progress.clear();
    // A value could move the cursor or change colors.
    process.stdout.write(process.stdout.isTTY ? `${terminalText(text)}\n` : text);
  },
  complain: (line) => {
    progress.clear();
    process.stderr.write(`${line}\n`);
  },
  progress: progress.show,
  readStdin: () => collect(process.stdin, 'Standard input'),
  // The built command is beside them, in CommonJS.
  programs: __dirname,
}).then(
  (code) => {
    exitCode = code;
    setExitCode();
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
