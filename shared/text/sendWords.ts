import type { JobOf } from '../domain/job.ts';
import { assertNever } from '../domain/result.ts';
import type { SizeKnowledge } from '../domain/store.ts';
import type {
  ReadBack,
  RowOutcome,
  Upload,
  UploadCounts,
  UploadProgress,
  UploadQuestion,
  UploadVerification,
} from '../domain/upload.ts';
import { countOf, listWords, quoteText } from './phrases.ts';
import { countWords, sizeWords } from './sizes.ts';
import { durationWords } from './times.ts';

/**
 * What the batches of an upload are and are not, before the first is sent.
 *
 * @param isOne whether it is sure that everything fits into one batch
 */
export function atomicityWords(isOne: boolean): string {
  return isOne
    ? 'Everything fits into one batch, so this upload is all or nothing: the service stores every atom of it or none. Only where it refuses the batch as too large is it sent in parts, each of them all or nothing.'
    : 'Each batch is all or nothing. The whole upload is not: if it stops half-way, what was stored stays stored. The interface of the service has no way to take several batches back, or to store them as one.';
}

/** What becomes of rows of which it is not known whether the service has them. @param areAll no row was compared */
export function notComparedWords(rows: number, areAll: boolean): string {
  const which = areAll
    ? 'The rows were not compared with the service'
    : `${countOf(rows, 'row was', 'rows were')} not compared with the service`;
  return `${which}: an atom that it has under ${rows === 1 ? 'that key' : 'one of their keys'} gets a further version, even if its value is the same.`;
}

/** What is known of the sizes of batches; null where nothing is. */
export function batchFindingWords({
  largestBatchAccepted: accepted,
  smallestBatchRefused: refused,
}: SizeKnowledge): string | null {
  if (accepted === null && refused === null) return null;
  const found = listWords([
    ...(accepted === null ? [] : [`accepted ${countOf(accepted, 'atom')}`]),
    ...(refused === null ? [] : [`refused ${countOf(refused, 'atom')}`]),
  ]);
  return `So far this service has ${found} at once. A finding, not a promise.`;
}

/** How sending stands. */
export type SendStatus =
  | 'asking'
  | 'sending'
  | 'waiting'
  | 'paused'
  /** An error that waiting does not cure: the user is to see to it. */
  | 'held-up'
  /** An earlier session did not come to its end; it waits for the user to go on. */
  | 'interrupted'
  | 'verifying'
  | 'ended';

/** @param job of the upload; null where it has none any more */
export function sendStatus(
  { phase, question, isInterrupted }: Pick<Upload, 'phase' | 'question' | 'isInterrupted'>,
  job: Pick<JobOf<'upload'>, 'state'> | null,
): SendStatus {
  if (phase.kind === 'ended') return 'ended';
  if (question !== null) return 'asking';
  if (job === null) return 'interrupted';
  const { state } = job;
  switch (state.kind) {
    case 'running':
      return phase.kind === 'verifying' ? 'verifying' : 'sending';
    case 'waiting':
      return 'waiting';
    case 'paused':
      if (state.error !== null) return 'held-up';
      return isInterrupted ? 'interrupted' : 'paused';
    case 'failed':
      return 'held-up';
    case 'done':
    case 'cancelled':
      return 'interrupted';
    default:
      return assertNever(state);
  }
}

export const sendStatusWords: Readonly<Record<SendStatus, string>> = {
  asking: 'Waits for your answer',
  sending: 'Sending',
  waiting: 'Waiting',
  paused: 'Paused',
  'held-up': 'Held up',
  interrupted: 'Interrupted',
  verifying: 'Reading back',
  ended: 'Ended',
};

/** In this order, what is good first. */
const outcomesInOrder: readonly RowOutcome[] = ['stored', 'same', 'refused', 'unknown', 'skipped', 'waiting'];

const outcomeInSentence: Readonly<Record<RowOutcome, string>> = {
  waiting: 'waiting',
  stored: 'stored',
  same: 'the same already',
  skipped: 'not sent',
  refused: 'refused',
  unknown: 'unknown',
};

/** What became of the rows, and no more than that: `9,990 stored, 3 refused and 7 unknown`. */
export function outcomesWords(outcomes: UploadCounts['outcomes']): string {
  const said = outcomesInOrder
    .filter((outcome) => outcomes[outcome] > 0)
    .map((outcome) => `${countWords(outcomes[outcome])} ${outcomeInSentence[outcome]}`);
  return said.length === 0 ? 'No rows' : listWords(said);
}

/** What reading back has shown of the rows that were read, and how many were not. */
export interface ReadBackTally {
  readonly read: number;
  /** Rows that should be stored, and were not read back. */
  readonly left: number;
}

export function readBackTally({ outcomes, readBacks }: UploadCounts): ReadBackTally {
  const read =
    readBacks.green +
    readBacks.keyOnly +
    readBacks.amber +
    readBacks.red +
    readBacks.other +
    readBacks.missing +
    readBacks.refused;
  return { read, left: Math.max(0, outcomes.stored + outcomes.same - read) };
}

