import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { AppError } from '#shared/domain/appError.ts';
import type { Upload, UploadAnswer, UploadCounts, UploadQuestion } from '#shared/domain/upload.ts';
import { countOf } from '#shared/text/phrases.ts';
import { questionWords } from '#shared/text/sendWords.ts';
import { sourceRefusalWords } from '#shared/text/sourceRefusalWords.ts';
import { changeProblemWords } from '#shared/text/columnWords.ts';
import { placeNameOf, templateProblemWords } from '#shared/text/uploadWords.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { applyMapping, type AppliedMapping } from '#shared/upload/applyMapping.ts';
import { suggestedBatch } from '#shared/upload/suggestedBatch.ts';
import { UnusableInput, exitCodes, type CommandIo } from '../command.ts';
import { refuseDevice } from '../readInput.ts';
import { confirmationFor } from '../session/confirmation.ts';
import type { Session, SessionWorld } from '../session/openSession.ts';
import { errorText, orUnusable } from '../session/orUnusable.ts';
import { composeUploads } from './composeUploads.ts';
import type { UploadAtWork, UploadChoice } from './uploadChoice.ts';
import { confirmSame, worse } from './confirmSame.ts';
import { blockedText, planText, reportUpload } from './uploadReport.ts';

/** Bytes that are handed to the thread of the rows at once. */
const pieceBytes = 4 * 1024 * 1024;

/** Uploads a file. @returns the exit code @throws UsageError, UnusableInput */
export async function startUpload(
  session: Session,
  file: string,
  choice: UploadChoice,
  world: SessionWorld,
): Promise<number> {
  const confirmation = choice.isDryRun ? undefined : confirmationFor(session.profile(), choice.confirm);
  return working(session, choice, world, async (work, { sizes }) => {
    const { uploads } = work;
    await refuseUnfinished(work);
    const { id } = await takeIn(work, file, world);
    let isKept = false;
    try {
      const ready = await prepare(work, id);
      if (ready === null) return exitCodes.unclear;
      const counts = ready.counts ?? unexpected();
      if (choice.isDryRun || counts.statuses.blocked > 0) {
        world.print(choice.asJson ? planText(ready, 'json') : planText(ready, 'text'));
        if (counts.statuses.blocked > 0) world.complain(blockedText(counts, choice.isDryRun));
        const code = counts.statuses.blocked > 0 ? exitCodes.unusable : codeOfLeftOut(counts, world);
        return await saveOutcome(work, id, code);
      }
      const { same } = counts.comparisons;
      if (counts.statuses.ready - (choice.skipsSame ? same : 0) === 0) {
        world.print(
          choice.asJson ? planText(ready, 'json') : `Nothing to send: ${countOf(same, 'row')} already there.`,
        );
        const code = worse(codeOfLeftOut(counts, world), await confirmSame(work, ready));
        return await saveOutcome(work, id, code);
      }
      const settings = {
        batchAtoms: choice.batchAtoms ?? suggestedBatch(await sizes.of(session.id)),
        skipSame: choice.skipsSame,
        replacesUnseen: false,
        onRefusal: choice.onRefusal === 'skip' ? ('drop' as const) : ('ask' as const),
        verify: true,
      };
      orUnusable(await uploads.send(id, settings, confirmation));
      isKept = true;
      return await finish(work, id);
    } finally {
      if (!isKept) await uploads.discard(id);
    }
  });
}

/** Says how many rows were left out because of a problem. @returns the exit code for them; 0 if there are none */
function codeOfLeftOut(
  { statuses: { dropped } }: Pick<UploadCounts, 'statuses'>,
  { complain }: Pick<CommandIo, 'complain'>,
): number {
  if (dropped === 0) return exitCodes.good;
  complain(`${countOf(dropped, 'row')} with a problem ${dropped === 1 ? 'was' : 'were'} left out.`);
  return exitCodes.unclear;
}

/** Continues an upload that was interrupted. */
export async function resumeUpload(
  session: Session,
  choice: UploadChoice,
  world: SessionWorld,
): Promise<number> {
  return working(session, choice, world, async (work) => {
    await work.uploads.restore(session.id);
    const upload = orUnusable(await work.uploads.current(session.id));
    if (upload?.phase.kind !== 'sending' || upload.jobId === null)
      throw new UnusableInput('There is no upload to continue on this connection.');
    world.note(`Continuing the upload of ${visibleLine(upload.file.name)}.`);
    session.jobs.resume(upload.jobId);
    return finish(work, upload.id);
  });
}

