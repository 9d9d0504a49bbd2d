import { describe, expect, it } from 'vitest';
import type { AppError } from '#shared/domain/appError.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { ExportProgress, Job } from '#shared/domain/job.ts';
import { fail, succeed, type Result } from '#shared/domain/result.ts';
import { createJobs, type JobControl } from './jobs.ts';

const id = 'c' as ConnectionId;
const none: ExportProgress = {
  format: 'csv',
  content: 'known',
  path: 'a.csv',
  total: null,
  done: 0,
  notRead: 0,
};
const said = { message: 'm', requestId: null };
const limited = (retryAfterMs: number | null): AppError => ({ ...said, code: 'rate_limited', retryAfterMs });
const unauthorized: AppError = { ...said, code: 'unauthorized' };
const failed: AppError = { ...said, code: 'server_error', status: 503 };

/** Jobs with a simulated clock that advances only when all of them wait. */
function makeJobs() {
  let time = 0;
  let lastId = 0;
  const events: Job[] = [];
  const logged: unknown[] = [];
  const sleeping = new Set<{ readonly until: number; readonly wake: () => void }>();
  const jobs = createJobs({
    announce: (job) => events.push(job),
    now: () => time,
    random: () => 1,
    newId: () => String((lastId += 1)),
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        const one = {
          until: time + ms,
          wake: () => {
            sleeping.delete(one);
            signal?.removeEventListener('abort', one.wake);
            resolve();
          },
        };
        sleeping.add(one);
        if (signal?.aborted === true) one.wake();
        signal?.addEventListener('abort', one.wake);
      }),
    log: (message) => logged.push(message),
  });
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
  };
  return {
    jobs,
    events,
    logged,
    time: () => time,
    settle,
    /** Advances the time, waking sleepers in order. */
    pass: async (ms: number): Promise<void> => {
      const end = time + ms;
      await settle();
      for (;;) {
        const next = [...sleeping].sort((a, b) => a.until - b.until)[0];
        if (next === undefined || next.until > end) break;
        time = Math.max(time, next.until);
        next.wake();
        await settle();
      }
      time = end;
    },
    start: (work: (control: JobControl<'export'>) => Promise<Result<null>>, connectionId = id) =>
      jobs.start({ kind: 'export', connectionId, progress: none, work }),
  };
}

/** A service that returns the given responses one after the other, then successes. */
function answering(...answers: readonly AppError[]) {
  const left = [...answers];
  const calls: string[] = [];
  return {
    calls,
    call: async ({ requestId }: { readonly requestId: string }): Promise<Result<string>> => {
      calls.push(requestId);
      const error = left.shift();
      return error === undefined ? succeed('fine') : fail(error);
    },
  };
}

