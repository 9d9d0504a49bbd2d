import type { JobOf } from '../domain/job.ts';
import type { SizeKnowledge } from '../domain/store.ts';
import type {
  ReadBack,
  RowOutcome,
  SendSettings,
  Upload,
  UploadCounts,
  UploadProgress,
  UploadQuestion,
  UploadVerification,
} from '../domain/upload.ts';
import { countOf, listWords, quoteText, applying, counted } from './phrases.ts';
import { countWords, decimalWords, sizeWords } from './sizes.ts';
import { durationWords } from './times.ts';

/**
 * What is atomic about an upload, shown before the first batch is sent.
 *
 * @param isOne whether everything certainly fits in one batch
 */
export function atomicityWords(isOne: boolean): string {
  return isOne
    ? 'Everything fits in one batch, so this upload is all or nothing: the service stores every atom or none. Only if the service refuses the batch as too large is it split into parts, each of which is all or nothing.'
    : 'Each batch is all or nothing, but the upload as a whole is not: if it stops halfway, the rows stored so far stay stored. The API of the service cannot undo batches or store several batches as one.';
}

/** What becomes of rows of which it is not known whether the service has them. @param areAll no row was compared */
export function notComparedWords(
  rows: number,
  areAll: boolean,
  { skipSame, replacesUnseen }: Pick<SendSettings, 'skipSame' | 'replacesUnseen'>,
): string {
  const which = areAll
    ? 'The rows were not compared with the service'
    : `${countOf(rows, 'row was', 'rows were')} not compared with the service`;
  const others = replacesUnseen
    ? 'If the service has another value for a key, it is replaced'
    : 'If the service has another value for a key, its row waits until you decide';
  const same = skipSame ? '' : ' Unchanged atoms get a new version, too.';
  return `${which}. ${others}.${same}`;
}

/** What is known about accepted batch sizes; null if nothing is. */
export function batchFindingWords({
  largestBatchAccepted: accepted,
  smallestBatchRefused: refused,
}: SizeKnowledge): string | null {
  if (accepted === null && refused === null) return null;
  const found = listWords(
    applying([
      accepted !== null && `accepted ${countOf(accepted, 'atom')}`,
      refused !== null && `refused ${countOf(refused, 'atom')}`,
    ]),
  );
  return `So far, this service has ${found} at once. This is an observation, not a guaranteed limit.`;
}

/** The state of sending. */
export type SendStatus =
  | 'asking'
  | 'sending'
  | 'waiting'
  | 'paused'
  /** An error that does not go away by waiting: the user must act. */
  | 'held-up'
  /** An earlier session did not finish; the user must resume it. */
  | 'interrupted'
  | 'verifying'
  | 'ended';

/** @param job the upload's job; null if it no longer has one */
export function sendStatus(
  { phase, question, isInterrupted }: Pick<Upload, 'phase' | 'question' | 'isInterrupted'>,
  job: Pick<JobOf<'upload'>, 'state'> | null,
): SendStatus {
  // Of the rows that are left.
  if (phase.kind === 'ended' || phase.kind === 'replacing') return 'ended';
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
  }
}

/** Whether sending only goes on once the user acts. */
export function needsUser(status: SendStatus): boolean {
  return status === 'asking' || status === 'held-up' || status === 'interrupted' || status === 'paused';
}

export const sendStatusWords: Readonly<Record<SendStatus, string>> = {
  asking: 'Waiting for you',
  sending: 'Sending',
  waiting: 'Waiting',
  paused: 'Paused',
  'held-up': 'Stopped by an error',
  interrupted: 'Interrupted',
  verifying: 'Reading back',
  ended: 'Ended',
};

/** In this order, good outcomes first. */
const outcomesInOrder: readonly RowOutcome[] = [
  'stored',
  'same',
  'held',
  'refused',
  'unknown',
  'skipped',
  'waiting',
];

const outcomeInSentence: Readonly<Record<RowOutcome, string>> = {
  waiting: 'waiting',
  stored: 'stored',
  same: 'unchanged',
  skipped: 'not sent',
  refused: 'refused',
  unknown: 'unknown',
  held: 'on hold',
};

