import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { specifiedPin } from '#shared/merkle/testing/sampleTree.ts';
import { openProfileStore } from '../../engine/connections/profileStore.ts';
import { testProfile } from '../../engine/reading/testing/testReadings.ts';
import { lockFolder } from '../../engine/storage/folderLock.ts';
import { startFaultyService } from '../../engine/uploads/testing/faultyService.ts';
import { runGet } from '../commands/get.ts';
import { runKeys } from '../commands/keys.ts';
import { runPinAdd, runPinRemove } from '../pins/runPin.ts';
import { withSession } from '../session/openSession.ts';
import { startCommandBench, type CommandBench } from '../testing/commandBench.ts';
import { runAuditArgs } from './runAuditArgs.ts';

let bench: CommandBench;
let proxy: Awaited<ReturnType<typeof startFaultyService>>;
let isDown = false;
const id = 'team' as ConnectionId;
const name = 'Team memory';
const keys = Array.from({ length: 30 }, (_, at) => `v1.team.k${at}`);

beforeAll(async () => {
  bench = await startCommandBench();
  await bench.service.post('/batch-atoms', { atoms: keys.map((key) => ({ key, value: `of ${key}` })) });
  const profiles = await openProfileStore(`${bench.app}/connections.json`, Date.now);
  proxy = await startFaultyService(
    bench.service,
    () => 'none',
    () => !isDown,
  );
  const baseUrl = proxy.address();
  await profiles.add(
    testProfile(baseUrl, { id, name, scheme: specifiedPin, keyOrigin: new URL(baseUrl).origin }),
  );
  await run(runGet, ...keys);
  // The connection was added without the app, which would have begun a record of what is saved of it.
  await audit('--accept-lost-state');
});
afterAll(async () => {
  await proxy.close();
  await bench.close();
});

type Command = typeof runAuditArgs;

/** With the key from the environment: a test must not use the keychain. */
const run = (command: Command, ...args: readonly string[]) =>
  bench.run(command, [...args, '--connection', name, '--key-env', 'TEAM_KEY'], {
    env: { TEAM_KEY: bench.service.readKey },
  });
const audit = (...args: readonly string[]) => run(runAuditArgs, '--known', ...args);
const audits = async () => (await readdir(`${bench.app}/audits/${id}`)).filter((each) => !each.includes('.'));

it('audits by the rules, the known keys, and the ledger of the connection, and keeps the audit in the app', async () => {
  const whole = await audit('--json');
  expect(whole).toMatchObject({ code: 0, told: 'Auditing 30 keys…' });
  expect(JSON.parse(whole.shown)).toMatchObject({
    status: 'green',
    service: { name, address: proxy.address() },
    keys: { total: keys.length },
  });
  expect((await audits()).length).toBe(2);
  // The window shows the same keys, and no key of the service was saved.
  expect((await bench.run(runKeys, ['--connection', name, '--count'])).shown).toBe(String(keys.length));
  expect(await bench.text('Atom Explorer/connections.json')).not.toContain(bench.service.readKey);
});

it('compares with the roots that are pinned for the connection', async () => {
  const other = 'ab'.repeat(32);
  const where = ['--connection', name];
  expect((await bench.run(runPinAdd, [other, '--exact', ...where])).code).toBe(0);
  expect((await audit()).code).toBe(1);
  expect((await bench.run(runPinRemove, [other, ...where])).code).toBe(0);
  expect((await audit()).code).toBe(0);
});

it('leaves an audit that was stopped in the window to the window, and continues its own', async () => {
  const before = (await audits()).length;
  const interrupted = async (): Promise<void> => {
    isDown = true;
    expect((await audit('--patience', '0')).code).not.toBe(0);
    isDown = false;
  };
  await interrupted();
  expect((await audits()).length).toBe(before + 1);
  const own = await audit();
  expect(own.code).toBe(0);
  expect(own.told).toContain('Continuing the audit that was interrupted');
  expect((await audits()).length).toBe(before + 1);

  await interrupted();
  // Only audits of the command are in the record of what was saved.
  await bench.run(
    (_args, world) =>
      withSession({ connection: name }, 'memory', world, async ({ core }) => {
        await core.stateRecords.auditEnded(id);
        return 0;
      }),
    [],
  );
  const another = await audit();
  expect(another.code).toBe(0);
  expect(another.told).not.toContain('interrupted');
  expect((await audits()).length).toBe(before + 3);
});

it('names the process that has the folder of the app, and audits nothing meanwhile', async () => {
  const lock = await lockFolder(bench.app, 'Atom Explorer');
  try {
    const { code, told } = await audit('--max-wait', '0');
    expect(code).toBe(2);
    expect(told).toContain(`The folder of the app is in use by process ${process.pid} (“Atom Explorer”)`);
  } finally {
    await lock.release();
  }
});

it.each([
  [['--known'], 'Choose a connection of the app with --connection, or a service with --url'],
  [['--known', '--connection', 'Other'], 'The app has no connection called “Other”'],
  [['--known', '--connection', name, '--state', 's'], 'Use either --connection, or --url and --state'],
  [['--known', '--connection', name, '--root', 'ab'.repeat(32)], '--root and --scheme cannot be used'],
  [
    ['--known', '--url', 'http://localhost:1', '--connection', name],
    '--known needs --connection, or --state',
  ],
  [
    ['--keys', 'k', '--url', 'http://localhost:1', '--key-connection', name, '--key-env', 'K'],
    'Use only one of --key-env, --key-stdin, and --connection',
  ],
])('refuses %j', async (args, words) => {
  const { code, told } = await bench.run(runAuditArgs, args);
  expect(code).toBe(2);
  expect(told).toContain(words);
});
