import { createInterface } from 'node:readline/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { Command } from '../command.ts';
import { conformanceCommand, conformanceDefinition } from '../conformance/command.ts';

export const conformance: Command = {
  definition: conformanceDefinition,
  run: (args, io) =>
    conformanceCommand(args, {
      ...io,
      confirm,
      env: process.env,
      wait: (ms) => wait(ms),
      now: Date.now,
    }),
};

/** Without a terminal, the answer is no. */
async function confirm(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(`${question} [y/N] `);
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}