/** The outcomes of the rows: `9,990 stored, 3 refused, and 7 unknown`. */
export function outcomesWords(outcomes: UploadCounts['outcomes']): string {
  const said = counted(outcomesInOrder.map((outcome) => [outcomes[outcome], outcomeInSentence[outcome]]));
  return said.length === 0 ? 'No rows' : listWords(said);
}

/** How many rows were read back, and how many were not. */
export interface ReadBackTally {
  readonly read: number;
  /** Rows that should be stored but were not read back. */
  readonly left: number;
}

/** What the list of writes keeps of the rows of an upload when it is closed. @param logged rows that it has */
export function loggedRowsSentence({ outcomes }: Pick<UploadCounts, 'outcomes'>, logged: number): string {
  const all = outcomes.stored + outcomes.same;
  if (logged === 0) return 'The log keeps only the counts.';
  const which =
    logged >= all ? 'each row that was read back' : `${countWords(logged)} of ${countOf(all, 'row')}`;
  return `The log keeps the key, hash, version, and proof of ${which}.`;
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
  other: 'with a different value',
  missing: 'not there',
  refused: 'could not be read',
};

/** `Read back: 9,988 verified and 2 with a different value`; null if nothing was read back. */
export function readBacksWords(counts: UploadCounts): string | null {
  const { read, left } = readBackTally(counts);
  if (read === 0) return null;
  const found = Object.entries(readBackInSentence) as [keyof typeof readBackInSentence, string][];
  const said = counted([
    ...found.map(([readBack, words]) => [counts.readBacks[readBack], words] as const),
    [left, 'not read'],
  ]);
  return `Read back: ${listWords(said)}.`;
}

/**
 * The headline of an upload that has ended. What reading back shows against it is part of it: a row that the service said to
 * have stored, and answers otherwise, is no success.
 */
export function resultWords({
  outcomes,
  readBacks,
  marks,
}: Pick<UploadCounts, 'outcomes' | 'readBacks' | 'marks'>): {
  readonly isBad: boolean;
  readonly title: string;
} {
  const { other, missing, red } = readBacks;
  const against = counted([
    [marks['other-write'], 'had another write in between'],
    [marks['stored-twice'], 'may have been stored twice'],
    [other, 'came back with a different value'],
    [missing, missing === 1 ? 'was not found' : 'were not found'],
    [red, 'failed verification'],
  ]);
  const title = outcomesWords(outcomes);
  return against.length === 0
    ? { isBad: false, title }
    : { isBad: true, title: `${title}, but ${listWords(against)}` };
}

/** Whether all atoms that were read back were in one tree. */
export function snapshotWords({ roots, requests, unproven }: UploadVerification): string {
  const answers = countOf(requests, 'response');
  switch (roots.length) {
    case 0:
      return 'No response contained a valid proof, so it is unknown which snapshot was read.';
    case 1:
      if (unproven > 0) {
        return `One root in ${answers}, but ${countOf(unproven, 'atom')} came without a valid proof, so it is not certain that all atoms are from one snapshot.`;
      }
      return requests === 1
        ? 'All under one root in one response: this is a single snapshot of the memory.'
        : `All under one root in ${answers}: this is a single snapshot of the memory.`;
    default:
      return `${countWords(roots.length)} roots in ${answers}: the memory changed while the atoms were read, so this is not a single snapshot.`;
  }
}

/** The time left at this rate, rounded so that it does not flicker; null if unknown. */
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
  return `${perSecond < 9.95 ? decimalWords(perSecond.toFixed(1)) : countWords(Math.round(perSecond))} rows/s`;
}

/** What an interrupted upload has done, and what resuming does first. */
export function interruptedWords({ outcomes }: Pick<UploadCounts, 'outcomes'>): string {
  const left = outcomes.waiting;
  return `The app closed before the upload finished: ${outcomesWords({ ...outcomes, waiting: 0 })}, ${countOf(left, 'row')} left. Resuming first reads back any batch whose response was lost. No row is knowingly sent twice.`;
}

/**
 * What is left of a finished upload; null if nothing is.
 *
 * @param ready rows that would be sent next time
 */
