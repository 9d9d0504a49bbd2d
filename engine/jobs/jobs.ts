import type { AppError } from '#shared/domain/appError.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { Job, JobKind, JobOf, JobState } from '#shared/domain/job.ts';
import { fail, type Result } from '#shared/domain/result.ts';
import { retryPolicies, retryWait, setbackOf } from '#shared/retry/retryPolicy.ts';
import type { CallOptions } from '../client/gateway.ts';
import { createInTurn, type InTurn } from '#shared/async/inTurn.ts';

/** What the work of a job can use. */
export interface JobControl<K extends JobKind> {
  /** Aborts when the user cancels or the app ends. */
  readonly signal: AbortSignal;
  /** Whether to continue; resolves when the job is not paused. */
  readonly proceed: () => Promise<boolean>;
  readonly report: (progress: JobOf<K>['progress']) => void;
  /**
   * Sends a request: one at a time per connection, waiting and retrying as needed. A failure that waiting
   * does not fix pauses the job, and is retried when the user resumes. So it returns a failure only if the
   * job is canceled (code `cancelled`), or if `expects` says that the work handles it.
   */
  readonly ask: <T>(
    call: (options: CallOptions) => Promise<Result<T>>,
    expects?: (error: AppError) => boolean,
  ) => Promise<Result<T>>;
  /** Waits; ends early if the job is canceled. */
  readonly rest: (ms: number) => Promise<void>;
  /** Whether the job ends because the app does: resumable work should then stay resumable. */
  readonly isClosing: () => boolean;
  /** Aborts when the app ends, even if the user canceled before and the work has not ended yet. */
  readonly closing: AbortSignal;
}

export interface NewJob<K extends JobKind> {
  readonly kind: K;
  readonly connectionId: ConnectionId;
  /** The ID of the work, if it has one; a new one by default. */
  readonly id?: string;
  readonly progress: JobOf<K>['progress'];
  /** Starts as paused because it continues an earlier session. */
  readonly isPaused?: boolean;
  /** Ends with a failure if the job failed permanently. */
  readonly work: (control: JobControl<K>) => Promise<Result<null>>;
}

/** Long jobs, independent of what the window shows. */
export interface Jobs {
  readonly start: <K extends JobKind>(job: NewJob<K>) => JobOf<K>;
  readonly list: (connectionId: ConnectionId) => readonly Job[];
  readonly find: (jobId: string) => Job | null;
  readonly pause: (jobId: string) => void;
  /** Ends a pause, or a wait early. */
  readonly resume: (jobId: string) => void;
  readonly cancel: (jobId: string) => void;
  readonly dismiss: (jobId: string) => void;
  /** Cancels and removes the jobs of a connection; resolves when all of them have ended. */
  readonly forget: (connectionId: ConnectionId) => Promise<void>;
  /** Ends all jobs; resolves when they have ended. */
  readonly close: () => Promise<void>;
}

export interface JobsEffects {
  readonly announce: (job: Job) => void;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** In [0, 1). */
  readonly random: () => number;
  readonly newId: () => string;
  /** Resolves after the time, or at once when the signal aborts. */
  readonly sleep: (ms: number, signal: AbortSignal | null) => Promise<void>;
  readonly log: (message: string, error: unknown) => void;
}

/** The shortest time between two updates of a job to the window, in milliseconds. */
const announceEveryMs = 250;

interface Running {
  job: Job;
  readonly controller: AbortController;
  /** Ends a wait early because the job was paused, resumed, or canceled. */
  wake: AbortController;
  isAnnounceDue: boolean;
  ended: Promise<void>;
}

