import { damagedAudit } from './inAuditThread.ts';
import type { AuditEnd } from '#shared/audit/auditFile.ts';
import type { AuditVerdict } from '#shared/audit/auditVerdict.ts';
import { AuditDamageError } from '#shared/audit/readAudit.ts';
import type { AppError } from '#shared/domain/appError.ts';
import type {
  AuditDetails,
  AuditInfo,
  AuditRecordFilter,
  AuditRecordPage,
  AuditState,
} from '#shared/domain/audit.ts';
import type { SavedAuditEvidence } from '#shared/domain/auditEvidence.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { succeed, type Result } from '#shared/domain/result.ts';
import type { AcceptedLosses } from '#shared/domain/stateLoss.ts';
import type { Connections } from '../connections/connections.ts';
import { fileFailed } from '../storage/userFiles/userFiles.ts';
import type { JobControl, Jobs } from '../jobs/jobs.ts';
import type { Pins } from '../roots/pins/pins.ts';
import type { BatchReadings } from '../reading/batchReadings.ts';
import { createConnectionStores } from '../storage/connectionStores.ts';
import type { HeadlinedAudit } from '#shared/text/auditHeadline.ts';
import { createTurns } from '#shared/async/inTurn.ts';
import { auditFiles, type AuditFiles, type AuditMemo } from './auditFolder.ts';
import { readFrozenLists } from './auditPlanFiles.ts';
import { baselineAt, concludeAudit, verdictOf } from './concludeAudit.ts';
import { createOpenAudits, type OpenAudit } from './openAudits.ts';
import { openAuditStore } from './auditStore.ts';
import { infoOf, progressOf } from './auditInfo.ts';
import { keysInRows, movedRows } from './movedKeys.ts';
import { prepareAudit, type AuditPlan } from './prepareAudit.ts';
import type { ConnectionGrounds } from '../reading/verification/connectionGrounds.ts';
import { groundsAtEnd } from './groundsAtEnd.ts';
import { alreadyRunning, noSuchAudit, notEnded } from './auditRefusals.ts';
import { inputsChanged } from './inputsChanged.ts';
import { runAudit } from './runAudit.ts';
import { noFindings } from './findingsSoFar.ts';

