import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { quoteText } from '#shared/text/phrases.ts';
import type { AuditReport } from '#shared/report/auditReport.ts';
import { exitCodes, UnusableInput, UsageError } from '../command.ts';
import type { AuditCommandOptions } from './auditOptions.ts';
import { isNoticed, noticeBody, readNoticeSecret, sendNotice, type NoticeEffects } from './notice.ts';
import { verdictOf, isComplete, type Round, type RoundVerdict } from './round.ts';
import { writeMetrics } from './roundMetrics.ts';
import type { AuditWorld } from './runAudit.ts';
import { lockState } from './stateLock.ts';

/** Runs one audit. @returns its exit code @throws UsageError, UnusableInput */
export type AuditOnce = (world: AuditWorld) => Promise<number>;

/**
 * Runs an audit, once or again and again, and tells others of each result. A round that fails is a result, too.
 *
 * @returns the exit code: that of the only audit, or that of an audit that was stopped
 * @throws UsageError, UnusableInput before the first audit
 */
export async function watchAudits(
  options: AuditCommandOptions,
  auditOnce: AuditOnce,
  world: AuditWorld,
  effects: NoticeEffects,
): Promise<number> {
  const { everyMs } = options.watch;
  const stopped = new AbortController();
  const endInterrupt = world.onInterrupt(() => {
    stopped.abort();
  });
  try {
    const tell = await openTelling(options, world, stopped.signal, effects);
    if (everyMs === null) return await tell(await runRound(auditOnce, world, stopped.signal, effects), null);
    const lock = await lockWatch(options, world, effects);
    try {
      return await repeat(everyMs, tell, auditOnce, world, stopped.signal, effects);
    } finally {
      await lock.release();
    }
  } finally {
    endInterrupt();
  }
}

async function repeat(
  everyMs: number,
  tell: Tell,
  auditOnce: AuditOnce,
  world: AuditWorld,
  signal: AbortSignal,
  effects: NoticeEffects,
): Promise<number> {
  const first = effects.now();
  for (;;) {
    const round = await runRound(auditOnce, world, signal, effects);
    const next = signal.aborted ? null : nextStart(first, everyMs, effects.now());
    const code = await tell(round, next);
    if (next !== null && !signal.aborted) {
      world.note(`Next audit: ${new Date(next).toISOString()}.`);
      await effects.sleep(Math.max(0, next - effects.now()), signal);
    }
    if (signal.aborted) return code === exitCodes.bad ? exitCodes.bad : exitCodes.unclear;
  }
}

/** The next time on the grid that the first audit began. Times that have passed are left out. */
export function nextStart(first: number, everyMs: number, now: number): number {
  return first + (Math.floor((now - first) / everyMs) + 1) * everyMs;
}

/** Keeps a second watch away. Between rounds, the folder itself is free for other commands. @throws UnusableInput */
async function lockWatch({ state, maxWait }: AuditCommandOptions, world: AuditWorld, effects: NoticeEffects) {
  const folder = path.join(state ?? '', 'watch');
  await mkdir(folder, { recursive: true });
  const named = `The watch of --state ${quoteText(state ?? '')}`;
  return lockState(folder, maxWait, { ...effects, complain: world.complain, named });
}

/** What cannot be used now, such as a file that is being replaced, may be there the next time. */
async function runRound(
  auditOnce: AuditOnce,
  world: AuditWorld,
  signal: AbortSignal,
  { now }: NoticeEffects,
): Promise<Round> {
  const startedAt = now();
  const reports: AuditReport[] = [];
  let code: number = exitCodes.unusable;
  try {
    code = await auditOnce({
      ...world,
      reported: (report) => reports.push(report),
      onInterrupt: (stop) => {
        if (signal.aborted) stop();
        signal.addEventListener('abort', stop);
        return () => {
          signal.removeEventListener('abort', stop);
        };
      },
    });
  } catch (error) {
    if (!(error instanceof UnusableInput) && !(error instanceof UsageError)) throw error;
    world.complain(error.message);
  }
  return { startedAt, endedAt: now(), code, report: reports.at(-1) ?? null };
}

/** Tells others of a round. @returns its exit code, or that of an output that could not be written */
type Tell = (round: Round, next: number | null) => Promise<number>;

async function openTelling(
  { name, watch: { notify, metrics } }: AuditCommandOptions,
  world: AuditWorld,
  signal: AbortSignal,
  effects: NoticeEffects,
): Promise<Tell> {
  const secret = notify === null ? null : await readNoticeSecret(notify.secret, world.env);
  let told: RoundVerdict | null = null;
  let completed: Round | null = null;
  const counts = { rounds: 0, failedRounds: 0, failedNotices: 0 };
  return async (round, next) => {
    counts.rounds += 1;
    if (round.code !== exitCodes.good) counts.failedRounds += 1;
    if (isComplete(round)) completed = round;
    const save = async (): Promise<boolean> => {
      if (metrics === null) return true;
      try {
        await writeMetrics(metrics, { last: round, completed, next, ...counts });
        return true;
      } catch (error) {
        if (!(error instanceof UnusableInput)) throw error;
        world.complain(error.message);
        return false;
      }
    };
    let isTold = await save();
    // The person who stopped it knows. What failed until then is still news.
    const isNews = !signal.aborted || round.code === exitCodes.bad;
    if (notify !== null && secret !== null && isNews && isNoticed(round, notify.when, told)) {
      const body = noticeBody(round, name, told, next);
      const why = await sendNotice(notify.url, secret, body, signal, effects);
      if (why === null) told = verdictOf(round);
      else {
        world.complain(`The notice could not be delivered to ${notify.url.origin}. ${why}`);
        counts.failedNotices += 1;
        isTold = false;
        await save();
      }
    }
    return isTold || round.code === exitCodes.bad ? round.code : exitCodes.unusable;
  };
}