const readBackInSentence: Readonly<Record<Exclude<ReadBack, 'not-read'>, string>> = {
  green: 'verified',
  keyOnly: 'with only the key proven',
  amber: 'could not be checked',
  red: 'failed',
  other: 'with another value now',
  missing: 'not there',
  refused: 'not answered',
};

/** `Read back: 9,988 verified and 2 with another value now`; null where nothing was read back. */
export function readBacksWords(counts: UploadCounts): string | null {
  const { read, left } = readBackTally(counts);
  if (read === 0) return null;
  const said = (Object.keys(readBackInSentence) as (keyof typeof readBackInSentence)[])
    .filter((readBack) => counts.readBacks[readBack] > 0)
    .map((readBack) => `${countWords(counts.readBacks[readBack])} ${readBackInSentence[readBack]}`);
  return `Read back: ${listWords([...said, ...(left > 0 ? [`${countWords(left)} not read`] : [])])}.`;
}

/**
 * The headline of an upload that has ended. What reading back shows against it is part of it: a row that the service said to
 * have stored, and answers otherwise, is no success.
 */
export function resultWords({ outcomes, readBacks }: Pick<UploadCounts, 'outcomes' | 'readBacks'>): {
  readonly isBad: boolean;
  readonly title: string;
} {
  const { other, missing, red } = readBacks;
  const against = [
    ...(other > 0 ? [`${countWords(other)} came back with another value`] : []),
    ...(missing > 0 ? [`${countWords(missing)} ${missing === 1 ? 'is' : 'are'} not there`] : []),
    ...(red > 0 ? [`${countWords(red)} failed verification`] : []),
  ];
  const title = outcomesWords(outcomes);
  return against.length === 0
    ? { isBad: false, title }
    : { isBad: true, title: `${title}, but ${listWords(against)}` };
}

/** Whether the atoms that were read back were all in one tree. */
export function snapshotWords({ roots, requests, unproven }: UploadVerification): string {
  const answers = countOf(requests, 'answer');
  switch (roots.length) {
    case 0:
      return 'No answer came with a proof that holds, so nothing says which snapshot was read.';
    case 1:
      if (unproven > 0) {
        return `One root, over ${answers}; but ${countOf(unproven, 'atom')} came without a proof that holds, so nothing says that all are of one snapshot.`;
      }
      return requests === 1
        ? 'All under one root, in one answer: this is a single snapshot of the memory.'
        : `All under one root, over ${answers}: this is a single snapshot of the memory.`;
    default:
      return `Under ${countWords(roots.length)} roots, over ${answers}: the memory was written to while they were read, so this is no single snapshot.`;
  }
}

/** How much longer it takes at this rate, coarse enough to be steady; null where that cannot be told. */
export function timeLeftWords(left: number, perSecond: number | null): string | null {
  if (perSecond === null || perSecond <= 0) return null;
  const seconds = left / perSecond;
  if (seconds < 5) return 'a few seconds left';
  if (seconds < 55) return `about ${Math.round(seconds / 5) * 5} s left`;
  if (seconds < 55 * 60) return `about ${Math.round(seconds / 60)} min left`;
  const halfHours = Math.round(seconds / 1_800);
  return `about ${halfHours / 2} h left`;
}

/** `12 s`, `3 min 5 s`, `2 h 10 min`. Takes milliseconds. */
export function elapsedWords(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1_000));
  if (seconds < 3_600) return seconds === 0 ? '0 s' : durationWords(seconds * 1_000);
  return `${Math.floor(seconds / 3_600)} h ${Math.floor((seconds % 3_600) / 60)} min`;
}

/** Rows a second: `840 rows/s`, `2.5 rows/s`. */
export function rateWords(perSecond: number): string {
  return `${perSecond < 9.95 ? perSecond.toFixed(1) : countWords(Math.round(perSecond))} rows/s`;
}

/** What an interrupted upload has done, and what going on will do first. */
export function interruptedWords({ outcomes }: Pick<UploadCounts, 'outcomes'>): string {
  const left = outcomes.waiting;
  return `The app ended before the upload did: ${outcomesWords({ ...outcomes, waiting: 0 })}, ${countOf(left, 'row')} left. Resuming first settles a batch whose answer was lost, by reading it back; nothing is sent twice knowingly.`;
}

/**
 * What is left of an upload that has ended; null where nothing is.
 *
 * @param ready rows that another run of sending would send
 */
export function leftRowsWords({ outcomes }: Pick<UploadCounts, 'outcomes'>, ready: number): string | null {
  const { refused, unknown } = outcomes;
  const said = [
    ...(ready > 0 ? [`${countOf(ready, 'row waits', 'rows wait')} to be sent.`] : []),
    ...(refused > 0
      ? [
          `${countOf(refused, 'row was', 'rows were')} refused: fix ${refused === 1 ? 'it' : 'them'} below to send ${refused === 1 ? 'it' : 'them'} again, or drop ${refused === 1 ? 'it' : 'them'}.`,
        ]
      : []),
    ...(unknown > 0
      ? [
          `${countOf(unknown, 'row is', 'rows are')} unknown, and ${unknown === 1 ? 'is' : 'are'} sent again only if you say so: reading back may settle ${unknown === 1 ? 'it' : 'them'}.`,
        ]
      : []),
  ];
  return said.length === 0 ? null : said.join(' ');
}

