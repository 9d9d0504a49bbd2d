import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fail, succeed } from '#shared/domain/result.ts';
import {
  auditedId,
  auditsOver,
  valueOf,
  type AuditsHere,
} from '../../../engine/audits/testing/auditsOver.ts';
import type { DesktopMessage } from '../window/notifications.ts';
import { realEffects } from '../../../engine/surroundings.ts';
import { createRemovals } from '../../../engine/connections/removals.ts';
import { wireAudits } from './wireAudits.ts';
import { testProfile } from '../../../engine/reading/testing/testReadings.ts';

const keys = ['v1.a', 'v1.b', 'v1.c'];
const profile = testProfile('');
let here: AuditsHere;
let folder: string;

beforeEach(async () => {
  here = await auditsOver(keys);
  folder = await mkdtemp(path.join(tmpdir(), 'wired-'));
});
afterEach(async () => {
  await here.stop();
  await rm(folder, { recursive: true });
});

it('shows a notification of the desktop for a scheduled audit that fails, which opens the audit; for no other one', async () => {
  const notified: DesktopMessage[] = [];
  const told: unknown[] = [];
  /** What waits for the next look at the schedules. */
  let look: () => void = () => undefined;
  let clock = Date.now();
  const wired = wireAudits(
    {
      ...realEffects,
      folder,
      programs: folder,
      now: () => (clock += 10),
      setTimer: ((work: () => void, ms?: number) => {
        if (ms === 30_000) look = work;
        return setTimeout(() => undefined, 0);
      }) as typeof setTimeout,
      tell: (event, payload) => {
        if (event === 'auditChosen') told.push(payload);
      },
      log: (message, error) => {
        throw new Error(message, { cause: error });
      },
    },
    {
      ...here,
      grounds: async () => here.grounds,
      acceptedLosses: async () => [],
      connections: {
        list: () => [{ ...profile, hasKey: true }] as never,
        profile: () => succeed({ ...profile, baseUrl: here.target().address.text }),
      },
      memory: {
        selected: async function* selected() {
          yield keys;
        },
      },
      imports: { prepared: () => null },
      removals: createRemovals(() => undefined),
      receipts: { keysSince: async function* keysSince() {} },
      files: { save: async (name) => succeed({ path: name }) },
      askWhereToSave: async () => null,
      askForFolder: async () => null,
      timestamps: {
        allowed: async () => fail({ code: 'cancelled', message: '', requestId: null }),
        request: async () => fail({ code: 'cancelled', message: '', requestId: null }),
      },
      paper: { toPdf: async () => succeed(new Uint8Array()), print: async () => succeed(null) },
      showInFolder: () => undefined,
      installationKey: {
        current: async () => fail({ code: 'keychain_unavailable', message: 'locked', requestId: null }),
      },
      appVersion: '0.0.0',
      notify: (message) => notified.push(message),
      raiseWindow: () => told.push('raised'),
    },
  );
  const { handlers } = wired;
  const list = async () => valueOf(await handlers.listAudits({ connectionId: auditedId }));
  const ended = async (audits: number): Promise<void> => {
    await expect
      .poll(async () => (await list()).filter(({ verdict }) => verdict !== null).length)
      .toBe(audits);
  };
  const first = valueOf(
    await handlers.startAudit({
      connectionId: auditedId,
      name: 'Nightly',
      scope: { kind: 'all' },
      changes: { kind: 'none' },
      options: { pinsRoot: false, rereadsMoved: true, shard: null },
    }),
  );
  await ended(1);
  const audit = { connectionId: auditedId, auditId: first.id };
  valueOf(await handlers.createAuditSchedule({ ...audit, everyMinutes: 60 }));
  await here.fault({ tamper: 'value' });
  // The user is looking at this one.
  await handlers.repeatAudit(audit);
  await ended(2);

  wired.lookAtSchedules();
  clock += 61 * 60_000;
  look();
  await ended(3);
  await expect
    .poll(() => notified)
    .toMatchObject([
      {
        title: 'Audit failed: Nightly',
        body: '3 of 3 keys failed; 3 keys have changed since they were last read',
      },
    ]);
  notified[0]?.clicked();
  const [scheduled] = await list();
  expect(told).toEqual(['raised', { connectionId: auditedId, auditId: scheduled?.id }]);

  await here.fault({ tamper: 'none' });
  clock += 61 * 60_000;
  look();
  await ended(4);
  // All that follows from the end of an audit has been done then.
  await here.jobs.close();
  expect(notified).toHaveLength(1);
  await wired.close();
});