export function leftRowsWords({ outcomes }: Pick<UploadCounts, 'outcomes'>, ready: number): string | null {
  const { refused, unknown, held } = outcomes;
  const said = applying([
    ready > 0 && `${countOf(ready, 'row is', 'rows are')} ready to send.`,
    refused > 0 &&
      `${countOf(refused, 'row was', 'rows were')} refused: fix ${refused === 1 ? 'it' : 'them'} below to send ${refused === 1 ? 'it' : 'them'} again, or skip ${refused === 1 ? 'it' : 'them'}.`,
    held > 0 &&
      `${countOf(held, 'row is', 'rows are')} on hold, because the service has another value than you have seen. Look at ${held === 1 ? 'it' : 'them'} below; to replace ${held === 1 ? 'that value, queue the row' : 'those values, queue the rows'} and send ${held === 1 ? 'it' : 'them'}.`,
    unknown > 0 &&
      `${countOf(unknown, 'row is', 'rows are')} unknown and will be sent again only if you choose to. Reading back may settle ${unknown === 1 ? 'it' : 'them'}.`,
  ]);
  return said.length === 0 ? null : said.join(' ');
}

/** What happens to the rows if the user stops. */
export function stopWords({ outcomes }: Pick<UploadCounts, 'outcomes'>): string {
  const stored = outcomes.stored;
  const kept =
    stored === 0
      ? 'Nothing has been stored so far'
      : `${countOf(stored, 'atom has been stored and stays', 'atoms have been stored and stay')} stored`;
  return `${kept}. The current batch finishes first; rows that have not been sent by then are skipped. You can send the skipped rows later from the result, but stored atoms cannot be undone.`;
}

/**
 * The question to the user, and what each choice does.
 *
 * @param placeName the word for a place in the file: `Line`
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
            ? 'The row was sent by itself and was not stored.'
            : `Its whole batch of ${countOf(batchRows, 'row')} was refused, so none of them were stored. The other rows are sent again once you decide about this one.`,
      };
    case 'refused-batch':
      return {
        title: `The service refused a batch of ${countOf(batchRows, 'row')}`,
        what: 'The service did not say which row caused this, and none of them were stored. Searching splits the batch in half again and again until the row is found. Each part that the service accepts is stored, so the batch is no longer all or nothing.',
      };
    case 'unsettled-batch':
      return {
        title: `The outcome of a batch of ${countOf(batchRows, 'row')} is unknown`,
        what: `The batch was sent, but the response was lost. Reading back: ${foundWords(question.found)}. Sending the batch again may store it a second time, as a new version of each atom.`,
      };
  }
}

function foundWords({
  same,
  contradicted,
  other,
  missing,
}: Extract<UploadQuestion, { readonly kind: 'unsettled-batch' }>['found']): string {
  const said = counted([
    [same, same === 1 ? 'has the value that was sent' : 'have the value that was sent'],
    [
      contradicted,
      contradicted === 1
        ? 'has the value that was sent, but its proof fails'
        : 'have the value that was sent, but their proofs fail',
    ],
    [other, other === 1 ? 'has a different value' : 'have a different value'],
    [missing, missing === 1 ? 'was not found' : 'were not found'],
  ]);
  return said.length === 0 ? 'no information' : listWords(said);
}

const stepWords: Readonly<Record<UploadProgress['step'], string>> = {
  stage: 'Reading',
  compare: 'Comparing',
  replace: 'Replacing text in',
  send: 'Sending',
  verify: 'Reading back',
};

/**
 * The status of an upload on other screens; null while it is only being prepared.
 *
 * @param job the upload's job; null if it no longer has one
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
  if (status === 'sending' || status === 'verifying') {
    const { step, done, total } = job?.progress ?? { step: 'send', done: 0, total: null };
    const far = total === null ? '' : `: ${countWords(done)} of ${countOf(total, 'row')}`;
    return { words: `${stepWords[step]} ${name}${far}`, needsUser: false };
  }
  // The upload stays until the user closes it, but is shown here only while its end is news.
  if (status === 'ended' && job === null) return null;
  const outcomes = upload.counts === null ? '' : `: ${resultWords(upload.counts).title}`;
  return {
    words: `The upload of ${name} ${stripWords[status]}${outcomes}`,
    needsUser: needsUser(status),
  };
}

const stripWords: Readonly<Record<Exclude<SendStatus, 'sending' | 'verifying'>, string>> = {
  waiting: 'is waiting and will continue by itself',
  asking: 'is waiting for you',
  paused: 'is paused',
  'held-up': 'was stopped by an error',
  interrupted: 'was interrupted',
  ended: 'has ended',
};
