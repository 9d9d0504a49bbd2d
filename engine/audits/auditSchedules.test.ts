import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fail } from '#shared/domain/result.ts';
import { createAuditSchedules, type AuditSchedules, type ScheduleSettings } from './auditSchedules.ts';
import { auditedId, auditsOver, valueOf, type AuditsHere } from './testing/auditsOver.ts';

const keys = ['v1.a', 'v1.b', 'v1.c'];
const minute = 60_000;
let here: AuditsHere;
let folder: string;
let clock: number;
let schedules: AuditSchedules;
let troubles: string[];
let newId: string;

const everyMinutes = (minutes: number): ScheduleSettings => ({
  timing: { kind: 'every', minutes },
  notifies: 'failures',
  evidence: null,
});

function open(audits: Partial<AuditsHere['audits']> = {}): AuditSchedules {
  return createAuditSchedules({
    folder,
    audits: { ...here.audits, ...audits },
    // The keys as they were; what is known now is the concern of the plans.
    plans: { repeated: async (plan, scheduleId) => ({ ...plan, scheduleId }) },
    connectionIds: () => [auditedId],
    changed: () => undefined,
    troubled: (_schedule, words) => troubles.push(words),
    now: () => clock,
    newId: () => newId,
    log: (message, error) => {
      if (!message.includes('could not be started')) throw new Error(message, { cause: error });
    },
  });
}

beforeEach(async () => {
  here = await auditsOver(keys);
  folder = await mkdtemp(path.join(tmpdir(), 'schedules-'));
  clock = 1_000_000;
  troubles = [];
  newId = 'schedule';
  schedules = open();
});
afterEach(async () => {
  await here.stop();
  await rm(folder, { recursive: true });
});

const audits = async () => valueOf(await here.audits.list(auditedId));