/** The audits of all connections, for the window and the command line. */
export interface Audits {
  /** Newest first. */
  readonly list: (id: ConnectionId) => Promise<Result<readonly AuditInfo[]>>;
  /** Refused while another audit of the connection is running. */
  readonly start: (plan: AuditPlan, by: 'user' | 'app') => Promise<Result<AuditInfo>>;
  readonly details: (id: ConnectionId, auditId: string) => Promise<Result<AuditDetails>>;
  readonly records: (
    id: ConnectionId,
    auditId: string,
    filter: AuditRecordFilter,
    page: { readonly from: number; readonly to: number },
  ) => Promise<Result<AuditRecordPage>>;
  readonly pause: (id: ConnectionId, auditId: string) => Promise<Result<null>>;
  /** Ends a pause or a wait, or continues an audit that was interrupted. */
  readonly resume: (id: ConnectionId, auditId: string) => Promise<Result<AuditInfo>>;
  readonly cancel: (id: ConnectionId, auditId: string) => Promise<Result<null>>;
  /** What a repetition starts from. */
  readonly planFiles: (
    id: ConnectionId,
    auditId: string,
  ) => Promise<Result<{ readonly files: AuditFiles; readonly memo: AuditMemo }>>;
  /** Keys that were proven under an older root than the last one, in order. Empty if reading again cannot settle it. */
  readonly movedKeys: (id: ConnectionId, auditId: string) => Promise<Result<readonly string[]>>;
  readonly rename: (id: ConnectionId, auditId: string, name: string) => Promise<Result<AuditInfo>>;
  /** Remembers where its evidence was saved. */
  readonly noteEvidence: (
    id: ConnectionId,
    auditId: string,
    saved: SavedAuditEvidence,
  ) => Promise<Result<AuditInfo>>;
  /** Cancels it if it is running. */
  readonly remove: (id: ConnectionId, auditId: string) => Promise<Result<null>>;
  /** Resolves when it no longer runs. */
  readonly ended: (id: ConnectionId, auditId: string) => Promise<Result<AuditInfo>>;
  /** The files of an audit that has ended. */
  readonly filesOf: (id: ConnectionId, auditId: string) => Promise<Result<AuditFiles>>;
  /** When the last audit that was complete and green started; null if there is none. Epoch milliseconds. */
  readonly baselineAt: (id: ConnectionId) => Promise<number | null>;
  readonly forget: (id: ConnectionId) => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface AuditsEffects {
  /** Contains a folder for each connection. */
  readonly folder: string;
  readonly jobs: Pick<Jobs, 'start' | 'find' | 'pause' | 'resume' | 'cancel' | 'dismiss'>;
  readonly readings: BatchReadings;
  /** Audits with at least this many keys are checked as whole responses; 2,000 by default. */
  readonly wholeFrom?: number;
  /** See `RunAuditEffects`. */
  readonly patienceMs?: number;
  readonly connections: Pick<Connections, 'profile'>;
  readonly pins: Pick<Pins, 'of' | 'add'>;
  /** What results of a connection rest on now. */
  readonly grounds: ConnectionGrounds;
  /** What the user accepted as lost, newest first. */
  readonly acceptedLosses: (id: ConnectionId) => Promise<readonly AcceptedLosses[]>;
  readonly appVersion: string;
  /** An audit was added, changed its state, or was removed. */
  readonly listChanged: (id: ConnectionId) => void;
  /** An audit has more records. */
  readonly changed: (id: ConnectionId, auditId: string) => void;
  /** Called when an audit has ended with all that follows from it. */
  readonly finished: (info: AuditInfo, verdict: AuditVerdict, audit: HeadlinedAudit) => void;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly newId: () => string;
  /** Lets other work run. */
  readonly pause: () => Promise<void>;
  readonly log: (message: string, error: unknown) => void;
}

export function createAudits(effects: AuditsEffects): Audits {
  const { jobs, connections, pins, now, pause } = effects;
  const stores = createConnectionStores(effects.folder, (folder) => openAuditStore(folder, effects));
  const opened = createOpenAudits(effects);
  /** Why an audit stopped in this session, although it can be resumed. */
  const failures = new Map<string, AppError>();
  const { inTurn } = createTurns();

  const memoOf = async (id: ConnectionId, auditId: string): Promise<Result<AuditMemo>> => {
    const profile = connections.profile(id);
    if (!profile.ok) return profile;
    const memo = (await stores.of(id)).memos().get(auditId);
    return memo === undefined ? noSuchAudit : succeed(memo);
  };
  const filesOf = async (id: ConnectionId, auditId: string) =>
    auditFiles((await stores.of(id)).folderOf(auditId));

  const stateOf = (auditId: string, memo: AuditMemo): AuditState => {
    if (memo.result !== null) return { kind: memo.result.end === 'complete' ? 'finished' : 'canceled' };
    const job = jobs.find(auditId);
    if (job !== null && job.endedAt === null && job.state.kind in liveStates) return job.state as AuditState;
    const error = failures.get(auditId);
    return error === undefined ? { kind: 'interrupted' } : { kind: 'failed', error };
  };
  const infoWith = async (id: ConnectionId, auditId: string, memo: AuditMemo): Promise<AuditInfo> => {
    const job = jobs.find(auditId);
    if (memo.result !== null) return infoOf(id, auditId, memo, stateOf(auditId, memo), null);
    const read = job?.kind === 'audit' ? job : await opened.progress(auditId, await filesOf(id, auditId));
    return infoOf(id, auditId, memo, stateOf(auditId, memo), read.progress);
  };
  const infoOfAudit = async (id: ConnectionId, auditId: string): Promise<Result<AuditInfo>> => {
    const memo = await memoOf(id, auditId);
    return memo.ok ? succeed(await infoWith(id, auditId, memo.value)) : memo;
  };

  const change = async (
    id: ConnectionId,
    auditId: string,
    changed: Partial<Pick<AuditMemo, 'name' | 'evidence'>>,
  ): Promise<Result<AuditInfo>> => {
    const memo = await memoOf(id, auditId);
    if (!memo.ok) return memo;
    await (await stores.of(id)).save(auditId, { ...memo.value, ...changed });
    effects.listChanged(id);
    return infoOfAudit(id, auditId);
  };

  const using = async <T>(
    id: ConnectionId,
    auditId: string,
    use: (open: OpenAudit, memo: AuditMemo) => Promise<Result<T>>,
  ): Promise<Result<T>> => {
    const memo = await memoOf(id, auditId);
    if (!memo.ok) return memo;
    try {
      const open = await opened.open(auditId, await filesOf(id, auditId));
      return await use(open, memo.value);
    } catch (error) {
      if (error instanceof AuditDamageError) return damagedAudit;
      return fileFailed(error, (await filesOf(id, auditId)).records);
    }
  };

  /** What follows from an audit that ends. */
  const conclude = async (
    id: ConnectionId,
    auditId: string,
    open: OpenAudit,
    end: AuditEnd & { readonly kind: 'complete' | 'canceled' },
  ): Promise<void> => {
    const profile = connections.profile(id);
    const scheme = profile.ok ? profile.value.scheme : null;
    const store = await stores.of(id);
    const { findings, log } = open;
    const grounds = groundsAtEnd(await effects.grounds(id), store.memos().get(auditId), scheme, findings);
    // If the record cannot be read, the audit is inconclusive and says so.
    const acceptedLosses = await effects.acceptedLosses(id).catch(() => []);
    const { memo, verdict, footer } = await concludeAudit(
      { ...effects, store },
      { connectionId: id, auditId, log, findings, scheme, grounds, acceptedLosses, end },
    );
    open.revision += 1;
    effects.finished(await infoWith(id, auditId, memo), verdict, { ...log.header, ...footer });
  };

  /** The work of the job. It ends when everything about the audit is on disk. */
  const work = async (
    id: ConnectionId,
    auditId: string,
    open: OpenAudit,
    by: 'user' | 'app',
    control: JobControl<'audit'>,
  ): Promise<Result<null>> => {
    const store = await stores.of(id);
    const memo = store.memos().get(auditId);
    if (memo === undefined) return noSuchAudit;
    const files = auditFiles(store.folderOf(auditId));
    try {
      const run = await runAudit(effects, control, {
        connectionId: id,
        files,
        log: () => open.log,
        replaceLog: async (opening) => {
          open.replaced = opening;
          open.log = await opening;
        },
        ...(await readFrozenLists(files, memo)),
        hasExpected: open.log.header.scope.kind === 'expected',
        rereadsMoved: memo.options.rereadsMoved,
        before: open.findings,
        askedBy: by,
        onlyAt: memo.onlyAt,
        tell: (findings) => {
          open.findings = findings;
          open.revision += 1;
          effects.changed(id, auditId);
        },
      });
      if (run.ok) await conclude(id, auditId, open, { kind: 'complete' });
      // An audit that ends with the app can be resumed.
      else if (control.signal.aborted && !control.isClosing() && store.memos().has(auditId))
        await conclude(id, auditId, open, { kind: 'canceled' });
      return run.ok ? succeed(null) : run;
    } catch (error) {
      effects.log('An audit stopped.', error);
      const failed: Result<never> = fileFailed(error, files.records);
      if (!failed.ok) failures.set(auditId, failed.error);
      // What is in memory may differ from what is on disk.
      await opened.close(auditId).catch(() => undefined);
      return failed;
    }
  };
  const begin = (id: ConnectionId, auditId: string, open: OpenAudit, by: 'user' | 'app'): void => {
    failures.delete(auditId);
    jobs.dismiss(auditId);
    open.ended = new Promise((resolve) => {
      jobs.start({
        kind: 'audit',
        id: auditId,
        connectionId: id,
        progress: progressOf(open.log),
        work: async (control) => {
          try {
            return await work(id, auditId, open, by, control);
          } finally {
            open.ended = null;
            effects.listChanged(id);
            resolve();
          }
        },
      });
    });
    effects.listChanged(id);
  };
  const runningOf = async (id: ConnectionId): Promise<boolean> => {
    for (const [auditId, memo] of (await stores.of(id)).memos()) {
      const job = memo.result === null ? jobs.find(auditId) : null;
      if (job !== null && job.endedAt === null) return true;
    }
    return false;
  };

  const audits: Audits = {
    list: async (id) => {
      const profile = connections.profile(id);
      if (!profile.ok) return profile;
      const memos = [...(await stores.of(id)).memos()];
      const infos = await Promise.all(memos.map(([auditId, memo]) => infoWith(id, auditId, memo)));
      return succeed(infos.sort((one, other) => other.startedAt - one.startedAt));
    },
    start: (plan, by) =>
      inTurn(plan.connectionId, async () => {
        const id = plan.connectionId;
        const profile = connections.profile(id);
        if (!profile.ok) return profile;
        if (await runningOf(id)) return alreadyRunning(profile.value.name);
        const store = await stores.of(id);
        const auditId = effects.newId();
        const folder = store.folderOf(auditId);
        try {
          const { memo, log } = await prepareAudit(plan, {
            id: auditId,
            folder,
            profile: profile.value,
            pins: (await pins.of(id)).pins,
            appVersion: effects.appVersion,
            at: now(),
            pause,
          });
          store.add(auditId, memo);
          const open: OpenAudit = { log, replaced: null, findings: noFindings, revision: 0, ended: null };
          opened.add(auditId, open);
          begin(id, auditId, open, by);
          return await infoOfAudit(id, auditId);
        } catch (error) {
          await store.remove(auditId).catch(() => undefined);
          // The known keys could not be read.
          if (!(error instanceof Error && 'code' in error)) throw error;
          return fileFailed(error, folder);
        }
      }),
    details: (id, auditId) =>
      using(id, auditId, async ({ log, findings, revision }, memo) => {
        const footer = log.footer();
        return succeed({
          info: await infoWith(id, auditId, memo),
          header: log.header,
          summary: log.tally.summary(),
          roots: footer?.roots ?? findings.roots,
          selfTest: footer?.selfTest ?? findings.selfTest,
          rules: footer?.rules ?? null,
          unasked: footer?.unasked ?? findings.unasked,
          moved: movedRows(log).length,
          grounds: footer?.grounds ?? null,
          acceptedLosses: footer?.acceptedLosses ?? [],
          verdict: footer === null ? null : verdictOf(log.header, log),
          revision,
        });
      }),
    records: (id, auditId, filter, { from, to }) =>
      using(id, auditId, async (open) => {
        await open.replaced;
        return succeed({ revision: open.revision, ...(await open.log.page(filter, from, to)) });
      }),
    pause: async (id, auditId) => {
      const memo = await memoOf(id, auditId);
      if (!memo.ok) return memo;
      jobs.pause(auditId);
      effects.listChanged(id);
      return succeed(null);
    },
    resume: async (id, auditId) => {
      const memo = await memoOf(id, auditId);
      if (!memo.ok) return memo;
      const { kind } = stateOf(auditId, memo.value);
      if (kind === 'paused' || kind === 'waiting') {
        jobs.resume(auditId);
        effects.listChanged(id);
      } else if (kind === 'interrupted' || kind === 'failed')
        return inTurn(id, async () => {
          if (await runningOf(id)) return alreadyRunning(memo.value.header.service.name);
          const changed = inputsChanged(memo.value, (await pins.of(id)).pins, connections.profile(id));
          if (changed !== null) return changed;
          return using(id, auditId, async (open) => {
            begin(id, auditId, open, 'user');
            return infoOfAudit(id, auditId);
          });
        });
      return infoOfAudit(id, auditId);
    },
    cancel: async (id, auditId) => {
      const memo = await memoOf(id, auditId);
      if (!memo.ok) return memo;
      const { kind } = stateOf(auditId, memo.value);
      if (kind !== 'interrupted' && kind !== 'failed') jobs.cancel(auditId);
      else
        return using(id, auditId, async (open) => {
          await conclude(id, auditId, open, { kind: 'canceled' });
          effects.listChanged(id);
          return succeed(null);
        });
      return succeed(null);
    },
    planFiles: async (id, auditId) => {
      const memo = await memoOf(id, auditId);
      return memo.ok ? succeed({ files: await filesOf(id, auditId), memo: memo.value }) : memo;
    },
    movedKeys: (id, auditId) =>
      using(id, auditId, async ({ log }) =>
        succeed(await keysInRows((await filesOf(id, auditId)).keys, movedRows(log))),
      ),
    rename: (id, auditId, name) => change(id, auditId, { name }),
    noteEvidence: (id, auditId, evidence) => change(id, auditId, { evidence }),
    remove: async (id, auditId) => {
      const memo = await memoOf(id, auditId);
      if (!memo.ok) return memo;
      const store = await stores.of(id);
      const ending = (await opened.known(auditId))?.ended ?? null;
      store.drop(auditId);
      jobs.cancel(auditId);
      await ending;
      jobs.dismiss(auditId);
      await opened.close(auditId);
      await store.remove(auditId);
      effects.listChanged(id);
      return succeed(null);
    },
    ended: async (id, auditId) => {
      await (
        await opened.known(auditId)
      )?.ended;
      return infoOfAudit(id, auditId);
    },
    filesOf: async (id, auditId) => {
      const memo = await memoOf(id, auditId);
      if (!memo.ok) return memo;
      return memo.value.result === null ? notEnded : succeed(await filesOf(id, auditId));
    },
    baselineAt: async (id) => baselineAt(await stores.of(id), now),
    forget: async (id) => {
      for (const auditId of (await stores.of(id)).memos().keys()) await opened.close(auditId);
      await stores.forget(id);
    },
    close: opened.closeAll,
  };
  return audits;
}

const liveStates = { running: true, waiting: true, paused: true };
