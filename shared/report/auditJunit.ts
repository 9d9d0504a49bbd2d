import { isChange } from '../audit/compareAudits.ts';
import type { GroundName } from '../grounds/grounds.ts';
import { lossAccepted } from '../text/auditWords.ts';
import { unexpectedChange } from '../text/changeWords.ts';
import { countOf } from '../text/phrases.ts';
import { visibleLine } from '../text/visibleText.ts';
import { comparisonResult } from './auditConclusion.ts';
import type { AuditReport, AuditReportComparison } from './auditReport.ts';

/** Keys in the JUnit file. Build servers read the whole file into memory. */
const mostCases = 2_000;

/**
 * The result for a build server, as JUnit XML. The names of the cases are fixed, so that a build server can follow each of them over
 * many audits: `verdict`, `self-test`, one for each ground, `accepted-losses`, `keys-proven`, `changes`, `comparison`, and one for each key with a finding.
 * What makes the exit code 1 is a failure, what makes it 3 an error. What could not be checked because of another case is skipped.
 */
export function auditJunit(report: AuditReport): string {
  const { failures, unproven, failureCount, unprovenCount, audit, service } = report;
  const named: readonly Case[] = [
    verdictCase(report),
    selfTestCase(report),
    ...groundCases(report),
    acceptedLossCase(report),
    ...countCases(report),
    ...keyCases(report),
  ];
  const unlisted =
    failureCount +
    unprovenCount -
    Math.min(failures.length, mostCases) -
    Math.min(unproven.length, mostCases);
  const tagged = (tag: Result['tag']): number => named.filter(({ result }) => result?.tag === tag).length;
  const seconds = Math.max(0, Date.parse(audit.finishedAt) - Date.parse(audit.startedAt)) / 1_000;
  const suite = `tests="${named.length}" failures="${tagged('failure')}" errors="${tagged('error')}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="atom-explorer audit" ${suite} time="${seconds}">
<testsuite name="${xml(`Audit of ${service.address ?? service.name}`)}" ${suite} skipped="${tagged('skipped')}" time="${seconds}" timestamp="${xml(audit.startedAt.slice(0, 19))}">
${named.map(caseText).join('\n')}
${unlisted > 0 ? `<system-out>${unlisted} more keys are not listed here.</system-out>\n` : ''}</testsuite>
</testsuites>
`;
}

interface Result {
  readonly tag: 'failure' | 'error' | 'skipped';
  readonly words: string;
}

interface Case {
  readonly name: string;
  readonly suite: string;
  /** null: passed. */
  readonly result: Result | null;
  /** What may differ from audit to audit. */
  readonly output?: string;
}

function verdictCase({ status, title, reasons }: AuditReport): Case {
  const words = sentences([title, ...reasons.map((reason) => reason.words)]);
  const tag = status === 'red' ? 'failure' : 'error';
  return {
    suite: 'verdict',
    name: 'verdict',
    result: status === 'green' ? null : { tag, words },
    output: title,
  };
}

function selfTestCase(report: AuditReport): Case {
  const { words } = report.selfTest;
  const isOpen = report.reasons.some(({ code }) => code === 'self-test');
  const isMade = report.selfTest.result !== 'not-made';
  const tag = isOpen && (isMade || lostGround(report) === null) ? 'error' : 'skipped';
  return {
    suite: 'self-test',
    name: 'self-test',
    ...(isOpen || !isMade ? { result: { tag, words } } : { result: null, output: words }),
  };
}

/** The case of each ground of an audit. */
const groundCaseNames = {
  rules: 'hashing-rules',
  pins: 'pinned-roots',
  ledger: 'root-ledger',
  knownKeys: 'earlier-reads',
  keyList: 'key-list',
  run: 'complete-run',
} as const satisfies Readonly<Partial<Record<GroundName, string>>>;
const auditGroundNames = ['rules', 'pins', 'ledger', 'knownKeys', 'keyList', 'run'] as const;

type ReportedGround = NonNullable<AuditReport['grounds']>[number];

/** The ground that makes what rests on it inconclusive; null if there is none. */
function lostGround({ grounds }: AuditReport): ReportedGround | null {
  return (grounds ?? []).find(({ holdsBack, why }) => holdsBack && why !== 'incomplete') ?? null;
}

/** One error for each cause: other grounds that were lost in the same way are skipped. */
function groundCases(report: AuditReport): readonly Case[] {
  const { grounds } = report;
  if (grounds === null) return [];
  return auditGroundNames.map((name) => {
    const found = grounds.find((ground) => ground.name === name);
    const isFirst = grounds.find(({ why, holdsBack }) => holdsBack && why === found?.why) === found;
    return {
      suite: 'grounds',
      name: groundCaseNames[name],
      result:
        found === undefined
          ? null
          : { tag: found.holdsBack && isFirst ? 'error' : 'skipped', words: found.words },
    };
  });
}