/** What becomes of the rows where the user stops. */
export function stopWords({ outcomes }: Pick<UploadCounts, 'outcomes'>): string {
  const stored = outcomes.stored;
  const kept =
    stored === 0
      ? 'Nothing is stored so far'
      : `${countOf(stored, 'atom is', 'atoms are')} stored and stay stored`;
  return `${kept}. The batch under way is finished first; what was not sent by then is skipped. What is stored cannot be taken back; the rows that were skipped can be sent from the result.`;
}

/**
 * What the user is asked, and what each way on does.
 *
 * @param placeName what a place in the file is called: `Line`
 */
export function questionWords(
  question: UploadQuestion,
  placeName: string,
): { readonly title: string; readonly what: string } {
  const { batchRows } = question;
  switch (question.kind) {
    case 'refused-row':
      return {
        title: `The service refused a row: ${placeName.toLowerCase()} ${countWords(question.row.place)} of the file`,
        what:
          batchRows === 1
            ? 'It was sent by itself, and is not stored.'
            : `With it, its whole batch of ${countOf(batchRows, 'row')} was refused: none of them is stored. The others are sent again once this is decided.`,
      };
    case 'refused-batch':
      return {
        title: `The service refused a batch of ${countOf(batchRows, 'row')}`,
        what: 'It does not say because of which row, and none of them is stored. Searching sends halves of the batch, and halves of those, until the row is found. Each part that is accepted is stored by itself: the batch is then no longer all or nothing.',
      };
    case 'unsettled-batch':
      return {
        title: `What became of a batch of ${countOf(batchRows, 'row')} is not known`,
        what: `It was sent, and the answer was lost. Reading back, ${foundWords(question.found)}. Sending it again may store it a second time, as a further version of each atom.`,
      };
    default:
      return assertNever(question);
  }
}

function foundWords({
  same,
  other,
  missing,
}: Extract<UploadQuestion, { readonly kind: 'unsettled-batch' }>['found']): string {
  const parts = [
    [same, 'has the value that was sent', 'have the value that was sent'],
    [other, 'has another value', 'have another value'],
    [missing, 'is not there', 'are not there'],
  ] as const;
  const said = parts
    .filter(([count]) => count > 0)
    .map(([count, one, many]) => `${countWords(count)} ${count === 1 ? one : many}`);
  return said.length === 0 ? 'nothing could be found out' : listWords(said);
}

const stepWords: Readonly<Record<UploadProgress['step'], string>> = {
  stage: 'Reading the rows of',
  compare: 'Comparing',
  send: 'Sending',
  verify: 'Reading back',
};

/**
 * What is said of an upload on other screens; null where it is just being prepared, and nothing goes on.
 *
 * @param job that of the upload; null where it has none any more
 */
export function uploadStripWords(
  upload: Pick<Upload, 'phase' | 'question' | 'isInterrupted' | 'settings' | 'counts' | 'file'>,
  job: JobOf<'upload'> | null,
): { readonly words: string; readonly needsUser: boolean } | null {
  const name = quoteText(upload.file.name);
  if (upload.settings === null) {
    if (job === null || job.endedAt !== null) return null;
    const { step, done, total } = job.progress;
    const far =
      total === null
        ? ''
        : step === 'stage'
          ? `: ${sizeWords(done)} of ${sizeWords(total)}`
          : `: ${countWords(done)} of ${countOf(total, 'row')}`;
    return { words: `${stepWords[step]} ${name}${far}`, needsUser: false };
  }
  const status = sendStatus(upload, job);
  const outcomes = upload.counts === null ? '' : `: ${resultWords(upload.counts).title}`;
  switch (status) {
    case 'ended':
      // It stays until the user is done with it, but is told of here only while its end is news.
      return job === null ? null : { words: `The upload of ${name} has ended${outcomes}`, needsUser: false };
    case 'sending':
    case 'verifying': {
      const { step, done, total } = job?.progress ?? { step: 'send', done: 0, total: null };
      const far = total === null ? '' : `: ${countWords(done)} of ${countOf(total, 'row')}`;
      return { words: `${stepWords[step]} ${name}${far}`, needsUser: false };
    }
    case 'waiting':
      return { words: `The upload of ${name} waits, and goes on by itself${outcomes}`, needsUser: false };
    case 'asking':
      return { words: `The upload of ${name} waits for your answer${outcomes}`, needsUser: true };
    case 'paused':
      return { words: `The upload of ${name} is paused${outcomes}`, needsUser: true };
    case 'held-up':
      return { words: `The upload of ${name} is held up${outcomes}`, needsUser: true };
    case 'interrupted':
      return { words: `The upload of ${name} was interrupted${outcomes}`, needsUser: true };
    default:
      return assertNever(status);
  }
}
