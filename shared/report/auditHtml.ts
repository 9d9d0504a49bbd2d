import { auditOutcomes, type AuditOutcome } from '../audit/auditRecord.ts';
import { auditDifferenceKinds } from '../audit/compareAudits.ts';
import { differenceName } from '../text/auditComparisonWords.ts';
import { auditCheckWords, auditOutcomeNames, auditRootStatusNames } from '../text/auditWords.ts';
import { unexpectedChange } from '../text/changeWords.ts';
import { countOf } from '../text/phrases.ts';
import { countWords } from '../text/sizes.ts';
import type { AuditReport, AuditReportComparison, AuditReportRecord } from './auditReport.ts';
import { hash, htmlPage, list, section, shown, some, table, verdictMark } from './htmlParts.ts';

/** Rows of one table. More make a page that browsers show slowly; the report says how many there are. */
const mostRows = 1_000;

/** The report of an audit as a page. */
export function auditHtml(report: AuditReport): string {
  const { title, failureCount, failures, unprovenCount, unproven, comparison, notShown } = report;
  return htmlPage(
    `Audit report: ${title}`,
    'Audit report',
    [
      section('Result', resultOf(report)),
      section('Not shown by this audit', list(notShown.map(({ words }) => shown(words)))),
      section('Counts', countsOf(report)),
      section(
        'Failures',
        failureCount === 0
          ? '<p>No key failed verification.</p>'
          : recordTable('Keys that failed', failures, failureCount),
      ),
      report.changedCount === 0 ? '' : section('Changed since the last read', changedOf(report)),
      unprovenCount === 0
        ? ''
        : section('Not proven', recordTable('Keys that were not proven', unproven, unprovenCount)),
      comparison === null ? '' : section(comparedTitle(comparison), comparisonOf(comparison)),
      section('Roots', rootsOf(report)),
      section('Hashing rules', rulesOf(report)),
      report.branches.length === 0 ? '' : section('Branches', branchesOf(report)),
      signatureOf(report),
    ]
      .filter((part) => part !== '')
      .join('\n'),
  );
}