/** Ends an upload for good. */
export async function discardUpload(session: Session, world: SessionWorld): Promise<number> {
  const { uploads, close } = composeUploads(session, null);
  try {
    await uploads.restore(session.id);
    const upload = orUnusable(await uploads.current(session.id));
    if (upload === null) throw new UnusableInput('There is no upload on this connection.');
    if (upload.phase.kind === 'sending') {
      orUnusable(await uploads.stop(upload.id));
      if (upload.jobId !== null) await session.jobStopped(upload.jobId);
    }
    orUnusable(await uploads.discard(upload.id));
    world.print(`The upload of ${visibleLine(upload.file.name)} was ended, and its rows were deleted here.`);
    return exitCodes.good;
  } finally {
    await close();
  }
}

async function working(
  session: Session,
  choice: UploadChoice,
  world: SessionWorld,
  run: (work: UploadAtWork, parts: ReturnType<typeof composeUploads>) => Promise<number>,
): Promise<number> {
  const parts = composeUploads(session, choice.outcome?.file ?? null);
  let isStopped = false;
  const end = world.onInterrupt(() => {
    isStopped = true;
    void session.jobs.close();
  });
  try {
    const work = { session, uploads: parts.uploads, choice, io: world, isStopped: () => isStopped };
    return await run(work, parts);
  } finally {
    end();
    await parts.close();
  }
}

/** @throws UnusableInput */
async function refuseUnfinished({ uploads, session }: UploadAtWork): Promise<void> {
  await uploads.restore(session.id);
  const upload = orUnusable(await uploads.current(session.id));
  if (upload === null || upload.phase.kind === 'ended') return;
  throw new UnusableInput(
    `The upload of ${visibleLine(upload.file.name)} on this connection is not finished. Continue it with --resume, or end it for good with --discard.`,
  );
}

/** Copies the file, sealed. @throws UnusableInput */
async function takeIn(
  { uploads, session }: UploadAtWork,
  file: string,
  world: SessionWorld,
): Promise<Upload> {
  let pieces: AsyncIterable<Uint8Array>;
  let bytes: number;
  if (file === '-') {
    const all = await world.readStdin();
    bytes = all.byteLength;
    pieces = inPieces(all);
  } else {
    await refuseDevice(file);
    const found = await stat(file);
    bytes = found.size;
    pieces = createReadStream(file, { highWaterMark: pieceBytes });
  }
  const name = file === '-' ? 'standard input' : path.basename(file);
  const { id } = orUnusable(await uploads.beginDropped(session.id, { name, bytes }));
  for await (const piece of pieces) orUnusable(await uploads.addDropped(id, piece));
  return orUnusable(await uploads.endDropped(id));
}

async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}

/** Maps, checks, and compares the rows. null: the user stopped, or the service cannot be read. @throws UnusableInput */
async function prepare(work: UploadAtWork, id: string): Promise<Upload | null> {
  const { uploads, choice, io } = work;
  const { phase } = await current(work);
  if (phase.kind === 'refused') throw refused(phase);
  if (phase.kind !== 'mapping') return unexpected();
  const mapping = choice.mapping(phase.sample.suggested);
  io.note(
    `Key: ${visibleLine(mapping.key)}. Value: ${mapping.value.kind === 'template' ? visibleLine(mapping.value.template) : `a JSON object of ${mapping.value.columns.map(visibleLine).join(', ')}`}.`,
  );
  const misfit = misfitWords(applyMapping(mapping, phase.sample.columns));
  if (misfit !== null) {
    orUnusable(await uploads.discard(id));
    throw new UnusableInput(`${misfit} Columns: ${phase.sample.columns.map(visibleLine).join(', ')}.`);
  }
  orUnusable(await uploads.stage(id, mapping));
  if (!(await jobDone(work))) return null;
  const staged = await current(work);
  if (staged.phase.kind === 'refused') throw refused(staged.phase);
  orUnusable(await uploads.setDuplicateRule(id, choice.duplicateRule));
  if (choice.skipsBlocked)
    orUnusable(
      await uploads.changeRows(
        id,
        { kind: 'filter', filter: { status: 'blocked' } },
        { kind: 'drop', dropped: true },
      ),
    );
  if ((await current(work)).counts?.statuses.ready === 0) return current(work);
  orUnusable(await uploads.compare(id));
  return (await jobDone(work)) ? current(work) : null;
}

