import { spawn, type ChildProcessByStdio } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { z } from 'zod';
import type { VerdictStatus } from '#shared/merkle/verdict.ts';
import { verdictNames } from '#shared/text/verdictNames.ts';
import { runCli } from '../../runCli.ts';

/** The Python script that exports write beside a bundle. */
export const verifyScript = path.resolve(import.meta.dirname, '../../../shared/evidence/verify_evidence.py');

/** Runs the script once for each line of arguments, from its start and with nothing of the run before. */
const manyRuns = `
import contextlib, io, json, sys
with open(sys.argv[1], encoding="utf-8") as file:
    script = compile(file.read(), sys.argv[1], "exec")
for line in sys.stdin:
    sys.argv = json.loads(line)
    out, error, code = io.StringIO(), io.StringIO(), 0
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(error):
        try:
            exec(script, {"__name__": "__main__"})
        except SystemExit as end:
            code = end.code
    print(json.dumps({"code": code, "out": out.getvalue(), "error": error.getvalue()}), flush=True)
`;
const pythonRun = z.object({ code: z.number(), out: z.string(), error: z.string() });
export type PythonRun = z.infer<typeof pythonRun>;

export interface PythonVerifier {
  readonly run: (...args: readonly string[]) => Promise<PythonRun>;
  readonly stop: () => void;
}

/** In one process, which takes as long to start as all runs. */
export function startPython(): PythonVerifier {
  const interpreter: ChildProcessByStdio<Writable, Readable, null> = spawn(
    'python3',
    ['-c', manyRuns, verifyScript],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const answers = createInterface(interpreter.stdout)[Symbol.asyncIterator]();
  return {
    run: async (...args) => {
      interpreter.stdin.write(`${JSON.stringify([verifyScript, ...args])}\n`);
      const answer = await answers.next();
      if (answer.done === true) throw new Error('Python ended.');
      return pythonRun.parse(JSON.parse(answer.value));
    },
    stop: () => void interpreter.stdin.end(),
  };
}

/** The verdict of the command of the app; undefined if it refuses the bundle. */
export async function runOurs(file: string, ...args: readonly string[]) {
  const printed: string[] = [];
  const code = await runCli(['verify', file, '--json', ...args], {
    print: (line) => printed.push(line),
    complain: () => undefined,
    readStdin: async () => new Uint8Array(),
  });
  const status = /^\{"status":"(green|keyOnly|amber|red)"/.exec(printed.join(''))?.[1];
  return { code, status: status as VerdictStatus | undefined };
}

/** What the last line of the script says. */
export function lastLineOf(status: VerdictStatus | undefined): string {
  return `Verdict: ${verdictNames[status ?? 'green']}\n`;
}
