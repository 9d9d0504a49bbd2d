import { createReadStream } from 'node:fs';
import { isSameService } from '#shared/audit/auditFile.ts';
import {
  compareAudits,
  comparisonTerms,
  openKinds,
  type AuditDifference,
} from '#shared/audit/compareAudits.ts';
import {
  auditReport,
  fileNotCovered,
  mostReported,
  readForReport,
  type AuditReport,
  type AuditToReport,
} from '#shared/report/auditReport.ts';
import { auditReportText } from '#shared/report/auditReportText.ts';
import { auditCountsWords, keysNotLookedAt, lossAccepted } from '#shared/text/auditWords.ts';
import { nothingRemembered } from '#shared/text/groundWords.ts';
import { shortHash } from '#shared/text/hashWords.ts';
import { versionStep } from '#shared/text/changeWords.ts';
import { applying, countOf, quoteText } from '#shared/text/phrases.ts';
import { countWords } from '#shared/text/sizes.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { footerIn } from '../../engine/audits/auditFooter.ts';
import type { Signer } from '../../engine/connections/identity/ed25519.ts';
import { lookOf } from '../colors.ts';
import { exitCodes, UnusableInput, type CommandIo } from '../command.ts';
import { readSigningKey } from '../signingKey.ts';
import { terminalJson } from '../terminalText.ts';
import { pause, readAuditList, withAudit, withAudits } from './auditFiles.ts';
import { writeBundle } from './auditBundle.ts';
import { installationSigner } from './appKeychain.ts';
import type { AuditOutputs } from './auditOptions.ts';
import type { AuditEngine } from './engine.ts';
import { writeOutput } from './outputFiles.ts';

/** Of the file of an audit, as it was while the audit ran: it names all keys. */
const privateMode = 0o600;
/** Failures on the screen; the report and the file have more. */
const mostOnScreen = 20;

/** What the outputs of an audit need besides its file. */
export interface OutputSources {
  readonly signer: Signer | null;
  readonly engine: AuditEngine | null;
  /** Whether a person stopped it: then it is no failure that nothing was read. */
  readonly isInterrupted: boolean;
  /** Whether it was merged from files whose first and last lines no digest covers. */
  readonly isUncovered?: boolean;
  /** Gets what the outputs say. */
  readonly reported?: ((report: AuditReport) => void) | undefined;
}

/**
 * Reads the file of an audit, writes what was asked for, and says the result.
 *
 * @returns the exit code
 * @throws UnusableInput
 */
export async function writeOutputs(
  file: string,
  outputs: AuditOutputs,
  io: CommandIo,
  { signer, engine, isInterrupted, isUncovered = false, reported: tell }: OutputSources,
): Promise<number> {
  const { newKeys, ...audit } = await withAudit(file, (reader) => readForReport(reader, pause));
  const comparison = outputs.compare === null ? null : await compareWith(outputs.compare, file, outputs, io);
  const unknownChanges = audit.header.expectedChanges !== null && comparison === null ? newKeys : 0;
  const reported: AuditToReport = {
    ...audit,
    isCovered: audit.isCovered && !isUncovered,
    comparison,
    unknownChanges,
  };
  const report = auditReport(reported);
  tell?.(report);
  const { out, bundle, junit, json } = outputs;
  let failed = 0;
  const write = async (save: () => Promise<void>): Promise<void> => {
    try {
      await save();
    } catch (error) {
      if (!(error instanceof UnusableInput)) throw error;
      // The other outputs are as important.
      failed += 1;
      io.complain(error.message);
    }
  };
  // Written, and not copied: a copy that fails removes what it was to replace, even a device.
  if (out !== null) await write(() => writeOutput(out, createReadStream(file), privateMode));
  const texts = [
    ...(outputs.report === null ? [] : [outputs.report]),
    ...(junit === null ? [] : [{ file: junit, format: 'junit' as const }]),
    ...(json === null || json === 'screen' ? [] : [{ file: json.file, format: 'json' as const }]),
  ];
  for (const text of texts) await write(() => writeOutput(text.file, auditReportText(reported, text.format)));
  if (bundle !== null && signer !== null)
    await write(() => writeBundle(bundle, file, reported, engine, signer));
  if (json === 'screen') io.print(terminalJson(report));
  else io.print(screenText(report, reported), lookOf(report.status));
  const code = exitCodeOf(report, isInterrupted);
  return failed > 0 && code !== exitCodes.bad ? exitCodes.unusable : code;
}

/** The same codes as those of `verify`. */
function exitCodeOf({ status, counts: { outcomes }, keys }: AuditReport, isInterrupted: boolean): number {
  switch (status) {
    case 'red':
      return exitCodes.bad;
    case 'green':
      return exitCodes.good;
    case 'keyOnly':
    case 'amber': {
      const read = outcomes.green + outcomes.keyOnly + outcomes.amber + outcomes.missing;
      return read === 0 && keys.total > 0 && !isInterrupted ? exitCodes.unusable : exitCodes.unclear;
    }
  }
}

