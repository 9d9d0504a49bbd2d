import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAuditSchedules, type AuditSchedules } from './auditSchedules.ts';
import { auditedId, auditsOver, valueOf, type AuditsHere } from './testing/auditsOver.ts';

const keys = ['v1.a', 'v1.b', 'v1.c'];
const minute = 60_000;
let here: AuditsHere;
let folder: string;
let clock: number;
let schedules: AuditSchedules;

function open(): AuditSchedules {
  return createAuditSchedules({
    folder,
    audits: here.audits,
    // The keys as they were; what is known now is the concern of the plans.
    plans: { repeated: async (plan, scheduleId) => ({ ...plan, scheduleId }) },
    connectionIds: () => [auditedId],
    changed: () => undefined,
    now: () => clock,
    newId: () => 'schedule',
    log: (message, error) => {
      throw new Error(message, { cause: error });
    },
  });
}

beforeEach(async () => {
  here = await auditsOver(keys);
  folder = await mkdtemp(path.join(tmpdir(), 'schedules-'));
  clock = 1_000_000;
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
    const created = valueOf(await schedules.create(auditedId, first.info.id, 60));
    expect(created).toMatchObject({ name: 'Hourly', everyMinutes: 60, nextAt: clock + 60 * minute });
    await schedules.startDue();
    expect(await audits()).toHaveLength(1);
    // The audit that it was made from may be deleted.
    await here.audits.remove(auditedId, first.info.id);
    schedules = open();
    const begun = clock;
    clock += 5 * 60 * minute + 1;
    await schedules.startDue();
    const [info, ...others] = await audits();
    expect(others).toEqual([]);
    await here.audits.ended(auditedId, info?.id ?? '');
    expect((await audits())[0]).toMatchObject({ name: 'Hourly', scheduleId: 'schedule', verdict: 'green' });
    await schedules.startDue();
    expect(await audits()).toHaveLength(1);
    const [after] = valueOf(await schedules.list(auditedId));
    expect(after).toMatchObject({ nextAt: begun + 6 * 60 * minute, lastAuditId: info?.id });
  });

  it('waits while another audit of the connection runs, and does nothing while it is off', async () => {
    const first = await here.audit(keys);
    valueOf(await schedules.create(auditedId, first.info.id, 10));
    clock += 10 * minute;
    const release = here.holdReads();
    const other = valueOf(await here.audits.start(here.plan(keys), 'user'));
    await schedules.startDue();
    expect(await audits()).toHaveLength(2);
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
    for (const { id } of list) await here.audits.ended(auditedId, id);
    await schedules.remove(auditedId, 'schedule');
    expect(valueOf(await schedules.list(auditedId))).toEqual([]);
  });
});
