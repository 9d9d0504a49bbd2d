import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { readBacks, type UploadVerification } from '#shared/domain/upload.ts';
import type { UploadRun } from '#shared/domain/writeReceipt.ts';
import type { OutcomeChange } from '../../../workers/uploadRows/uploadRows.ts';
import { continueAppendLog, type AppendLog } from '../storage/appendLog.ts';
import { isNewerLog, NewerFileError } from '../storage/fileFormat.ts';
import { rowsIn, rowsOf, type RowRanges } from './rowRanges.ts';
import { outcomeReasons } from './outcomeReasons.ts';

const rowNumber = z.number().int().min(0);
const rows = z.array(z.tuple([rowNumber, rowNumber]).readonly()).readonly();
const root = z.string().nullable();
const count = z.number().int().min(0);

const line = z.discriminatedUnion('kind', [
  /** A send run starts, the first or a further one: the root before its first batch, if known. */
  z.object({ kind: z.literal('begun'), at: z.number(), rootBefore: root }),
  /** The service already had these values. */
  z.object({ kind: z.literal('same'), rows }),
  /** Rows that are not sent: skipped, duplicates, or not ready when the run started. */
  z.object({ kind: z.literal('left-out'), rows, why: z.string() }),
  /** Written before the batch is sent: from then on it may be stored. */
  z.object({ kind: z.literal('sending'), rows }),
  /**
   * `versions`: one for all, or one for each. `isSettled`: by reading back, because the response was lost.
   */
  z.object({
    kind: z.literal('stored'),
    rows,
    versions: z.union([z.number(), z.array(z.number().nullable()).readonly()]).nullable(),
    root,
    isSettled: z.boolean(),
  }),
  /** None of them is stored, for certain; they wait again. */
  z.object({ kind: z.literal('not-stored'), rows }),
  z.object({ kind: z.literal('refused'), rows, why: z.string() }),
  /** Left as unknown, permanently. */
  z.object({ kind: z.literal('unknown'), rows, why: z.string() }),
  /**
   * The run has ended. `skipped`: rows that were not sent; all other waiting rows were not sent because it
   * was stopped.
   */
  z.object({
    kind: z.literal('ended'),
    at: z.number(),
    isStopped: z.boolean(),
    errorCode: z.string().nullable(),
    skipped: z.array(z.object({ rows, why: z.string() }).readonly()).readonly(),
  }),
  /** After the end: the user sends them again, changed or unchanged. */
  z.object({ kind: z.literal('again'), rows }),
  /** After the end: the user skipped them. */
  z.object({ kind: z.literal('dropped'), rows }),
  /** After the end: unknown rows that were read back once more; the service has them, or not. */
  z.object({ kind: z.literal('settled'), rows }),
  z.object({ kind: z.literal('not-found'), rows }),
  z.object({ kind: z.literal('read-back'), readBack: z.enum(readBacks), rows }),
  z.object({
    kind: z.literal('verified'),
    at: z.number(),
    roots: z.array(z.string()).readonly(),
    unproven: count,
    requests: count,
  }),
  /** The write log has a receipt of the state at that time. */
  z.object({ kind: z.literal('receipt') }),
]);

/**
 * A line written while rows are sent. Rows are named by their numbers, and nothing else about them is
 * revealed.
 */
export type JournalLine = z.output<typeof line>;