function acceptedLossCase({ notShown }: AuditReport): Case {
  const words = notShown.filter(({ code }) => code === lossAccepted).map((loss) => loss.words);
  return {
    suite: 'grounds',
    name: 'accepted-losses',
    result: words.length === 0 ? null : { tag: 'skipped', words: sentences(words) },
  };
}

function countCases({
  counts,
  changedCount,
  hasExpectedChanges,
  earlierReads,
  comparison,
  reasons,
}: AuditReport): readonly Case[] {
  const { changes, outcomes } = counts;
  const proven = outcomes.green + outcomes.keyOnly;
  const isUnexpected = hasExpectedChanges && changes.other > 0;
  const unexpected = {
    tag: 'failure' as const,
    words: `${unexpectedChange}: ${countOf(changes.other, 'key')}`,
  };
  return [
    { suite: 'keys', name: 'keys-proven', result: null, output: String(proven) },
    {
      suite: 'keys',
      name: 'changes',
      result: isUnexpected ? unexpected : null,
      output: earlierReads?.words ?? `${countOf(changedCount, 'key')} changed since the last read`,
    },
    ...(comparison === null ? [] : [comparisonCase(comparison, reasons)]),
  ];
}

function comparisonCase({ words }: AuditReportComparison, reasons: AuditReport['reasons']): Case {
  const text = sentences(words);
  const results = reasons.map(comparisonResult);
  const tag = results.includes('failed') ? 'failure' : results.includes('open') ? 'error' : null;
  return {
    suite: 'comparison',
    name: 'comparison',
    result: tag === null ? null : { tag, words: text },
    output: text,
  };
}

/** Titles have no full stop of their own. */
function sentences(parts: readonly string[]): string {
  return parts.map((part) => (part.endsWith('.') ? part : `${part}.`)).join(' ');
}

/** One case for each key, with everything that was found about it. */
function keyCases(report: AuditReport): readonly Case[] {
  const { failures, unproven, changed, comparison, hasExpectedChanges } = report;
  const cause = lostGround(report);
  const found = new Map<string, Result>();
  const add = (key: string, { tag, words }: Result): void => {
    const before = found.get(key);
    if (before === undefined) found.set(key, { tag, words });
    else
      found.set(key, {
        tag: before.tag === 'failure' ? before.tag : tag,
        words: before.words === words ? words : `${before.words}; ${words}`,
      });
  };
  for (const { key, words } of failures.slice(0, mostCases)) add(key, { tag: 'failure', words });
  for (const { key, words, code } of unproven.slice(0, mostCases))
    add(key, { tag: cause !== null && code?.startsWith('ground.') === true ? 'skipped' : 'error', words });
  if (hasExpectedChanges)
    for (const { key, words, isExpected } of changed.slice(0, mostCases))
      if (!isExpected) add(key, { tag: 'failure', words });
  // Without a list of expected changes, a change alone is not a failure.
  const hasList = (comparison?.unexpected ?? null) !== null;
  const differing = (comparison?.differences ?? []).filter(
    ({ kinds, isGrave, isExpected }) => isGrave || (hasList && !isExpected && isChange(kinds)),
  );
  for (const { key, words } of differing.slice(0, mostCases)) add(key, { tag: 'failure', words });
  return [...found].map(([key, result]) => ({ suite: 'keys', name: `key ${key}`, result }));
}

function caseText({ name, suite, result, output }: Case): string {
  const start = `<testcase classname="audit.${xml(suite)}" name="${xml(name)}"`;
  const parts = [
    ...(result === null ? [] : [resultText(result)]),
    ...(output === undefined ? [] : [`<system-out>${xml(output)}</system-out>`]),
  ];
  return parts.length === 0 ? `${start}/>` : `${start}>${parts.join('')}</testcase>`;
}

function resultText({ tag, words }: Result): string {
  const type = tag === 'skipped' ? '' : ` type="${tag === 'failure' ? 'failed' : 'not-checked'}"`;
  return `<${tag} message="${xml(words)}"${type}/>`;
}

/** XML 1.0 cannot contain most control characters, so every invisible character is spelled out. */
function xml(text: string): string {
  return visibleLine(text)
    .slice(0, 1_000)
    .replaceAll(/[\uD800-\uDBFF]$|[\uFFFE\uFFFF]/g, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
