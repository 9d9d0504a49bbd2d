import { unlessMissing } from '../storage/missing.ts';
import { copyFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { nextTime, scheduleTiming, type ScheduleTiming } from '#shared/audit/scheduleTimes.ts';
import {
  mostSchedules,
  scheduledValues,
  scheduleNotices,
  type AuditSchedule,
  type ScheduleNotices,
} from '#shared/domain/audit.ts';
import { auditor } from '#shared/domain/auditEvidence.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { refuseInput, succeed, type Result } from '#shared/domain/result.ts';
import { createTurns } from '#shared/async/inTurn.ts';
import { createConnectionStores } from '../storage/connectionStores.ts';
import { openJsonStore } from '../storage/jsonStore.ts';
import { removeFolder } from '../storage/removeFolder.ts';
import { auditFiles, memoSchema } from './auditFolder.ts';
import { readPlan } from './auditPlanFiles.ts';
import type { AuditPlans } from './auditPlans.ts';
import type { Audits } from './audits.ts';

/** Audits that are repeated while the app is open. */
export interface AuditSchedules {
  readonly list: (id: ConnectionId) => Promise<Result<readonly AuditSchedule[]>>;
  readonly create: (
    id: ConnectionId,
    auditId: string,
    settings: ScheduleSettings,
  ) => Promise<Result<AuditSchedule>>;
  readonly change: (
    id: ConnectionId,
    scheduleId: string,
    change: Partial<ScheduleSettings> & { readonly name?: string; readonly isOn?: boolean },
  ) => Promise<Result<AuditSchedule>>;
  /** null if it was deleted. */
  readonly settings: (id: ConnectionId, scheduleId: string) => Promise<ScheduleSettings | null>;
  /** Shows what went wrong with a schedule until its next audit starts; null: nothing. */
  readonly noteTrouble: (id: ConnectionId, scheduleId: string, trouble: string | null) => Promise<void>;
  readonly remove: (id: ConnectionId, scheduleId: string) => Promise<Result<null>>;
  /** Starts what is due. One that was missed, however often, runs once. */
  readonly startDue: () => Promise<void>;
  readonly forget: (id: ConnectionId) => Promise<void>;
}

export interface ScheduleSettings {
  readonly timing: ScheduleTiming;
  readonly notifies: ScheduleNotices;
  /** null: the audits are not signed. */
  readonly evidence: ScheduledEvidence | null;
}

export interface AuditSchedulesEffects {
  /** Contains a folder for each connection. */
  readonly folder: string;
  readonly audits: Pick<Audits, 'start' | 'planFiles' | 'list'>;
  readonly plans: Pick<AuditPlans, 'repeated'>;
  readonly connectionIds: () => readonly ConnectionId[];
  readonly changed: (id: ConnectionId) => void;
  /** Called once when an audit that is due does not start. */
  readonly troubled: (schedule: AuditSchedule, trouble: string) => void;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly newId: () => string;
  readonly log: (message: string, error: unknown) => void;
}

const scheduledEvidence = z.object({ folder: z.string(), values: scheduledValues, auditor });
/** Where the evidence of each audit goes, and whom its report names. */
type ScheduledEvidence = z.infer<typeof scheduledEvidence>;

const [, timeOfDay] = scheduleTiming.options;

const storedSchedule = z.object({
  id: z.string().regex(/^[A-Za-z0-9-]{1,100}$/),
  memo: memoSchema,
  /** Of a time of day, those of a day: for earlier versions. */
  everyMinutes: z.int().min(1),
  /** Absent: every so many minutes. */
  at: timeOfDay.optional(),
  notifies: scheduleNotices.default('failures'),
  evidence: scheduledEvidence.nullable().default(null),
  late: z
    .object({ dueAt: z.number(), startedAt: z.number(), wasClosed: z.boolean() })
    .nullable()
    .default(null),
  trouble: z.string().nullable().default(null),
  isOn: z.boolean(),
  nextAt: z.number(),
  lastAuditId: z.string().nullable(),
});
/** A schedule, with the audit that it repeats. */
type StoredSchedule = z.infer<typeof storedSchedule>;

const fileFormat = {
  version: 1,
  schema: z.object({
    version: z.literal(1),
    schedules: z.array(storedSchedule).max(mostSchedules).readonly(),
  }),
};

const minuteMs = 60_000;
/** Another audit may run, and the computer may be slow. */
const lateMs = 5 * minuteMs;

export function createAuditSchedules(effects: AuditSchedulesEffects): AuditSchedules {
  const { audits, now } = effects;
  const { inTurn } = createTurns();
  const stores = createConnectionStores(effects.folder, (folder) => {
    const fresh = { version: 1 as const, schedules: [] };
    return openJsonStore({ file: path.join(folder, 'schedules.json'), format: fileFormat, fresh, now });
  });
  const filesOf = (id: ConnectionId, scheduleId: string) =>
    auditFiles(path.join(effects.folder, id, scheduleId));

  const all = async (id: ConnectionId): Promise<readonly StoredSchedule[]> =>
    (await stores.of(id)).value().schedules;
  const save = async (id: ConnectionId, schedules: readonly StoredSchedule[]): Promise<void> => {
    await (await stores.of(id)).change(() => ({ value: { version: 1, schedules }, result: null }));
    effects.changed(id);
  };
  const shown = (
    connectionId: ConnectionId,
    { id, memo, notifies, evidence, isOn, nextAt, late, trouble, lastAuditId, ...stored }: StoredSchedule,
  ): AuditSchedule => ({
    id,
    connectionId,
    name: memo.name,
    scope: memo.header.scope,
    changes: memo.changes,
    options: memo.options,
    timing: timingOf(stored),
    notifies,
    evidence: evidence === null ? null : { folder: evidence.folder, values: evidence.values },
    isOn,
    nextAt,
    late,
    trouble,
    lastAuditId,
  });
  /** When this part of the app started: what was due before was missed because it was closed. */
  const openedAt = now();
  const put = async (id: ConnectionId, changed: StoredSchedule): Promise<void> => {
    const schedules = await all(id);
    await save(
      id,
      schedules.map((one) => (one.id === changed.id ? changed : one)),
    );
  };
  /** Says it once. */
  const hinder = async (id: ConnectionId, schedule: StoredSchedule, trouble: string): Promise<void> => {
    if (schedule.trouble === trouble) return;
    await put(id, { ...schedule, trouble });
    effects.troubled(shown(id, schedule), trouble);
  };

  /** Whether it was started; otherwise it is tried again at the next time. */
  const start = async (id: ConnectionId, schedule: StoredSchedule): Promise<boolean> => {
    const plan = await readPlan(id, filesOf(id, schedule.id), schedule.memo);
    const started = await audits.start(await effects.plans.repeated(plan, schedule.id), 'app');
    if (!started.ok) {
      effects.log('A scheduled audit could not be started.', started.error.message);
      await hinder(id, schedule, `The audit could not be started. ${started.error.message}`);
      return false;
    }
    const { nextAt: dueAt } = schedule;
    const startedAt = now();
    await put(id, {
      ...schedule,
      // Never more than one for the times that were missed.
      nextAt: nextTime(timingOf(schedule), startedAt, dueAt),
      late: startedAt - dueAt > lateMs ? { dueAt, startedAt, wasClosed: dueAt < openedAt } : null,
      trouble: null,
      lastAuditId: started.value.id,
    });
    return true;
  };
  /** The same if its files cannot be read, which must not keep the other schedules from starting. */
  const tryToStart = async (id: ConnectionId, schedule: StoredSchedule): Promise<boolean> => {
    try {
      return await start(id, schedule);
    } catch (error) {
      effects.log('A scheduled audit could not be started.', error);
      await hinder(id, schedule, unreadable);
      return false;
    }
  };
  /** The next times where the clock or the time zone of the computer is not what it was. */
  const setRight = async (id: ConnectionId): Promise<readonly StoredSchedule[]> => {
    const schedules = await all(id);
    const right = schedules.map((one) => {
      const timing = timingOf(one);
      if (timing.kind !== 'at' || one.nextAt <= now()) return one;
      const nextAt = nextTime(timing, now(), one.nextAt);
      return nextAt === one.nextAt ? one : { ...one, nextAt };
    });
    if (right.some((one, at) => one !== schedules[at])) await save(id, right);
    return right;
  };
  const isBusy = async (id: ConnectionId): Promise<boolean> => {
    const list = await audits.list(id);
    return !list.ok || list.value.some(({ state }) => busyStates.has(state.kind));
  };

  return {
    list: (id) => inTurn(id, async () => succeed((await all(id)).map((one) => shown(id, one)))),
    create: (id, auditId, { timing, notifies, evidence }) =>
      inTurn(id, async () => {
        const from = await audits.planFiles(id, auditId);
        if (!from.ok) return from;
        const schedules = await all(id);
        if (schedules.length >= mostSchedules) return tooMany;
        const scheduleId = effects.newId();
        const files = filesOf(id, scheduleId);
        await mkdir(path.dirname(files.keys), { recursive: true });
        for (const name of ['keys', 'expected', 'changes'] as const)
          await unlessMissing(copyFile(from.value.files[name], files[name]), null);
        const schedule: StoredSchedule = {
          id: scheduleId,
          memo: { ...from.value.memo, endedAt: null, verdict: null, result: null, scheduleId },
          ...storedTiming(timing),
          notifies,
          evidence,
          isOn: true,
          nextAt: nextTime(timing, now(), now()),
          late: null,
          trouble: null,
          lastAuditId: null,
        };
        await save(id, [...schedules, schedule]);
        return succeed(shown(id, schedule));
      }),
    change: (id, scheduleId, { name, timing, notifies, evidence, isOn }) =>
      inTurn(id, async () => {
        const before = (await all(id)).find((one) => one.id === scheduleId);
        if (before === undefined) return noSuchSchedule;
        const { at: _at, ...rest } = before;
        const old = timingOf(before);
        const chosen = timing ?? old;
        const isRestarted = JSON.stringify(chosen) !== JSON.stringify(old) || (isOn === true && !before.isOn);
        const after: StoredSchedule = {
          ...rest,
          memo: { ...before.memo, name: name ?? before.memo.name },
          ...storedTiming(chosen),
          notifies: notifies ?? before.notifies,
          evidence: evidence === undefined ? before.evidence : evidence,
          isOn: isOn ?? before.isOn,
          nextAt: isRestarted ? nextTime(chosen, now(), now()) : before.nextAt,
          trouble: isRestarted ? null : before.trouble,
        };
        await put(id, after);
        return succeed(shown(id, after));
      }),
    settings: (id, scheduleId) =>
      inTurn(id, async () => {
        const found = (await all(id)).find((one) => one.id === scheduleId);
        if (found === undefined) return null;
        return { timing: timingOf(found), notifies: found.notifies, evidence: found.evidence };
      }),
    noteTrouble: (id, scheduleId, trouble) =>
      inTurn(id, async () => {
        const found = (await all(id)).find((one) => one.id === scheduleId);
        if (found !== undefined && found.trouble !== trouble) await put(id, { ...found, trouble });
      }),
    remove: (id, scheduleId) =>
      inTurn(id, async () => {
        const schedules = await all(id);
        await save(
          id,
          schedules.filter((one) => one.id !== scheduleId),
        );
        await removeFolder(path.dirname(filesOf(id, scheduleId).keys));
        return succeed(null);
      }),
    startDue: async () => {
      for (const id of effects.connectionIds())
        await inTurn(id, async () => {
          try {
            const due = (await setRight(id)).filter(({ isOn, nextAt }) => isOn && nextAt <= now());
            const [first] = due;
            if (first === undefined) return;
            if (await isBusy(id)) {
              if (now() - first.nextAt > lateMs) await hinder(id, first, stillBusy);
              return;
            }
            // The others start once it has ended.
            for (const one of due) if (await tryToStart(id, one)) return;
          } catch (error) {
            effects.log('The schedules of a connection could not be read.', error);
          }
        });
    },
    forget: (id) => inTurn(id, () => stores.forget(id)),
  };
}

function timingOf({ everyMinutes, at }: Pick<StoredSchedule, 'everyMinutes' | 'at'>): ScheduleTiming {
  return at ?? { kind: 'every', minutes: everyMinutes };
}

function storedTiming(timing: ScheduleTiming): Pick<StoredSchedule, 'everyMinutes' | 'at'> {
  return timing.kind === 'every'
    ? { everyMinutes: timing.minutes }
    : { everyMinutes: minutesOfDay, at: timing };
}

const minutesOfDay = 1_440;

const unreadable =
  'The audit could not be started. The files of this schedule cannot be read. Delete it, and create it again.';
const stillBusy = 'The next audit is due, but another audit of this connection has not ended.';

const busyStates: ReadonlySet<string> = new Set(['running', 'waiting', 'paused']);

const noSuchSchedule = refuseInput('scheduleId', 'This schedule no longer exists.');
const tooMany = refuseInput(
  'auditId',
  `A connection can have at most ${String(mostSchedules)} schedules. Delete one that you no longer need.`,
);