async function compareWith(
  earlier: string,
  file: string,
  { expectedChanges, compareOtherService }: AuditOutputs,
  io: CommandIo,
): Promise<NonNullable<AuditToReport['comparison']>> {
  const expected =
    expectedChanges === null
      ? null
      : new Set((await readAuditList(expectedChanges, 'changes', io)).atoms.keys());
  const differences: AuditDifference[] = [];
  let uncompared = 0;
  const comparison = await withAudits([earlier, file], async ([before, after]) => {
    if (before === undefined || after === undefined) throw new Error('There are two files.');
    const of = isSameService(before.header.service, after.header.service) ? 'times' : 'connections';
    const terms = comparisonTerms(of, [await footerIn(earlier), await footerIn(file)]);
    return compareAudits(before, after, terms, expected, (difference) => {
      if (difference.after !== null && !difference.isExpected && isOpen(difference)) uncompared += 1;
      if (differences.length < mostReported.differences) differences.push(difference);
    });
  });
  return { comparison, differences, uncompared, maybeOtherService: compareOtherService };
}

function isOpen({ kinds }: AuditDifference): boolean {
  return openKinds.some((kind) => kinds.includes(kind));
}

function screenText(report: AuditReport, { header }: AuditToReport): string {
  const { title, reasons, selfTest, counts, roots, failures, failureCount, comparison, shard } = report;
  const differing = (comparison?.differences ?? [])
    .filter(({ kinds }) => kinds.some((kind) => !openKinds.includes(kind)))
    .map(({ key, words, before, after }) => ({
      key,
      words: applying([words, versionStep(before?.version ?? null, after?.version ?? null)]).join(', '),
    }));
  return [
    title,
    ...reasons.map(({ words }) => `  ${words}`),
    `  Result: ${auditCountsWords({ counts })}.`,
    ...roots
      .filter(({ records }) => records > 0)
      .slice(0, mostOnScreen)
      .map(
        ({ rootHash, treeSize, records }) =>
          `  Root: ${shortHash(rootHash)}${treeSize === null ? '' : `, ${countOf(treeSize, 'leaf', 'leaves')}`}: ${countOf(records, 'key')}.`,
      ),
    // A reason says more.
    ...(reasons.some(({ code }) => code === 'self-test') ? [] : [`  Self-test: ${selfTest.words}`]),
    ...(report.earlierReads === null ? [] : [`  ${report.earlierReads.words}`]),
    ...report.notes.map(({ words }) => `  ${words}`),
    ...(shard === null ? [] : [`  Part: ${shard.number} of ${shard.of}.`]),
    `  Not looked at: ${keysNotLookedAt(header)}.`,
    ...report.notShown.filter(({ code }) => code === lossAccepted).map(({ words }) => `  ${words}`),
    ...report.notShown
      .filter(({ code }) => code === fileNotCovered)
      .map(({ words }) => `  Not shown: ${words}`),
    // Others are among the reasons.
    ...new Set(
      (report.grounds ?? [])
        .filter(({ kind }) => kind === 'none')
        .map(({ words }) => `  ${words === nothingRemembered ? `${words} To compare, use --state.` : words}`),
    ),
    ...(comparison === null
      ? []
      : ['', comparedWords(report), ...comparison.words.map((words) => `  ${words}`)]),
    ...keysOnScreen(differing, comparison === null ? 0 : comparison.differing),
    ...titled('Failures', keysOnScreen(failures, failureCount)),
    ...titled('Changed since the last read', keysOnScreen(report.changed, report.changedCount)),
  ].join('\n');
}

function titled(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', title, ...lines];
}

function keysOnScreen(
  found: readonly { readonly key: string; readonly words: string }[],
  count: number,
): readonly string[] {
  return [
    ...found.slice(0, mostOnScreen).map(({ key, words }) => `  ${visibleLine(key)}: ${words}`),
    ...(count > mostOnScreen ? [`  and ${countWords(count - mostOnScreen)} more`] : []),
  ];
}

function comparedWords({ comparison }: AuditReport): string {
  const services = comparison?.services ?? null;
  if (services === null) return 'Compared with the earlier audit';
  return `Compared with an audit of another service: ${quoteText(services.before.name)} (earlier), ${quoteText(services.after.name)} (now)`;
}

/** The key to sign with; null if none was given and nothing needs one. @throws UnusableInput */
export async function signerFor(
  { signingKey, bundle }: AuditOutputs,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Signer | null> {
  if (signingKey !== null) return readSigningKey(signingKey);
  return bundle === null ? null : installationSigner(env);
}
