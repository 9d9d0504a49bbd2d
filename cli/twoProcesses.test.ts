import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { specifiedPin } from '#shared/merkle/testing/sampleTree.ts';
import { openProfileStore } from '../engine/connections/profileStore.ts';
import { testProfile } from '../engine/reading/testing/testReadings.ts';
import { builtPrograms } from '../engine/testing/builtPrograms.ts';
import { startCommandBench, type CommandBench } from './testing/commandBench.ts';

let programs: string;
let bench: CommandBench;
const name = 'Team memory';
const children = new Set<ChildProcess>();
const sockets = new Set<Socket>();

beforeAll(async () => {
  programs = await builtPrograms();
  bench = await startCommandBench();
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  for (const socket of sockets) socket.destroy();
  await bench.close();
});

/** The command as a process of its own. */
function start(...args: readonly string[]) {
  const child = spawn(process.execPath, [path.join(programs, 'cli.js'), ...args], {
    env: { ...process.env, XDG_CONFIG_HOME: bench.folder, TEAM_KEY: bench.service.fullKey },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.add(child);
  const output = { shown: '', told: '' };
  const changed: (() => void)[] = [];
  child.stdout.on('data', (chunk: Buffer) => (output.shown += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => {
    output.told += chunk.toString();
    for (const wake of changed.splice(0)) wake();
  });
  const ended = once(child, 'close').then(() => {
    children.delete(child);
    return { code: child.exitCode, ...output };
  });
  return {
    pid: child.pid,
    ended,
    /** Resolves when it has said this. */
    told: async (words: string): Promise<void> => {
      while (!output.told.includes(words))
        await Promise.race([
          new Promise<void>((resolve) => changed.push(resolve)),
          ended.then(() => Promise.reject(new Error(`It ended. ${output.told}`))),
        ]);
    },
  };
}

it('names the process that has the folder, waits for it, and then sees what that one did', async () => {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const port = Number(new URL(bench.service.address()).port);
  // Lets nothing through until it is opened.
  const gate = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    void opened.then(() => {
      const onward = connect(port, '127.0.0.1');
      sockets.add(onward);
      onward.on('error', () => undefined);
      socket.pipe(onward).pipe(socket);
    });
  });
  gate.listen(0, '127.0.0.1');
  await once(gate, 'listening');
  const profiles = await openProfileStore(`${bench.app}/connections.json`, Date.now);
  const address = `http://127.0.0.1:${(gate.address() as AddressInfo).port}`;
  await profiles.add(
    testProfile(address, { name, readOnly: false, scheme: specifiedPin, keyOrigin: address }),
  );

  const asked = once(gate, 'connection');
  const first = start('put', 'v1.mine', 'one', '--connection', name, '--key-env', 'TEAM_KEY');
  await asked;

  const second = await start('keys', '--connection', name).ended;
  expect(second).toMatchObject({ code: 2, shown: '' });
  expect(second.told).toContain(
    // Not the value that it stores.
    `The folder of the app is in use by process ${String(first.pid)} (“atom-explorer put”).`,
  );
  expect(await start('connections').ended).toMatchObject({ code: 0, told: '' });
  const waiting = start('keys', '--connection', name, '--max-wait', '600');
  await waiting.told('Waiting for it');

  open();
  expect((await first.ended).shown).toContain('Stored “v1.mine”, version 1.');
  expect(await waiting.ended).toMatchObject({ code: 0, shown: 'v1.mine\n' });
  gate.close();
});