export interface UploadJournal {
  /** Resolves when they are on disk. */
  readonly append: (...lines: readonly JournalLine[]) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Continues the text of an append log, or creates it. Injected, so that a test can end it anywhere. */
export type OpenLog = (file: string, wholeBytes: number) => Promise<AppendLog>;

/**
 * Opens the journal in `file`, or creates it. An incomplete last line after a crash is dropped: its content
 * is determined again. null if it is damaged elsewhere.
 *
 * @throws NewerFileError, the file system's error
 */
export async function openUploadJournal(
  file: string,
  openLog: OpenLog = continueAppendLog,
): Promise<{ readonly journal: UploadJournal; readonly lines: readonly JournalLine[] } | null> {
  const bytes = await readOrEmpty(file);
  const wholeBytes = bytes.lastIndexOf('\n') + 1;
  const whole = bytes.toString('utf8', 0, wholeBytes);
  if (isNewerLog(whole, 1)) throw new NewerFileError(file);
  const lines: JournalLine[] = [];
  for (const text of whole.split('\n')) {
    if (text === '') continue;
    const parsed = parseLine(text);
    if (parsed === null) return null;
    lines.push(parsed);
  }
  const log = await openLog(file, wholeBytes);
  return {
    lines,
    journal: {
      append: (...added) => log.append(added.map((one) => `${JSON.stringify(one)}\n`).join('')),
      close: log.close,
    },
  };
}

/** The result of all lines of a journal; with several runs, of the last unless stated otherwise. */
export interface JournalState {
  /** Those before the last. */
  readonly earlier: readonly UploadRun[];
  readonly tally: RunTally;
  /** null if sending did not start. Epoch milliseconds. */
  readonly begunAt: number | null;
  readonly outcomes: readonly OutcomeChange[];
  readonly readBacks: readonly { readonly readBack: (typeof readBacks)[number]; readonly rows: RowRanges }[];
  /** Rows of a batch that was sent and has no further entry; null if there is none. */
  readonly underWay: readonly number[] | null;
  readonly batches: number;
  readonly roots: { readonly before: string | null; readonly after: string | null };
  readonly end: {
    readonly at: number;
    readonly isStopped: boolean;
    readonly errorCode: string | null;
  } | null;
  readonly verification: UploadVerification | null;
  /** Whether the write log has a receipt of the end. */
  readonly hasReceipt: boolean;
}

export function replayJournal(lines: readonly JournalLine[]): JournalState {
  const outcomes: OutcomeChange[] = [];
  const found: { readonly readBack: (typeof readBacks)[number]; readonly rows: RowRanges }[] = [];
  let begunAt: number | null = null;
  let underWay: RowRanges | null = null;
  let batches = 0;
  let rootBefore: string | null = null;
  let rootAfter: string | null = null;
  let end: JournalState['end'] = null;
  let verification: UploadVerification | null = null;
  let hasReceipt = false;
  let tally = emptyTally();
  const earlier: UploadRun[] = [];
  for (const one of lines) {
    tally = tallied(tally, one);
    switch (one.kind) {
      case 'begun':
        if (end !== null) {
          const roots = { before: rootBefore, after: rootAfter };
          earlier.push(runOf({ startedAt: begunAt ?? end.at, roots, tally, end }));
        }
        begunAt = one.at;
        rootBefore = one.rootBefore;
        rootAfter = null;
        batches = 0;
        tally = emptyTally();
        end = null;
        hasReceipt = false;
        break;
      case 'same':
        outcomes.push({ rows: rowsOf(one.rows), outcome: 'same', why: outcomeReasons.same, versions: null });
        break;
      case 'left-out':
        outcomes.push({ rows: rowsOf(one.rows), outcome: 'skipped', why: one.why, versions: null });
        break;
      case 'sending':
        underWay = one.rows;
        break;
      case 'stored': {
        underWay = null;
        batches += 1;
        const stored = rowsOf(one.rows);
        outcomes.push(storedChange(stored, one));
        rootAfter = one.root ?? rootAfter;
        break;
      }
      case 'not-stored':
        underWay = null;
        break;
      case 'refused':
      case 'unknown':
        underWay = null;
        outcomes.push({ rows: rowsOf(one.rows), outcome: one.kind, why: one.why, versions: null });
        break;
      case 'ended':
        if (underWay !== null) outcomes.push(unsettledChange(rowsOf(underWay)));
        underWay = null;
        end = { at: one.at, isStopped: one.isStopped, errorCode: one.errorCode };
        outcomes.push(...skippedChanges(one.skipped));
        break;
      case 'again':
        outcomes.push({ rows: rowsOf(one.rows), outcome: 'waiting', why: null, versions: null });
        break;
      case 'dropped':
        outcomes.push({
          rows: rowsOf(one.rows),
          outcome: 'skipped',
          why: outcomeReasons.dropped,
          versions: null,
        });
        break;
      case 'settled':
        outcomes.push(storedChange(rowsOf(one.rows), { versions: null, isSettled: true }));
        break;
      case 'not-found':
        outcomes.push(notFoundChange(rowsOf(one.rows)));
        break;
      case 'read-back':
        found.push(one);
        break;
      case 'verified':
        verification = { at: one.at, roots: one.roots, unproven: one.unproven, requests: one.requests };
        break;
      case 'receipt':
        hasReceipt = true;
        break;
    }
  }
  return {
    earlier,
    tally,
    begunAt,
    outcomes,
    readBacks: found,
    underWay: underWay === null ? null : rowsOf(underWay),
    batches,
    roots: { before: rootBefore, after: rootAfter },
    end,
    verification,
    hasReceipt,
  };
}

/** How many rows a run has sent, by outcome. */
export type RunTally = Pick<UploadRun, 'stored' | 'refused' | 'unknown'>;

export function emptyTally(): RunTally {
  return { stored: 0, refused: 0, unknown: 0 };
}

/** @param one the next line of the journal */
export function tallied(tally: RunTally, one: JournalLine): RunTally {
  switch (one.kind) {
    case 'stored':
    case 'refused':
    case 'unknown':
      return { ...tally, [one.kind]: tally[one.kind] + rowsIn(one.rows) };
    default:
      return tally;
  }
}

export function runOf(run: {
  readonly startedAt: number;
  readonly roots: JournalState['roots'];
  readonly tally: RunTally;
  readonly end: NonNullable<JournalState['end']>;
}): UploadRun {
  return {
    startedAt: run.startedAt,
    endedAt: run.end.at,
    rootBefore: run.roots.before,
    rootAfter: run.roots.after,
    isStopped: run.end.isStopped,
    ...run.tally,
  };
}

/** The outcome of rows that a run did not send. */
export function skippedChanges(
  skipped: Extract<JournalLine, { readonly kind: 'ended' }>['skipped'],
): readonly OutcomeChange[] {
  return [
    ...skipped.map(({ rows: left, why }) => ({
      rows: rowsOf(left),
      outcome: 'skipped' as const,
      why,
      versions: null,
    })),
    { rows: 'waiting', outcome: 'skipped', why: outcomeReasons.stopped, versions: null },
  ];
}

function unsettledChange(unsettled: readonly number[]): OutcomeChange {
  return { rows: unsettled, outcome: 'unknown', why: outcomeReasons.unsettled, versions: null };
}

/** What a later read-back shows about rows whose value the service does not have. */
export function notFoundChange(absent: readonly number[]): OutcomeChange {
  return { rows: absent, outcome: 'unknown', why: outcomeReasons.notFound, versions: null };
}

/** The outcome of rows that were stored. */
export function storedChange(
  stored: readonly number[],
  { versions, isSettled }: Pick<Extract<JournalLine, { kind: 'stored' }>, 'versions' | 'isSettled'>,
): OutcomeChange {
  return {
    rows: stored,
    outcome: 'stored',
    why: isSettled ? outcomeReasons.settled : null,
    versions: typeof versions === 'number' ? stored.map(() => versions) : versions,
  };
}

async function readOrEmpty(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
}

function parseLine(text: string): JournalLine | null {
  try {
    return line.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