describe('a job', () => {
  it('is done when its work is, and announces that', async () => {
    const { jobs, events, start, settle } = makeJobs();
    const job = start(async () => succeed(null));
    await settle();
    expect(jobs.find(job.id)).toMatchObject({ state: { kind: 'done' }, endedAt: 0 });
    expect(events.map(({ state }) => state.kind)).toEqual(['running', 'done']);
  });

  it('fails when its work reports a failure or throws', async () => {
    const { jobs, logged, start, settle } = makeJobs();
    const told = start(async () => fail(failed));
    const thrown = start(() => Promise.reject(new Error('broken')));
    await settle();
    expect(jobs.find(told.id)?.state).toEqual({ kind: 'failed', error: failed });
    expect(jobs.find(thrown.id)?.state).toMatchObject({ kind: 'failed', error: { code: 'internal' } });
    expect(logged).toHaveLength(1);
  });

  it('announces its progress at most four times per second, and its end at once', async () => {
    const { events, start, pass } = makeJobs();
    start(async ({ report, rest }) => {
      for (let done = 1; done <= 100; done += 1) {
        report({ ...none, done });
        await rest(10);
      }
      return succeed(null);
    });
    await pass(2_000);
    const progress = events.map((job) => (job.kind === 'export' ? job.progress.done : -1));
    expect(progress.length).toBeLessThanOrEqual(2 + 4);
    expect(events.at(-1)).toMatchObject({ state: { kind: 'done' }, progress: { done: 100 } });
  });

  it('stops while it is paused, continues when resumed, and ends when canceled', async () => {
    const { jobs, start, settle } = makeJobs();
    const { call, calls } = answering();
    const job = start(async ({ ask }) => {
      for (;;) {
        const answer = await ask(call);
        if (!answer.ok) return answer;
        if (calls.length === 2) jobs.pause(job.id);
        if (calls.length === 4) jobs.cancel(job.id);
      }
    });
    await settle();
    expect(calls).toHaveLength(2);
    expect(jobs.find(job.id)?.state).toEqual({ kind: 'paused', error: null });
    jobs.resume(job.id);
    await settle();
    expect(calls).toHaveLength(4);
    expect(jobs.find(job.id)?.state).toEqual({ kind: 'cancelled' });
  });

  it('can be canceled while it is paused', async () => {
    const { jobs, start, settle } = makeJobs();
    const job = start(async ({ proceed }) => {
      jobs.pause(job.id);
      expect(await proceed()).toBe(false);
      return succeed(null);
    });
    await settle();
    jobs.cancel(job.id);
    await settle();
    expect(jobs.find(job.id)?.state).toEqual({ kind: 'cancelled' });
  });

  it('can be dismissed only after it has ended', async () => {
    const { jobs, start, settle } = makeJobs();
    const job = start(async ({ proceed }) => {
      jobs.pause(job.id);
      await proceed();
      return succeed(null);
    });
    jobs.dismiss(job.id);
    expect(jobs.list(id)).toHaveLength(1);
    jobs.cancel(job.id);
    await settle();
    jobs.dismiss(job.id);
    expect(jobs.list(id)).toEqual([]);
  });
});