describe('a schedule', () => {
  it('repeats an audit, runs once for all times that were missed, and survives a restart', async () => {
    const first = await here.audit(keys, { name: 'Hourly' });
    const created = valueOf(await schedules.create(auditedId, first.info.id, everyMinutes(60)));
    expect(created).toMatchObject({
      name: 'Hourly',
      timing: { minutes: 60 },
      nextAt: clock + 60 * minute,
      late: null,
    });
    await schedules.startDue();
    expect(await audits()).toHaveLength(1);
    // The audit that it was made from may be deleted.
    await here.audits.remove(auditedId, first.info.id);
    const begun = clock;
    clock += 5 * 60 * minute + 1;
    // The app was closed meanwhile.
    schedules = open();
    await schedules.startDue();
    const [info, ...others] = await audits();
    expect(others).toEqual([]);
    await here.audits.ended(auditedId, info?.id ?? '');
    expect((await audits())[0]).toMatchObject({ name: 'Hourly', scheduleId: 'schedule', verdict: 'green' });
    await schedules.startDue();
    expect(await audits()).toHaveLength(1);
    const [after] = valueOf(await schedules.list(auditedId));
    expect(after).toMatchObject({ nextAt: begun + 6 * 60 * minute, lastAuditId: info?.id });
    expect(after?.late).toEqual({ dueAt: begun + 60 * minute, startedAt: clock, wasClosed: true });
  });

  it('waits while another audit of the connection runs, and does nothing while it is off', async () => {
    const first = await here.audit(keys);
    valueOf(await schedules.create(auditedId, first.info.id, everyMinutes(10)));
    clock += 10 * minute;
    const release = here.holdReads();
    const other = valueOf(await here.audits.start(here.plan(keys), 'user'));
    await schedules.startDue();
    expect(await audits()).toHaveLength(2);
    expect(troubles).toEqual([]);
    // It says once that it cannot start.
    clock += 6 * minute;
    await schedules.startDue();
    await schedules.startDue();
    expect(troubles).toHaveLength(1);
    expect(valueOf(await schedules.list(auditedId))[0]?.trouble).toMatch(/has not ended/);
    release();
    await here.audits.ended(auditedId, other.id);
    await schedules.change(auditedId, 'schedule', { isOn: false });
    await schedules.startDue();
    expect(await audits()).toHaveLength(2);
    // Turned on again, it counts from now on.
    const changed = valueOf(await schedules.change(auditedId, 'schedule', { isOn: true, name: 'Often' }));
    expect(changed).toMatchObject({ name: 'Often', nextAt: clock + 10 * minute });
    clock += 10 * minute;
    await schedules.startDue();
    const list = await audits();
    expect(list).toHaveLength(3);
    expect(valueOf(await schedules.list(auditedId))[0]).toMatchObject({ trouble: null, late: null });
    for (const { id } of list) await here.audits.ended(auditedId, id);
    await schedules.remove(auditedId, 'schedule');
    expect(valueOf(await schedules.list(auditedId))).toEqual([]);
  });

  it('says that it cannot start, and keeps no other schedule from starting', async () => {
    const first = await here.audit(keys);
    valueOf(await schedules.create(auditedId, first.info.id, everyMinutes(10)));
    newId = 'second';
    valueOf(await schedules.create(auditedId, first.info.id, everyMinutes(10)));
    await rm(path.join(folder, auditedId, 'schedule'), { recursive: true });
    clock += 10 * minute;
    await schedules.startDue();
    const [started] = await audits();
    expect(started).toMatchObject({ scheduleId: 'second' });
    expect(troubles).toEqual([expect.stringMatching(/could not be started/)]);
    await here.audits.ended(auditedId, started?.id ?? '');
  });

  it('starts at a time of day, also after the clock of the computer was set', async () => {
    const first = await here.audit(keys);
    const noon = new Date(2026, 10, 20, 12, 0).getTime();
    clock = noon;
    const timing = { kind: 'at', hour: 13, minute: 30, days: [0, 1, 2, 3, 4, 5, 6] } as const;
    const created = valueOf(
      await schedules.create(auditedId, first.info.id, { timing, notifies: 'changes', evidence: null }),
    );
    expect(created).toMatchObject({ timing, notifies: 'changes', nextAt: noon + 90 * minute });
    // Back by two days.
    clock = new Date(2026, 10, 18, 13, 0).getTime();
    await schedules.startDue();
    expect(await audits()).toHaveLength(1);
    expect(valueOf(await schedules.list(auditedId))[0]?.nextAt).toBe(clock + 30 * minute);
    clock += 30 * minute;
    await schedules.startDue();
    const [info] = await audits();
    await here.audits.ended(auditedId, info?.id ?? '');
    expect(valueOf(await schedules.list(auditedId))[0]).toMatchObject({
      nextAt: new Date(2026, 10, 19, 13, 30).getTime(),
      late: null,
    });
  });

  it('of an earlier version opens, and one that cannot start says why', async () => {
    const first = await here.audit(keys);
    const evidence = {
      folder: '/evidence',
      values: 'none',
      auditor: { name: '', organization: '' },
    } as const;
    valueOf(
      await schedules.create(auditedId, first.info.id, { ...everyMinutes(10), notifies: 'all', evidence }),
    );
    const file = path.join(folder, auditedId, 'schedules.json');
    const stored = JSON.parse(await readFile(file, 'utf8')) as { schedules: Record<string, unknown>[] };
    for (const one of stored.schedules)
      for (const name of ['at', 'notifies', 'evidence', 'late', 'trouble']) delete one[name];
    await writeFile(file, JSON.stringify(stored));
    schedules = open({
      start: async () => fail({ code: 'read_only', message: 'Not now.', requestId: null }),
    });
    expect(valueOf(await schedules.list(auditedId))[0]).toMatchObject({
      timing: { kind: 'every', minutes: 10 },
      notifies: 'failures',
      evidence: null,
      trouble: null,
    });
    clock += 10 * minute;
    await schedules.startDue();
    await schedules.startDue();
    expect(troubles).toEqual(['The audit could not be started. Not now.']);
    expect(valueOf(await schedules.list(auditedId))[0]?.trouble).toBe(troubles[0]);
  });
});
