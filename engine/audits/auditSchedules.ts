import { unlessMissing } from '../storage/missing.ts';
import { copyFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { mostSchedules, type AuditSchedule } from '#shared/domain/audit.ts';
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
    everyMinutes: number,
  ) => Promise<Result<AuditSchedule>>;
  readonly change: (
    id: ConnectionId,
    scheduleId: string,
    change: { readonly name?: string; readonly everyMinutes?: number; readonly isOn?: boolean },
  ) => Promise<Result<AuditSchedule>>;
  readonly remove: (id: ConnectionId, scheduleId: string) => Promise<Result<null>>;
  /** Starts what is due. One that was missed, however often, runs once. */
  readonly startDue: () => Promise<void>;
  readonly forget: (id: ConnectionId) => Promise<void>;
}

export interface AuditSchedulesEffects {
  /** Contains a folder for each connection. */
  readonly folder: string;
  readonly audits: Pick<Audits, 'start' | 'planFiles' | 'list'>;
  readonly plans: Pick<AuditPlans, 'repeated'>;
  readonly connectionIds: () => readonly ConnectionId[];
  readonly changed: (id: ConnectionId) => void;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly newId: () => string;
  readonly log: (message: string, error: unknown) => void;
}

const storedSchedule = z.object({
  id: z.string().regex(/^[A-Za-z0-9-]{1,100}$/),
  memo: memoSchema,
  everyMinutes: z.int().min(1),
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
    { id, memo, everyMinutes, isOn, nextAt, lastAuditId }: StoredSchedule,
  ): AuditSchedule => ({
    id,
    connectionId,
    name: memo.name,
    scope: memo.header.scope,
    changes: memo.changes,
    options: memo.options,
    everyMinutes,
    isOn,
    nextAt,
    lastAuditId,
  });

  /** Whether it was started; otherwise it is tried again at the next time. */
  const start = async (id: ConnectionId, schedule: StoredSchedule): Promise<void> => {
    const plan = await readPlan(id, filesOf(id, schedule.id), schedule.memo);
    const started = await audits.start(await effects.plans.repeated(plan, schedule.id), 'app');
    if (!started.ok) {
      effects.log('A scheduled audit could not be started.', started.error.message);
      return;
    }
    // Never more than one for the times that were missed.
    const every = schedule.everyMinutes * minuteMs;
    const missed = Math.floor(Math.max(0, now() - schedule.nextAt) / every);
    const next = { nextAt: schedule.nextAt + (missed + 1) * every, lastAuditId: started.value.id };
    const schedules = await all(id);
    await save(
      id,
      schedules.map((one) => (one.id === schedule.id ? { ...one, ...next } : one)),
    );
  };
  const isBusy = async (id: ConnectionId): Promise<boolean> => {
    const list = await audits.list(id);
    return !list.ok || list.value.some(({ state }) => busyStates.has(state.kind));
  };

  return {
    list: (id) => inTurn(id, async () => succeed((await all(id)).map((one) => shown(id, one)))),
    create: (id, auditId, everyMinutes) =>
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
          everyMinutes,
          isOn: true,
          nextAt: now() + everyMinutes * minuteMs,
          lastAuditId: null,
        };
        await save(id, [...schedules, schedule]);
        return succeed(shown(id, schedule));
      }),
    change: (id, scheduleId, { name, everyMinutes, isOn }) =>
      inTurn(id, async () => {
        const schedules = await all(id);
        const before = schedules.find((one) => one.id === scheduleId);
        if (before === undefined) return noSuchSchedule;
        const every = everyMinutes ?? before.everyMinutes;
        const isRestarted = every !== before.everyMinutes || (isOn === true && !before.isOn);
        const after: StoredSchedule = {
          ...before,
          memo: { ...before.memo, name: name ?? before.memo.name },
          everyMinutes: every,
          isOn: isOn ?? before.isOn,
          nextAt: isRestarted ? now() + every * minuteMs : before.nextAt,
        };
        await save(
          id,
          schedules.map((one) => (one === before ? after : one)),
        );
        return succeed(shown(id, after));
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
            const due = (await all(id)).find(({ isOn, nextAt }) => isOn && nextAt <= now());
            // The others start once it has ended.
            if (due !== undefined && !(await isBusy(id))) await start(id, due);
          } catch (error) {
            effects.log('The schedules of a connection could not be read.', error);
          }
        });
    },
    forget: (id) => inTurn(id, () => stores.forget(id)),
  };
}

const busyStates: ReadonlySet<string> = new Set(['running', 'waiting', 'paused']);

const noSuchSchedule = refuseInput('scheduleId', 'This schedule no longer exists.');
const tooMany = refuseInput(
  'auditId',
  `A connection can have at most ${String(mostSchedules)} schedules. Delete one that you no longer need.`,
);
