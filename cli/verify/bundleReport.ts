import { limitsToShow } from '#shared/evidence/bundleLimits.ts';
import { plainText } from '#shared/evidence/carriedText.ts';
import type { VerifiedEvidence } from '#shared/evidence/verifyEvidence.ts';
import type { VerdictStatus } from '#shared/merkle/verdict.ts';
import { evidenceSummary, findingWords } from '#shared/text/evidenceWords.ts';
import { countOf, quoteText, quoteWhole } from '#shared/text/phrases.ts';
import { describeLeafScheme, describePathScheme } from '#shared/merkle/registry.ts';
import { groundWords } from '#shared/text/groundWords.ts';
import { verdictNames } from '#shared/text/verdictNames.ts';
import { checkLabel } from '#shared/text/verdictWords.ts';

const marks = { pass: '[ok]', undecided: '[??]', fail: '[!!]' } as const;
const readMarks: Readonly<Record<VerdictStatus, string>> = {
  green: '[ok]',
  keyOnly: '[k-]',
  amber: '[??]',
  red: '[!!]',
};

/** For people: what was verified, by which rules and what was not shown come first. */
export function bundleReportText(evidence: VerifiedEvidence): string {
  const { status, findings, open, statement, reads } = evidence;
  const { title, summary } = evidenceSummary(evidence);
  const head = `${readMarks[status]} ${title}\n    ${summary}`;
  const checked = findings
    .map(findingWords)
    .map((finding) => `${marks[finding.status]} ${finding.label}: ${finding.words}`)
    .join('\n');
  const without = open.map((one) => `${one.holdsBack ? marks.undecided : '    '} ${groundWords(one)}`);
  if (statement === null) return `${head}\n\n${checked}`;
  const { predicate } = statement;
  const rules = predicate.schemes.map(
    ({ origin, samples, path, leaf }) =>
      `    ${origin === 'inferred' ? `inferred from ${countOf(samples, 'proof')}` : origin}: ${[...path.map(describePathScheme), ...leaf.map(describeLeafScheme)].slice(0, 4).join('; ')}`,
  );
  const { name, address } = predicate.service;
  const service = `Service: ${quoteWhole(name)}${address === null ? '' : `, ${quoteWhole(address)}`}`;
  const blocks = reads.map(({ status: readStatus, checks, grounds, differences }, at) => {
    const read = predicate.reads[at];
    const key = read === undefined ? '' : quoteText(plainText(read.key));
    return [
      `${readMarks[readStatus]} ${key}: ${verdictNames[readStatus]} (read ${read?.at ?? ''})`,
      ...differences.map(
        ({ what, recorded, recomputed }) =>
          `    The record says ${recorded} for ${what}, but the bundle gives ${recomputed}.`,
      ),
      ...checks.map(({ name: check, status: result, basis, why }) =>
        basis === 'recorded'
          ? `    ${checkLabel(check)}: ${result}, as recorded: ${quoteWhole(why)}`
          : `    ${checkLabel(check)}: ${result}. ${why}`,
      ),
      ...grounds.map(({ why }) => `    Made without, as recorded: ${quoteWhole(why)}`),
    ].join('\n');
  });
  return [
    head,
    [checked, ...without].join('\n'),
    `${service}\nRecorded by ${quoteWhole(`${predicate.app.name} ${predicate.app.version}`)} at ${predicate.observedAt}.`,
    rules.length === 0 ? 'Hashing rules: none were known.' : `Hashing rules:\n${rules.join('\n')}`,
    `Not shown by this bundle:\n${limitsToShow(predicate)
      .map(({ words }) => `    ${words}`)
      .join('\n')}`,
    ...blocks,
  ].join('\n\n');
}