function resultOf(report: AuditReport): string {
  const { status, title, reasons, audit, service, app, scope, shard, keys, selfTest, earlierReads, notes } =
    report;
  const { preparedBy, leaves } = report;
  const facts: readonly (readonly [string, string])[] = [
    ['Service', shown(serviceWords(service))],
    ...(audit.name === '' ? [] : [['Audit', shown(audit.name)] as const]),
    ['Time', shown(`${audit.startedAt} to ${audit.finishedAt}`)],
    ['Scope', shown(`${scope.title}: ${countOf(keys.total, 'key')}`)],
    ...(leaves === null ? [] : [['Tree', shown(leaves.words)] as const]),
    ...(shard === null ? [] : [['Part', `${countWords(shard.number)} of ${countWords(shard.of)}`] as const]),
    // A reason says more.
    ...(reasons.some(({ code }) => code === 'self-test')
      ? []
      : [['Self-test', shown(selfTest.words)] as const]),
    ...(earlierReads === null ? [] : [['Earlier reads', shown(earlierReads.words)] as const]),
    ...notes.map(({ words }) => ['Pinned root', shown(words)] as const),
    ...(preparedBy === null ? [] : [['Prepared by', shown(auditorWords(preparedBy))] as const]),
    ['Recorded by', shown(`Atom Explorer ${app.version}`)],
    ['SHA-256 of the records', hash(audit.recordsSha256)],
  ];
  return `<p class="result ${status}"><strong>${shown(title)}</strong> ${verdictMark(status)}</p>
${reasons.length === 0 ? '' : list(reasons.map(({ words }) => shown(words)))}
<dl>${facts.map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`).join('')}</dl>`;
}

/** The name, with the address where that says more. */
function serviceWords({ name, address }: AuditReport['service']): string {
  return address === null || address === name ? name : `${name} (${address})`;
}

function auditorWords({ name, organization }: NonNullable<AuditReport['preparedBy']>): string {
  return [name, organization].filter((part) => part !== '').join(', ');
}

/** On paper: a line to sign. */
function signatureOf({ preparedBy }: AuditReport): string {
  if (preparedBy === null) return '';
  return `<p class="signature"><span>Date</span><span>${shown(auditorWords(preparedBy))}</span></p>`;
}

function countsOf({ counts, checks, readAgain, unasked, hasExpectedChanges }: AuditReport): string {
  const outcomes = auditOutcomes.filter((outcome) => counts.outcomes[outcome] > 0);
  const others: readonly (readonly [string, number])[] = [
    ['Contradict earlier responses', counts.conflicts],
    ['Differ from the expected list', counts.unmet],
    ['Changed as expected', counts.changes.expected],
    [hasExpectedChanges ? unexpectedChange : 'Changed since the last read', counts.changes.other],
    ['Read again, because the root had changed', readAgain],
    ['Returned without being requested', unasked],
  ];
  return [
    table(
      'Keys by result',
      ['Result', 'Keys'],
      [
        ...outcomes.map((outcome) => [outcomeName(outcome), countWords(counts.outcomes[outcome])]),
        ...others.filter(([, count]) => count > 0).map(([name, count]) => [name, countWords(count)]),
      ],
    ),
    checks.length === 0
      ? ''
      : table(
          'Checks that decided',
          ['Finding', 'Keys'],
          checks.map((check) => [shown(auditCheckWords(check)), countWords(check.records)]),
        ),
  ].join('\n');
}

function outcomeName(outcome: AuditOutcome): string {
  return outcome === 'missing' || outcome === 'refused' || outcome === 'unsendable'
    ? auditOutcomeNames[outcome]
    : verdictMark(outcome);
}

function recordTable(caption: string, records: readonly AuditReportRecord[], count: number): string {
  const rows = records.slice(0, mostRows);
  const all = table(
    caption,
    ['Key', 'Finding', 'Version', 'Leaf index', 'SHA-256 of the value', 'Root'],
    rows.map(({ key, words, version, leafIndex, valueSha256, rootHash }) => [
      keyOf(key),
      shown(words),
      version === null ? '' : String(version),
      leafIndex === null ? '' : countWords(leafIndex),
      hash(valueSha256),
      hash(rootHash),
    ]),
  );
  return rows.length === count ? all : `${all}\n${more(count - rows.length)}`;
}

function changedOf({ changed, changedCount }: AuditReport): string {
  const rows = changed.slice(0, mostRows);
  const all = table(
    'Keys that changed',
    ['Key', 'Change', 'Version before', 'Version now', 'SHA-256 of the value', 'Root'],
    rows.map(({ key, words, version, versionBefore, valueSha256, rootHash }) => [
      keyOf(key),
      shown(words),
      versionBefore === null ? '' : String(versionBefore),
      version === null ? '' : String(version),
      hash(valueSha256),
      hash(rootHash),
    ]),
  );
  return rows.length === changedCount ? all : `${all}\n${more(changedCount - rows.length)}`;
}

function comparedTitle({ services }: AuditReportComparison): string {
  return services === null ? 'Compared with an earlier audit' : 'Compared with an audit of another service';
}

function comparisonOf(comparison: AuditReportComparison): string {
  const { before, services, kinds, words, differences, differing, notCompared } = comparison;
  const found = auditDifferenceKinds.filter((kind) => kinds[kind].expected + kinds[kind].other > 0);
  const rows = differences.slice(0, mostRows);
  return [
    `<p>${shown(`Earlier audit: ${before.name === '' ? before.id : before.name}, ${before.startedAt}.`)}</p>`,
    services === null
      ? ''
      : `<p>${shown(`Service of the earlier audit: ${serviceWords(services.before)}. Service of this one: ${serviceWords(services.after)}.`)}</p>`,
    list(words.map(shown)),
    found.length === 0
      ? ''
      : table(
          'Differences by kind',
          ['Difference', 'Expected', 'Other'],
          found.map((kind) => [
            differenceName(kind),
            countWords(kinds[kind].expected),
            countWords(kinds[kind].other),
          ]),
        ),
    rows.length === 0
      ? ''
      : table(
          'Keys that differ, or were not compared',
          ['Key', 'Difference', 'Version before', 'Version now', 'SHA-256 before', 'SHA-256 now'],
          rows.map(({ key, words: difference, before: was, after: now }) => [
            keyOf(key),
            shown(difference),
            versionOf(was),
            versionOf(now),
            hash(was?.valueSha256 ?? null),
            hash(now?.valueSha256 ?? null),
          ]),
        ),
    rows.length === differing + notCompared ? '' : more(differing + notCompared - rows.length),
  ].join('\n');
}

function rootsOf({ roots, pins }: AuditReport): string {
  const found = table(
    'Roots that the service showed',
    ['Root', 'Tree size', 'Status', 'Keys'],
    roots.map(({ rootHash, treeSize, status, records }) => [
      hash(rootHash),
      treeSize === null ? '' : countWords(treeSize),
      auditRootStatusNames[status],
      countWords(records),
    ]),
  );
  return pins.length === 0
    ? found
    : `${found}\n${table(
        'Pinned roots when the audit started',
        ['Root', 'Tree size'],
        pins.map(({ rootHash, treeSize }) => [hash(rootHash), treeSize === null ? '' : countWords(treeSize)]),
      )}`;
}

function rulesOf({ rules }: AuditReport): string {
  if (rules === null) return '<p>No hashing rules were known, so no path or content could be checked.</p>';
  return table(
    'Rules that the proofs were checked by',
    ['Source', 'Path', 'Leaf'],
    [[shown(rules.origin), some(rules.path), some(rules.leaf)]],
  );
}

function branchesOf({ branches }: AuditReport): string {
  return table(
    'Keys by branch',
    ['Branch', 'Keys', 'Failed', 'Not proven'],
    branches.map(({ prefix, outcomes, failures }) => [
      keyOf(prefix),
      countWords(auditOutcomes.reduce((sum, outcome) => sum + outcomes[outcome], 0)),
      countWords(failures),
      countWords(outcomes.amber + outcomes.missing + outcomes.refused + outcomes.unsendable),
    ]),
  );
}

function versionOf(record: AuditReportRecord | null): string {
  return record === null || record.version === null ? '' : String(record.version);
}

function keyOf(key: string): string {
  return `<span class="key">${shown(key)}</span>`;
}

function more(count: number): string {
  return `<p>${countOf(count, 'more key is', 'more keys are')} not listed here. The file of the audit contains all of them.</p>`;
}