describe('requests of jobs', () => {
  it('wait as long as a 429 response says, announce until when, and are repeated', async () => {
    const { jobs, start, pass } = makeJobs();
    const { call, calls } = answering(limited(7_000));
    const job = start(async ({ ask }) => {
      await ask(call);
      return succeed(null);
    });
    await pass(6_999);
    expect(jobs.find(job.id)?.state).toEqual({ kind: 'waiting', until: 7_000, error: limited(7_000) });
    expect(calls).toHaveLength(1);
    await pass(1);
    expect(calls).toHaveLength(2);
    expect(jobs.find(job.id)?.state).toEqual({ kind: 'done' });
  });

  it('are repeated earlier if the user does not want to wait, and wait again if that was too early', async () => {
    const { jobs, start, pass, settle } = makeJobs();
    const { call, calls } = answering(limited(7_000), limited(3_000));
    const job = start(async ({ ask }) => {
      await ask(call);
      return succeed(null);
    });
    await pass(1_000);
    jobs.resume(job.id);
    await settle();
    expect(calls).toHaveLength(2);
    expect(jobs.find(job.id)?.state).toEqual({ kind: 'waiting', until: 4_000, error: limited(3_000) });
    jobs.resume(job.id);
    await settle();
    expect(calls).toHaveLength(3);
    expect(jobs.find(job.id)?.state).toEqual({ kind: 'done' });
  });

  it('hold up the other jobs of the connection too, but no others', async () => {
    const { jobs, start, pass } = makeJobs();
    const { call } = answering(limited(5_000));
    const asking = async ({ ask }: JobControl<'export'>): Promise<Result<null>> => {
      await ask(call);
      return succeed(null);
    };
    const first = start(asking);
    const second = start(asking);
    const other = start(asking, 'd' as ConnectionId);
    await pass(4_000);
    expect([first, second, other].map((job) => jobs.find(job.id)?.state.kind)).toEqual([
      'waiting',
      'waiting',
      'done',
    ]);
    await pass(1_000);
    expect(jobs.find(second.id)?.state.kind).toBe('done');
  });

  it("end at once when canceled during another job's request, without being sent", async () => {
    const { jobs, start, settle } = makeJobs();
    const slow = start(async ({ ask, signal }) => {
      const answer = await ask(
        () =>
          new Promise<Result<null>>((resolve) => {
            signal.addEventListener('abort', () => resolve(succeed(null)));
          }),
      );
      return answer.ok ? succeed(null) : answer;
    });
    const { call, calls } = answering();
    const waiting = start(async ({ ask }) => {
      const answer = await ask(call);
      return answer.ok ? succeed(null) : answer;
    });
    await settle();
    jobs.cancel(waiting.id);
    await settle();
    expect(jobs.find(waiting.id)?.state).toEqual({ kind: 'cancelled' });
    expect(jobs.find(slow.id)?.state).toEqual({ kind: 'running' });
    jobs.cancel(slow.id);
    await settle();
    expect(jobs.find(slow.id)?.state).toEqual({ kind: 'cancelled' });
    expect(calls).toEqual([]);
  });

  it('are sent one at a time per connection', async () => {
    const { start, pass } = makeJobs();
    let underWay = 0;
    let most = 0;
    const asking = async ({ ask, rest }: JobControl<'export'>): Promise<Result<null>> => {
      for (let at = 0; at < 3; at += 1) {
        await ask(async () => {
          underWay += 1;
          most = Math.max(most, underWay);
          await rest(100);
          underWay -= 1;
          return succeed(null);
        });
      }
      return succeed(null);
    };
    start(asking);
    start(asking);
    await pass(1_000);
    expect(most).toBe(1);
  });

  it('wait longer after each failure of the service, then pause the job with the failure and continue when resumed', async () => {
    const { jobs, start, pass, settle, time } = makeJobs();
    const at: number[] = [];
    const { call } = answering(...Array.from({ length: 7 }, () => failed));
    const job = start(async ({ ask }) => {
      await ask((options) => {
        at.push(time());
        return call(options);
      });
      return succeed(null);
    });
    await pass(200_000);
    expect(at).toEqual([0, 1_000, 3_000, 7_000, 15_000, 31_000, 63_000]);
    expect(jobs.find(job.id)?.state).toEqual({ kind: 'paused', error: failed });
    jobs.resume(job.id);
    await settle();
    expect(jobs.find(job.id)?.state).toEqual({ kind: 'done' });
  });

  it('pause at once for failures that waiting does not fix, and return the failures that the work expects', async () => {
    const { jobs, start, settle } = makeJobs();
    const { call, calls } = answering(unauthorized);
    const paused = start(async ({ ask }) => {
      await ask(call);
      return succeed(null);
    });
    await settle();
    expect(jobs.find(paused.id)?.state).toEqual({ kind: 'paused', error: unauthorized });
    expect(calls).toHaveLength(1);

    const expecting = start(async ({ ask }) => {
      const answer = await ask(answering(unauthorized).call, ({ code }) => code === 'unauthorized');
      expect(answer).toEqual(fail(unauthorized));
      return succeed(null);
    });
    await settle();
    expect(jobs.find(expecting.id)?.state).toEqual({ kind: 'done' });
  });

  it('stop waiting when the job is canceled', async () => {
    const { jobs, start, settle } = makeJobs();
    const { call, calls } = answering(limited(60_000));
    const job = start(async ({ ask }) => {
      expect(await ask(call)).toMatchObject({ ok: false, error: { code: 'cancelled' } });
      return succeed(null);
    });
    await settle();
    jobs.cancel(job.id);
    await settle();
    expect(jobs.find(job.id)?.state).toEqual({ kind: 'cancelled' });
    expect(calls).toHaveLength(1);
  });
});

describe('the end of the app, or of a connection', () => {
  it('cancels all jobs and tells them that the app is ending', async () => {
    const { jobs, start } = makeJobs();
    let wasClosing = false;
    const job = start(async ({ proceed, isClosing }) => {
      jobs.pause(job.id);
      await proceed();
      wasClosing = isClosing();
      return succeed(null);
    });
    await jobs.close();
    expect(wasClosing).toBe(true);
    expect(jobs.find(job.id)?.state).toEqual({ kind: 'cancelled' });
  });

  it('removes the jobs of a removed connection', async () => {
    const { jobs, start } = makeJobs();
    const job = start(async ({ proceed }) => {
      jobs.pause(job.id);
      await proceed();
      return succeed(null);
    });
    await jobs.forget(id);
    expect(jobs.list(id)).toEqual([]);
  });
});
