import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { builtPrograms } from '../../engine/testing/builtPrograms.ts';
import { startTestService } from '../../service/testing/startTestService.ts';
import { UnusableInput, UsageError } from '../command.ts';
import type { SessionWorld } from '../session/openSession.ts';

/** Of the embedded service. */
export const serviceScheme =
  'hash=sha-256,node=prefix-01,shape=rfc6962,order=leaf-to-root,digest=prefix-00,preimage=json:key,value,version';

export interface Ran {
  readonly code: number;
  /** Standard output, and standard error. */
  readonly shown: string;
  readonly told: string;
}

type Run = (args: readonly string[], world: SessionWorld) => Promise<number>;

/** A service, a folder, and commands in this process. The folder of the app is in it, too. */
export async function startCommandBench() {
  const programs = await builtPrograms();
  const folder = await mkdtemp(path.join(tmpdir(), 'commands-'));
  const service = await startTestService({ faults: true });
  const file = (name: string): string => path.join(folder, name);
  const run = async (
    command: Run,
    args: readonly string[],
    {
      input = '',
      env = {},
    }: { readonly input?: string; readonly env?: Readonly<Record<string, string>> } = {},
  ): Promise<Ran> => {
    const shown: string[] = [];
    const told: string[] = [];
    const say = (line: string): void => {
      told.push(line);
    };
    const world: SessionWorld = {
      print: (line) => shown.push(line),
      write: (text) => shown.push(text),
      complain: say,
      note: say,
      progress: () => undefined,
      readStdin: async () => Buffer.from(input),
      programs,
      env: { ATOM_SERVICE_KEY: service.fullKey, XDG_CONFIG_HOME: folder, ...env },
      onInterrupt: () => () => undefined,
    };
    const code = await command(args, world).catch((error: unknown) => {
      if (!(error instanceof UsageError) && !(error instanceof UnusableInput)) throw error;
      told.push(error.message);
      return 2;
    });
    return { code, shown: shown.join('\n'), told: told.join('\n') };
  };
  return {
    service,
    folder,
    /** The folder of the app, on Linux. */
    app: file('Atom Explorer'),
    file,
    text: (name: string): Promise<string> => readFile(file(name), 'utf8'),
    save: (name: string, text: string): Promise<void> => writeFile(file(name), text),
    run,
    /** Over the address, with the rules of the service, and a state folder if `state` names one. */
    at: (command: Run, args: readonly string[], state?: string, input?: string): Promise<Ran> =>
      run(
        command,
        [
          ...args,
          '--url',
          service.address(),
          '--scheme',
          serviceScheme,
          '--patience',
          '1',
          ...(state === undefined ? [] : ['--state', file(state)]),
        ],
        input === undefined ? {} : { input },
      ),
    close: async (): Promise<void> => {
      await service.stop();
      await rm(folder, { recursive: true });
    },
  };
}
export type CommandBench = Awaited<ReturnType<typeof startCommandBench>>;
