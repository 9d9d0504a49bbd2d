import { blockingProblems, type Upload, type UploadCounts } from '#shared/domain/upload.ts';
import { countOf, listWords } from '#shared/text/phrases.ts';
import { readBacksWords, resultWords } from '#shared/text/sendWords.ts';
import { rowProblemWords } from '#shared/text/uploadWords.ts';
import { exitCodes, type CommandIo } from '../command.ts';
import { terminalJson } from '../terminalText.ts';

/** What would be sent. */
export function planText(upload: Upload, format: 'text' | 'json'): string {
  const counts = countsOf(upload);
  const { statuses, comparisons } = counts;
  if (format === 'json') return terminalJson({ outcome: 'not-sent', ...figures(counts) });
  return [
    `${countOf(counts.rows, 'row')}: ${statuses.ready} ready, ${statuses.blocked} with a problem, ${statuses.dropped + statuses['passed-over']} left out.`,
    `  Compared with the service: ${comparisons.new} new, ${comparisons.changed} changed, ${comparisons.same} the same.`,
  ].join('\n');
}

/** Why nothing is sent, and what to do. */
export function blockedText({ problems }: UploadCounts, isDryRun: boolean): string {
  const found = blockingProblems
    .filter((problem) => problems[problem] > 0)
    .map((problem) => `${problems[problem]} ${rowProblemWords[problem].label}`);
  return `${isDryRun ? 'Rows with problems would keep everything from being sent' : 'Nothing was sent because of rows with problems'}: ${listWords(found)}. Correct the file, or leave these rows out with --skip-blocked; for duplicates, use --duplicates.`;
}

/** Prints what became of an upload. @returns the exit code */
export function reportUpload(
  upload: Upload,
  isEnded: boolean,
  asJson: boolean,
  { print }: Pick<CommandIo, 'print'>,
): number {
  const counts = countsOf(upload);
  const code = codeOf(counts, isEnded);
  const { title } = resultWords(counts);
  if (asJson)
    print(
      terminalJson({
        outcome: isEnded ? 'ended' : 'interrupted',
        ...figures(counts),
        roots: upload.roots,
      }),
    );
  else
    print(
      [`${title}.`, readBacksWords(counts)].filter((words) => words !== null).join('\n  '),
      code === exitCodes.good ? 'good' : code === exitCodes.bad ? 'bad' : 'open',
    );
  return code;
}

/** Red and other read-backs are bad; everything that is not stored, the same, or left out on purpose is open. */
function codeOf(counts: UploadCounts, isEnded: boolean): number {
  if (resultWords(counts).isBad) return exitCodes.bad;
  const { outcomes, readBacks, statuses } = counts;
  const leftOut = statuses.dropped + statuses['passed-over'];
  const isDone =
    isEnded &&
    outcomes.waiting + outcomes.refused + outcomes.unknown + outcomes.held === 0 &&
    outcomes.skipped <= leftOut &&
    readBacks.green >= outcomes.stored + outcomes.same;
  return isDone && statuses.dropped === 0 ? exitCodes.good : exitCodes.unclear;
}

function figures({ rows, statuses, comparisons, outcomes, readBacks, marks, problems }: UploadCounts) {
  return { rows, statuses, comparisons, outcomes, readBacks, marks, problems };
}

function countsOf({ counts }: Upload): UploadCounts {
  if (counts === null) throw new Error('The rows are not staged.');
  return counts;
}