export function createJobs(effects: JobsEffects): Jobs {
  const running = new Map<string, Running>();
  const lanes = new Map<ConnectionId, Lane>();
  const laneOf = (id: ConnectionId): Lane => {
    const lane = lanes.get(id) ?? { inTurn: createInTurn(), held: null };
    lanes.set(id, lane);
    return lane;
  };
  /** null if requests can be sent. */
  const holdOf = ({ held }: Lane): Hold | null => (held !== null && held.until > effects.now() ? held : null);
  const closing = new AbortController();

  const announceSoon = (one: Running): void => {
    if (one.isAnnounceDue) return;
    one.isAnnounceDue = true;
    void effects.sleep(announceEveryMs, null).then(() => {
      if (!one.isAnnounceDue) return;
      announceNow(one);
    });
  };
  const announceNow = (one: Running): void => {
    one.isAnnounceDue = false;
    if (running.has(one.job.id)) effects.announce(one.job);
  };
  const setState = (one: Running, state: JobState): void => {
    one.job = { ...one.job, state };
    announceNow(one);
  };
  /** Wakes waiting work, which checks the state of the job again. */
  const wake = (one: Running): void => {
    const before = one.wake;
    one.wake = new AbortController();
    before.abort();
  };
  const isOver = ({ state }: Job): boolean =>
    state.kind === 'done' || state.kind === 'cancelled' || state.kind === 'failed';

  const proceed = async (one: Running): Promise<boolean> => {
    while (one.job.state.kind === 'paused' && !one.controller.signal.aborted) {
      await untilAborted(one.wake.signal);
    }
    return !one.controller.signal.aborted;
  };
  /** False if the job was paused, resumed, or canceled before the time was over. */
  const waitUntil = async (one: Running, until: number, error: AppError): Promise<void> => {
    setState(one, { kind: 'waiting', until, error });
    await effects.sleep(Math.max(0, until - effects.now()), one.wake.signal);
    if (one.job.state.kind === 'waiting') setState(one, { kind: 'running' });
  };
  const ask = async <T>(
    one: Running,
    call: (options: CallOptions) => Promise<Result<T>>,
    expects: (error: AppError) => boolean,
  ): Promise<Result<T>> => {
    const lane = laneOf(one.job.connectionId);
    for (let failures = 0; ;) {
      if (!(await proceed(one))) return fail(cancelled);
      const hold = holdOf(lane);
      if (hold !== null) {
        await waitUntil(one, hold.until, hold.error);
        continue;
      }
      const answer = await inLane(one, lane, async (options) => {
        const answered = await call(options);
        // Before the next job in the lane gets its turn.
        if (!answered.ok && !expects(answered.error) && !one.controller.signal.aborted) {
          const wait = retryWait(setbackOf(answered.error), retryPolicies.job, failures, effects.random());
          if (wait === null) {
            failures = 0;
            setState(one, { kind: 'paused', error: answered.error });
          } else {
            failures += 1;
            lane.held = { until: effects.now() + wait, error: answered.error };
          }
        }
        return answered;
      });
      if (answer !== null && (answer.ok || expects(answer.error))) return answer;
    }
  };
  /** null if the state changed before this job got its turn. */
  const inLane = <T>(
    one: Running,
    lane: Lane,
    call: (options: CallOptions) => Promise<Result<T>>,
  ): Promise<Result<T> | null> => {
    let isAsked = false;
    const turn = lane.inTurn(async () => {
      const isHeldUp =
        holdOf(lane) !== null || one.job.state.kind === 'paused' || one.controller.signal.aborted;
      if (isHeldUp) return null;
      isAsked = true;
      return call({ requestId: effects.newId(), signal: one.controller.signal, purpose: one.job.kind });
    });
    // A job that still waits for its turn ends at once. A pending request is awaited, so that nothing
    // outlives the job.
    return new Promise((resolve, reject) => {
      const { signal } = one.controller;
      const letGo = (): void => {
        if (!isAsked) resolve(null);
      };
      signal.addEventListener('abort', letGo);
      void turn.then(resolve, reject).finally(() => {
        signal.removeEventListener('abort', letGo);
      });
    });
  };

  const run = async <K extends JobKind>(one: Running, work: NewJob<K>['work']): Promise<void> => {
    const end = await endOf(one, work);
    one.job = { ...one.job, state: end, endedAt: effects.now() };
    announceNow(one);
  };
  const endOf = async <K extends JobKind>(one: Running, work: NewJob<K>['work']): Promise<JobState> => {
    const { signal } = one.controller;
    try {
      const result = await work({
        signal,
        proceed: () => proceed(one),
        report: (progress) => {
          // The progress has the kind that the job was started with.
          one.job = { ...one.job, progress } as Job;
          announceSoon(one);
        },
        ask: (call, expects = () => false) => ask(one, call, expects),
        rest: async (ms) => {
          if (ms > 0) await effects.sleep(ms, signal);
        },
        isClosing: () => closing.signal.aborted,
        closing: closing.signal,
      });
      if (signal.aborted) return { kind: 'cancelled' };
      return result.ok ? { kind: 'done' } : { kind: 'failed', error: result.error };
    } catch (error) {
      effects.log(`A job (${one.job.kind}) failed unexpectedly.`, error);
      return { kind: 'failed', error: internal };
    }
  };

  const change = (jobId: string, act: (one: Running) => void): void => {
    const one = running.get(jobId);
    if (one !== undefined && !isOver(one.job)) act(one);
  };
  const cancel = (one: Running): void => {
    one.controller.abort();
    wake(one);
  };
  return {
    start: ({ kind, connectionId, id = effects.newId(), progress, isPaused = false, work }) => {
      const job = {
        id,
        kind,
        connectionId,
        progress,
        state: isPaused ? { kind: 'paused', error: null } : { kind: 'running' },
        startedAt: effects.now(),
        endedAt: null,
      } as JobOf<typeof kind>;
      const one: Running = {
        job,
        controller: new AbortController(),
        wake: new AbortController(),
        isAnnounceDue: false,
        ended: Promise.resolve(),
      };
      running.set(job.id, one);
      announceNow(one);
      // Not before the caller has the job.
      one.ended = Promise.resolve().then(() => run(one, work));
      return job;
    },
    list: (connectionId) =>
      [...running.values()].map(({ job }) => job).filter((job) => job.connectionId === connectionId),
    find: (jobId) => running.get(jobId)?.job ?? null,
    pause: (jobId) => {
      change(jobId, (one) => {
        if (one.job.state.kind === 'paused') return;
        setState(one, { kind: 'paused', error: null });
        wake(one);
      });
    },
    resume: (jobId) => {
      change(jobId, (one) => {
        const { kind } = one.job.state;
        if (kind !== 'paused' && kind !== 'waiting') return;
        if (kind === 'waiting') laneOf(one.job.connectionId).held = null;
        setState(one, { kind: 'running' });
        wake(one);
      });
    },
    cancel: (jobId) => {
      change(jobId, cancel);
    },
    dismiss: (jobId) => {
      const one = running.get(jobId);
      if (one !== undefined && isOver(one.job)) running.delete(jobId);
    },
    forget: async (connectionId) => {
      const all = [...running.values()].filter(({ job }) => job.connectionId === connectionId);
      all.forEach(cancel);
      await Promise.all(all.map(({ ended }) => ended));
      for (const { job } of all) running.delete(job.id);
    },
    close: async () => {
      closing.abort();
      const all = [...running.values()];
      all.forEach(cancel);
      await Promise.all(all.map(({ ended }) => ended));
    },
  };
}

const cancelled: AppError = { code: 'cancelled', message: 'The job was canceled.', requestId: null };
const internal: AppError = {
  code: 'internal',
  message: 'Atom Explorer had an internal error. For details, see Help > Show Log File.',
  requestId: null,
};

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else {
      signal.addEventListener(
        'abort',
        () => {
          resolve();
        },
        { once: true },
      );
    }
  });
}

/** Until when no request is sent, in epoch milliseconds, and the response of the service. */
interface Hold {
  readonly until: number;
  readonly error: AppError;
}

/** The queue of one connection's jobs to its service: they take turns, and wait together. */
interface Lane {
  /** Runs the work when everything before it has ended. */
  readonly inTurn: InTurn;
  /** Applies until its time is over; null if the user does not want to wait. */
  held: Hold | null;
}
