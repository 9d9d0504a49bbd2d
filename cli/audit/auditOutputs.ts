import { createPrivateKey } from 'node:crypto';
import { copyFile, writeFile } from 'node:fs/promises';
import type { AuditComparison, AuditDifference } from '#shared/audit/compareAudits.ts';
import { compareAudits, comparisonTerms, isComparisonFailed } from '#shared/audit/compareAudits.ts';
import {
  auditReport,
  mostReported,
  readForReport,
  type AuditReport,
  type AuditToReport,
} from '#shared/report/auditReport.ts';
import { auditReportText } from '#shared/report/auditReportText.ts';
import { auditCountsWords, notLookedAtWords } from '#shared/text/auditWords.ts';
import { shortHash } from '#shared/text/hashWords.ts';
import { countOf } from '#shared/text/phrases.ts';
import { countWords } from '#shared/text/sizes.ts';
import { footerIn } from '../../workers/auditFooter.ts';
import { signerOf, type Signer } from '../../electron/main/identity/ed25519.ts';
import { exitCodes, UnusableInput, type CommandIo } from '../command.ts';
import { readInput } from '../readInput.ts';
import { terminalJson } from '../terminalText.ts';
import { pause, readAuditList, withAudit, withAudits } from './auditFiles.ts';
import { writeBundle } from './auditBundle.ts';
import { installationSigner } from './appKeychain.ts';
import type { AuditOutputs } from './auditOptions.ts';
import type { AuditEngine } from './engine.ts';

/** Failures on the screen; the report and the file have more. */
const mostOnScreen = 20;

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
  signing: { readonly signer: Signer | null; readonly engine: AuditEngine | null },
): Promise<number> {
  const audit = await withAudit(file, (reader) => readForReport(reader, pause));
  const comparison = outputs.compare === null ? null : await compareWith(outputs.compare, file, outputs, io);
  const reported: AuditToReport = { ...audit, comparison };
  const report = auditReport(reported);
  if (outputs.out !== null) await saving(outputs.out, () => copyFile(file, outputs.out ?? ''));
  if (outputs.report !== null)
    await write(outputs.report.file, auditReportText(reported, outputs.report.format));
  if (outputs.junit !== null) await write(outputs.junit, auditReportText(reported, 'junit'));
  if (outputs.bundle !== null && signing.signer !== null)
    await writeBundle(outputs.bundle, file, reported, signing.engine, signing.signer);
  if (outputs.json === 'screen') io.print(terminalJson(report));
  else {
    if (outputs.json !== null) await write(outputs.json.file, auditReportText(reported, 'json'));
    io.print(screenText(report, reported));
  }
  return exitCodeOf(report, comparison?.comparison ?? null);
}

/** The same codes as those of `verify`. */
function exitCodeOf({ status }: AuditReport, comparison: AuditComparison | null): number {
  if (status === 'red' || (comparison !== null && isComparisonFailed(comparison))) return exitCodes.bad;
  return status === 'green' ? exitCodes.good : exitCodes.unclear;
}

async function compareWith(
  earlier: string,
  file: string,
  { expectedChanges }: AuditOutputs,
  io: CommandIo,
): Promise<NonNullable<AuditToReport['comparison']>> {
  const expected =
    expectedChanges === null ? null : new Set((await readAuditList(expectedChanges, io)).atoms.keys());
  const differences: AuditDifference[] = [];
  const comparison = await withAudits([earlier, file], async ([before, after]) => {
    if (before === undefined || after === undefined) throw new Error('There are two files.');
    const terms = comparisonTerms('times', [await footerIn(earlier), await footerIn(file)]);
    return compareAudits(before, after, terms, expected, (difference) => {
      if (differences.length < mostReported.differences) differences.push(difference);
    });
  });
  return { comparison, differences };
}

async function write(file: string, text: string): Promise<void> {
  await saving(file, () => writeFile(file, text));
}

async function saving(file: string, save: () => Promise<void>): Promise<void> {
  try {
    await save();
  } catch (error) {
    throw new UnusableInput(
      `${file} could not be written. ${error instanceof Error ? error.message : ''}`.trim(),
    );
  }
}

function screenText(report: AuditReport, { header }: AuditToReport): string {
  const { title, reasons, selfTest, counts, roots, failures, failureCount, comparison, shard } = report;
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
    `  Self-test: ${selfTest.words}`,
    ...(shard === null ? [] : [`  Part: ${shard.number} of ${shard.of}.`]),
    `  Not looked at: ${notLookedAtWords(header)}`,
    ...(comparison === null
      ? []
      : ['', 'Compared with the earlier audit', ...comparison.words.map((words) => `  ${words}`)]),
    ...(failureCount === 0 ? [] : ['', 'Failures']),
    ...failures.slice(0, mostOnScreen).map(({ key, words }) => `  ${key}: ${words}`),
    ...(failureCount > mostOnScreen ? [`  and ${countWords(failureCount - mostOnScreen)} more`] : []),
  ].join('\n');
}

/** The key to sign with; null if none was given and nothing needs one. @throws UnusableInput */
export async function signerFor(
  { signingKey, bundle }: AuditOutputs,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Signer | null> {
  if (signingKey !== null) return readSigningKey(signingKey);
  return bundle === null ? null : installationSigner(env);
}

async function readSigningKey(file: string): Promise<Signer> {
  const pem = Buffer.from(await readInput(file));
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType === 'ed25519') return signerOf(key);
  } catch {
    // Said below, without anything of the file.
  }
  throw new UnusableInput(`${file} does not contain an Ed25519 private key (PEM, without a password).`);
}
