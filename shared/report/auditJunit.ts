import { isChange } from '../audit/compareAudits.ts';
import { verdictNames } from '../text/verdictNames.ts';
import { visibleLine } from '../text/visibleText.ts';
import type { AuditReport } from './auditReport.ts';

/** Keys in the JUnit file. Build servers read the whole file into memory. */
const mostCases = 2_000;

/**
 * The result for a build server, as JUnit XML: one test for each reason, for each key that was not proven, and for the keys that were.
 * What makes the exit code 1 is a failure, what makes it 3 an error.
 */
export function auditJunit(report: AuditReport): string {
  const { status, reasons, failures, unproven, failureCount, unprovenCount, counts, audit, service } = report;
  const proven = counts.outcomes.green + counts.outcomes.keyOnly;
  // Without a list of expected changes, a change alone is not a failure.
  const hasList = (report.comparison?.unexpected ?? null) !== null;
  const named: readonly Case[] = [
    {
      name: report.title,
      suite: 'verdict',
      problem: problemOf(status, reasons.map(({ words }) => words).join(' ')),
    },
    { name: report.selfTest.words, suite: 'self-test', problem: null },
    ...[...new Set((report.grounds ?? []).map(({ words }) => words))].map((name) => ({
      name,
      suite: 'grounds',
      problem: null,
    })),
    { name: `Keys proven: ${proven}`, suite: 'keys', problem: null },
    ...failures
      .slice(0, mostCases)
      .map(({ key, words }) => ({ name: key, suite: 'keys', problem: { tag: 'failure' as const, words } })),
    ...unproven
      .slice(0, mostCases)
      .map(({ key, words }) => ({ name: key, suite: 'keys', problem: { tag: 'error' as const, words } })),
    ...(report.comparison?.differences ?? [])
      // What newly failed is listed above.
      .filter(
        ({ kinds, isGrave, isExpected }) =>
          !kinds.includes('failed') && (isGrave || (hasList && !isExpected && isChange(kinds))),
      )
      .slice(0, mostCases)
      .map(({ key, words }) => ({
        name: key,
        suite: 'comparison',
        problem: { tag: 'failure' as const, words },
      })),
  ];
  const unlisted =
    failureCount +
    unprovenCount -
    Math.min(failures.length, mostCases) -
    Math.min(unproven.length, mostCases);
  const tagged = (tag: Problem['tag']): number => named.filter(({ problem }) => problem?.tag === tag).length;
  const seconds = Math.max(0, Date.parse(audit.finishedAt) - Date.parse(audit.startedAt)) / 1_000;
  const suite = `tests="${named.length}" failures="${tagged('failure')}" errors="${tagged('error')}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="atom-explorer audit" ${suite} time="${seconds}">
<testsuite name="${xml(`Audit of ${service.address ?? service.name}`)}" ${suite} skipped="0" time="${seconds}" timestamp="${xml(audit.startedAt.slice(0, 19))}">
${named.map(caseText).join('\n')}
${unlisted > 0 ? `<system-out>${unlisted} more keys are not listed here.</system-out>\n` : ''}</testsuite>
</testsuites>
`;
}

interface Problem {
  readonly tag: 'failure' | 'error';
  readonly words: string;
}

interface Case {
  readonly name: string;
  readonly suite: string;
  readonly problem: Problem | null;
}

function problemOf(status: AuditReport['status'], words: string): Problem | null {
  if (status === 'green') return null;
  return { tag: status === 'red' ? 'failure' : 'error', words: words === '' ? verdictNames[status] : words };
}

function caseText({ name, suite, problem }: Case): string {
  const start = `<testcase classname="audit.${xml(suite)}" name="${xml(name)}"`;
  if (problem === null) return `${start}/>`;
  const { tag, words } = problem;
  return `${start}><${tag} message="${xml(words)}" type="${tag === 'failure' ? 'failed' : 'not-checked'}"/></testcase>`;
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
