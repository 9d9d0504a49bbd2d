import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { FromApp, SoakCalls, ToApp } from './soakCalls.ts';

/** Secrets as the keychain of the system holds them; they survive the app, and can be locked away. */
export interface SoakKeychain {
  readonly secrets: Map<string, string>;
  isLocked: boolean;
}

/** The app in a process of its own. Every call rejects when that process ends. */
export interface AppProcess {
  readonly call: <N extends keyof SoakCalls>(
    name: N,
    ...input: Parameters<SoakCalls[N]>
  ) => ReturnType<SoakCalls[N]>;
  /** At once, without a chance to clean up. */
  readonly kill: () => Promise<void>;
}

/** A call had no result, because the process ended. */
export class AppEnded extends Error {}

export async function startApp(options: {
  readonly program: string;
  readonly folder: string;
  readonly programs: string;
  readonly keychain: SoakKeychain;
  readonly logged: (message: string) => void;
}): Promise<AppProcess> {
  const { keychain } = options;
  const child = fork(options.program, [options.folder, options.programs], {
    execArgv: ['--expose-gc', '--enable-source-maps'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  let lastId = 0;
  const send = (message: ToApp): void => {
    if (child.connected) child.send(message, () => undefined);
  };
  const ready = new Promise<void>((resolve, reject) => {
    child.on('message', (message: FromApp) => {
      switch (message.kind) {
        case 'ready':
          resolve();
          break;
        case 'result':
          waiting.get(message.id)?.resolve(message.value);
          waiting.delete(message.id);
          break;
        case 'thrown':
          waiting.get(message.id)?.reject(new Error(message.message));
          waiting.delete(message.id);
          break;
        case 'logged':
          options.logged(message.message);
          break;
        case 'keychain': {
          const { id, call, account, secret } = message;
          const locked = keychain.isLocked;
          if (!locked && call === 'set' && secret !== null) keychain.secrets.set(account, secret);
          if (!locked && call === 'remove') keychain.secrets.delete(account);
          send({ kind: 'secret', id, locked, secret: keychain.secrets.get(account) ?? null });
          break;
        }
      }
    });
    child.on('exit', (code) => {
      const ended = new AppEnded(`The app ended with code ${String(code)}.`);
      reject(ended);
      for (const { reject: end } of waiting.values()) end(ended);
      waiting.clear();
    });
  });
  await ready;
  return {
    call: (name, ...input) =>
      new Promise((resolve, reject) => {
        if (child.exitCode !== null || child.signalCode !== null) {
          reject(new AppEnded('The app has ended.'));
          return;
        }
        const id = ++lastId;
        waiting.set(id, { resolve, reject });
        send({ kind: 'call', id, name, input: input[0] });
      }) as never,
    kill: () => killed(child),
  };
}

/** The service in a process of its own; its data survives it. */
export interface ServiceProcess {
  readonly address: string;
  readonly kill: () => Promise<void>;
}

export async function startService(program: string, data: string, apiKey: string): Promise<ServiceProcess> {
  const child = spawn(process.execPath, [program, '--data', data, '--json', '--rate', '100000'], {
    env: { ...process.env, ATOM_SERVICE_FULL_KEY: apiKey },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const { address } = JSON.parse(line) as { readonly address: string };
  return { address, kill: () => killed(child) };
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}