/** Why a mapping cannot be used for a file; null if it can. */
function misfitWords(applied: AppliedMapping): string | null {
  if (applied.ok) return null;
  if (applied.key !== null) return `--key: ${templateProblemWords(applied.key)}`;
  if (applied.value !== null) return `--value: ${templateProblemWords(applied.value)}`;
  return applied.changes === null ? 'The mapping does not fit.' : changeProblemWords(applied.changes);
}

function refused(phase: Extract<Upload['phase'], { readonly kind: 'refused' }>): UnusableInput {
  const { title, what, todo } = sourceRefusalWords(phase.refusal, phase.sample?.container ?? null);
  if (phase.refusal.kind === 'empty')
    return new UnusableInput(
      `${title}. It has no rows, or only names of columns, so there is nothing to upload.`,
    );
  return new UnusableInput([`${title}.`, what, todo].join(' '));
}

async function current({ uploads, session }: UploadAtWork): Promise<Upload> {
  return orUnusable(await uploads.current(session.id)) ?? unexpected();
}

/** Waits for the job at work, and says why it stopped if it did. */
async function jobDone(work: UploadAtWork): Promise<boolean> {
  const { jobId } = await current(work);
  if (jobId === null) return true;
  const job = await work.session.jobStopped(jobId);
  if (job?.state.kind === 'done') return true;
  sayWhy(work, job !== null && 'error' in job.state ? job.state.error : null);
  return false;
}

function sayWhy({ io, isStopped }: UploadAtWork, error: AppError | null): void {
  io.complain(isStopped() || error === null ? 'Interrupted.' : errorText(error));
}

/** Sends to the end, answers what the upload asks, and reports. @returns the exit code */
async function finish(work: UploadAtWork, id: string): Promise<number> {
  const { session, uploads, choice, io } = work;
  for (;;) {
    const { jobId } = await current(work);
    if (jobId === null) break;
    const job = await session.jobStopped(jobId);
    if (work.isStopped()) break;
    const { question, file, jobId: nextId } = await current(work);
    // Reading back is a job of its own.
    if (nextId !== jobId) continue;
    if (job === null || job.endedAt !== null) break;
    if (question === null) {
      sayWhy(work, 'error' in job.state ? job.state.error : null);
      break;
    }
    const { title, what } = questionWords(question, placeNameOf({ file }));
    io.complain(`${title}. ${what}`);
    orUnusable(await uploads.answer(id, answerTo(question)));
  }
  const ended = await current(work);
  // Once sending has ended, the outcome of each row is known, even if reading back was interrupted.
  const isEnded = ended.phase.kind === 'ended' || ended.phase.kind === 'verifying';
  if (!isEnded) {
    if (work.isStopped()) sayWhy(work, null);
    io.complain(
      'The upload is not finished. To continue, run atom-explorer upload --resume with the same connection.',
    );
  }
  const code = reportUpload(ended, isEnded, choice.asJson, io);
  return isEnded ? saveOutcome(work, id, code) : code;
}

/** Writes what became of each row, also if none was sent. @returns the exit code */
async function saveOutcome({ uploads, choice, io }: UploadAtWork, id: string, code: number): Promise<number> {
  if (choice.outcome === null) return code;
  const saved = await uploads.saveReport(id, choice.outcome.format);
  if (saved.ok) return code;
  io.complain(errorText(saved.error));
  return code === exitCodes.bad ? code : exitCodes.unusable;
}

/** Nothing is decided for the user: what was refused ends the upload, and what cannot be settled stays unknown. */
function answerTo(question: UploadQuestion): UploadAnswer {
  switch (question.kind) {
    case 'refused-row':
    case 'refused-batch':
      return { kind: 'stop' };
    case 'unsettled-batch':
      return { kind: 'leave' };
  }
}

function unexpected(): never {
  throw new Error('The upload is in a state that it cannot be in here.');
}
