import { succeed, type Result } from '#shared/domain/result.ts';
import type { RowMapping } from '#shared/domain/rowMapping.ts';
import type { ReplacedRows, RowReplacement } from '#shared/domain/uploadReplace.ts';
import { createActiveRate } from '../jobs/activeRate.ts';
import { addressOf } from './sameService.ts';
import { startReplacing } from './replaceInUpload.ts';
import { sealedMapping } from './sealedMapping.ts';
import { sendUpload } from './sendUpload.ts';
import { saveRecord, type UploadSession } from './uploadSession.ts';
import { createUploadWork, type UploadJobsEffects } from './uploadWork.ts';
import { verifyUpload } from './verifyUpload.ts';
import type { UploadRows } from './rows/uploadRows.ts';
import { readBackRows, type RequestKeys } from './readBackRows.ts';
import { provenRootOf } from './rootOf.ts';

/** The long parts of an upload, each its own job. */
export interface UploadJobs {
  readonly stage: (held: UploadSession, mapping: RowMapping) => Promise<void>;
  readonly compare: (held: UploadSession) => Promise<void>;
  /** Resolves when it has ended. */
  readonly replace: (held: UploadSession, replacement: RowReplacement) => Promise<Result<ReplacedRows>>;
  /** Continues a job that an earlier session left unfinished. It starts paused. */
  readonly send: (held: UploadSession) => Promise<void>;
  /** Rows whose outcome is unknown are read back first. */
  readonly verify: (held: UploadSession) => Promise<void>;
  /** Adds an upload that has ended to the list of writes. */
  readonly log: (held: UploadSession) => Promise<void>;
}

export function createUploadJobs(effects: UploadJobsEffects): UploadJobs {
  const { connections, now } = effects;
  const work = createUploadWork(effects);
  return {
    stage: async (held, mapping) => {
      await saveRecord(held, { mapping: sealedMapping(held.cipher, mapping) });
      held.mapping = mapping;
      const sizes = await effects.sizes.of(held.record.connectionId);
      const beginning = { total: held.record.file.bytes, done: 0, batches: 0 };
      work.start(held, 'stage', beginning, false, async (control, report) => {
        const rate = createActiveRate(now);
        rate.setActive(true);
        let before = 0;
        // The rows do not know it after a restart, so it is part of the record.
        await held.rows.setDuplicateRule(held.record.duplicateRule);
        const staged = await held.rows.stage(
          { mapping, sizes },
          (bytesDone) => {
            rate.add(bytesDone - before);
            before = bytesDone;
            report({ done: bytesDone, perSecond: rate.perSecond() });
          },
          control.signal,
        );
        if (staged.ok) await saveRecord(held, { stage: 'checking' });
        else {
          const refusal = staged.refusal === 'stopped' ? null : staged.refusal;
          held.reading = { sample: held.reading?.sample ?? null, refusal };
        }
        return succeed(null);
      });
    },
    compare: async (held) => {
      const { statuses, comparisons } = await held.rows.counts();
      const address = addressOf(connections, held.record.connectionId);
      const hasOthers = comparisons['not-compared'] < statuses.ready && held.record.comparedWith !== address;
      // Until all rows are compared again, some comparisons are with another service.
      await saveRecord(held, { comparedWith: hasOthers ? null : address });
      const beginning = { total: statuses.ready, done: 0, batches: 0 };
      work.start(held, 'compare', beginning, false, async (control, report) => {
        const rate = createActiveRate(now);
        rate.setActive(true);
        let done = 0;
        let batches = 0;
        const compared = await compareRows({
          rows: held.rows,
          ask: work.asking(held, control, address),
          proceed: control.proceed,
          report: (rows, root) => {
            done += rows;
            batches += 1;
            rate.add(rows);
            held.comparedRoot = root ?? held.comparedRoot;
            report({ done, batches, perSecond: rate.perSecond() });
          },
        });
        if (compared.ok && !control.signal.aborted) await saveRecord(held, { comparedWith: address });
        return compared;
      });
    },
    replace: (held, replacement) => startReplacing(work, held, replacement),
    send: (held) => sendUpload(effects, work, held),
    verify: (held) => verifyUpload(work, held, true, now),
    log: (held) => work.addReceipt(held),
  };
}

/** Rows to read at once: few enough to hold in memory, many enough for several requests. */
const atOnce = { mostRows: 2_000, mostBytes: 8 * 1024 * 1024 };

/** Requests the service's values for all ready rows, and passes them to the rows for comparison. */
async function compareRows(options: {
  readonly rows: Pick<UploadRows, 'take' | 'setCompared'>;
  readonly ask: RequestKeys;
  readonly proceed: () => Promise<boolean>;
  /** Number of further rows compared. `root`: the last root with a proof; null if there was none. */
  readonly report: (rows: number, root: string | null) => void;
}): Promise<Result<null>> {
  for (let from: number | null = 0; from !== null;) {
    if (!(await options.proceed())) return succeed(null);
    const taken = await options.rows.take({ ...atOnce, from, outcomes: ['waiting'], skipSame: false });
    const read = await readBackRows({
      rows: taken.rows,
      ask: options.ask,
      take: async (found) => {
        await options.rows.setCompared(
          found.map(({ row, atom }) => ({
            row,
            stored: atom === null || atom === 'refused' ? atom : { version: atom.version, value: atom.value },
          })),
        );
        const roots = found.map(({ atom }) => provenRootOf(atom)).filter((root) => root !== null);
        options.report(found.length, roots.at(-1) ?? null);
      },
    });
    if (!read.ok) return read;
    from = taken.next;
  }
  return succeed(null);
}
