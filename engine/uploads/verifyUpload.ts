import { succeed, type Result } from '#shared/domain/result.ts';
import { readBacks } from '#shared/domain/upload.ts';
import { toRanges } from './rows/rowRanges.ts';
import { sameOrEach, type SendEvent } from './rows/sendEvents.ts';
import { isCredible } from '../writing/attempt.ts';
import { createActiveRate } from '../jobs/activeRate.ts';
import { readBackRows, type FoundRow } from './readBackRows.ts';
import type { UploadSession } from './uploadSession.ts';
import type { UploadControl, UploadWork } from './uploadWork.ts';
import { verifyRows, type ReadBackRow } from './verifyRows.ts';

/** Unknown rows to read back at once. */
const unknownAtOnce = { mostRows: 2_000, mostBytes: 8 * 1024 * 1024 };

/**
 * Starts the job that reads back what was stored. `settles`: rows whose outcome is unknown are read back first.
 */
export async function verifyUpload(
  work: UploadWork,
  held: UploadSession,
  settles: boolean,
  now: () => number,
): Promise<void> {
  const { rows } = held;
  const { outcomes } = await rows.counts();
  const beginning = { total: outcomes.stored + outcomes.same, done: 0, batches: 0 };
  work.start(held, 'verify', beginning, false, async (control, report) => {
    const note = work.noting(held, control);
    const rate = createActiveRate(now);
    let done = 0;
    try {
      if (settles) {
        const settled = await settleUnknown(work, held, control);
        if (!settled.ok) return settled;
        const { outcomes: after } = await rows.counts();
        report({ total: after.stored + after.same });
      }
      rate.setActive(true);
      const verified = await verifyRows({
        rows,
        ask: work.asking(held, control, work.sentTo(held)),
        proceed: control.proceed,
        log: work.readBackLog(held),
        take: async (found) => {
          await note(...readBackEvents(found));
          done += found.length;
          rate.add(found.length);
          report({ done, perSecond: rate.perSecond() });
        },
        now,
      });
      if (!verified.ok) return verified;
      if (verified.value !== null) await note({ kind: 'verified', ...verified.value });
      return succeed(null);
    } finally {
      held.step = null;
      if (!held.gone.signal.aborted) await work.addReceipt(held);
    }
  });
}

/** Reads back unknown rows: those that the service has are stored, and the rest stays unknown. */
async function settleUnknown(
  work: UploadWork,
  held: UploadSession,
  control: UploadControl,
): Promise<Result<null>> {
  const note = work.noting(held, control);
  for (let from: number | null = 0; from !== null;) {
    if (!(await control.proceed())) return succeed(null);
    const taken = await held.rows.take({ ...unknownAtOnce, from, outcomes: ['unknown'], skipSame: false });
    const read = await readBackRows({
      rows: taken.rows,
      ask: work.asking(held, control, work.sentTo(held)),
      take: async (found) => {
        const isThere = ({ atom, value }: FoundRow): boolean =>
          atom !== null && atom !== 'refused' && atom.value === value;
        const isProven = ({ atom }: FoundRow): boolean =>
          atom !== null && atom !== 'refused' && isCredible(atom);
        const there = found.filter((one) => isThere(one) && isProven(one));
        const contradicted = found.filter((one) => isThere(one) && !isProven(one));
        const absent = found.filter((one) => one.atom !== 'refused' && !isThere(one));
        if (there.length > 0) await note({ kind: 'settled', rows: rangesOf(there) });
        if (contradicted.length > 0)
          await note({ kind: 'not-found', rows: rangesOf(contradicted), isContradicted: true });
        if (absent.length > 0) await note({ kind: 'not-found', rows: rangesOf(absent) });
      },
    });
    if (!read.ok) return read;
    from = taken.next;
  }
  return succeed(null);
}

function rangesOf(found: readonly { readonly row: number }[]) {
  return toRanges(found.map(({ row }) => row));
}

function readBackEvents(found: readonly ReadBackRow[]): readonly SendEvent[] {
  return readBacks.flatMap((readBack): readonly SendEvent[] => {
    const alike = found.filter((one) => one.readBack === readBack);
    if (alike.length === 0) return [];
    const versions = sameOrEach(alike.map(({ version }) => version));
    return [{ kind: 'read-back', readBack, rows: rangesOf(alike), ...(versions !== null && { versions }) }];
  });
}
