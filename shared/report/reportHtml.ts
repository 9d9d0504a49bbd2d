import type { VerdictStatus } from '../merkle/verdict.ts';
import { countOf, applying } from '../text/phrases.ts';
import { countWords } from '../text/sizes.ts';
import { checkLabel } from '../text/verdictWords.ts';
import type { EvidenceReport, ReportContents, ReportRead } from './evidenceReport.ts';
import {
  hash,
  htmlPage,
  lines,
  list,
  section,
  shown,
  some,
  statusMark,
  statusNames,
  table,
  verdictMark,
} from './htmlParts.ts';

/** The report as a page. Every text is escaped, and characters that cannot be seen are spelled out. */
export function reportHtml(report: EvidenceReport): string {
  const { contents } = report;
  return htmlPage(
    `Evidence report: ${report.title}`,
    'Evidence report',
    `${section('Result', resultOf(report))}
${contents === null ? '' : sectionsOf(contents)}`,
  );
}

function resultOf({ title, summary, status, signer, findings, grounds, contents }: EvidenceReport): string {
  const isOwn = signer.trust === 'own' || signer.trust === 'former';
  const facts: readonly (readonly [string, string])[] = [
    [
      'Signed by',
      `<code>${shown(signer.fingerprint)}</code>${isOwn ? ', a key of the installation that made this report' : ''}`,
    ],
    ...(contents === null ? [] : factsOf(contents)),
  ];
  return `<p class="result ${status}"><strong>${shown(title)}</strong> ${verdictMark(status)}</p>
<p>${shown(summary)}</p>
<dl>${facts.map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`).join('')}</dl>
${table(
  'What was verified about the bundle',
  ['Check', 'Result', 'Explanation'],
  findings.map(({ code, label, status: result, words }) => [
    shown(label),
    statusMark(result, code === 'signer' ? 'Unknown' : undefined),
    shown(words),
  ]),
)}${grounds.length === 0 ? '' : `<h3>What this result does without</h3>${list(grounds.map(({ why }) => shown(why)))}`}`;
}

function factsOf({
  service,
  app,
  scope,
  observedAt,
  firstReadAt,
  lastReadAt,
  reads,
  missing,
  rawResponses,
}: ReportContents): readonly (readonly [string, string])[] {
  const address = service.address === null ? 'embedded' : service.address;
  return [
    ['Service', `${shown(service.name)} (${shown(address)})`],
    ['Recorded by', `${shown(app.name)} ${shown(app.version)}`],
    ['Recorded at', shown(observedAt)],
    ['Scope', `${shown(scope.title)} (${shown(scope.kind)})`],
    [
      'Included',
      shown(
        applying([
          countOf(reads.length, 'read'),
          scope.requested !== null && `${countWords(scope.requested)} requested`,
          missing.length !== 0 && `${countWords(missing.length)} not returned`,
          rawResponses !== 0 && countOf(rawResponses, 'raw response'),
        ]).join(', '),
      ),
    ],
    ...(firstReadAt === null || lastReadAt === null
      ? []
      : [
          [
            'Read',
            shown(firstReadAt === lastReadAt ? firstReadAt : `${firstReadAt} to ${lastReadAt}`),
          ] as const,
        ]),
  ];
}

function sectionsOf(contents: ReportContents): string {
  const { counts, failures, notShown, schemes, roots, reads, missing, receipts, contradictions, pins } =
    contents;
  return [
    section('Not shown by this bundle', list(notShown.map(({ words }) => shown(words)))),
    section(
      'Counts',
      table(
        'Reads by verdict',
        ['Verdict', 'Reads'],
        Object.entries(counts).map(([status, count]) => [
          verdictMark(status as VerdictStatus),
          countWords(count),
        ]),
      ),
    ),
    section(
      'Failures',
      failures.length === 0
        ? '<p>No check failed.</p>'
        : table(
            'Every failed check, with the two values that should be the same',
            ['Read', 'Key', 'Check', 'Stated', 'Found', 'Explanation'],
            failures.map(({ read, key, check, stated, found, why }) => [
              countWords(read),
              `<span class="key">${shown(key)}</span>`,
              check === 'record' ? 'Record' : checkLabel(check),
              hash(stated),
              hash(found),
              shown(why),
            ]),
          ),
    ),
    section(
      'Hashing rules',
      schemes.length === 0
        ? '<p>No hashing rules were known, so no path or content could be checked.</p>'
        : table(
            'Rules that the proofs were checked by',
            ['Source', 'Proofs', 'Path', 'Leaf'],
            schemes.map(({ origin, samples, path, leaf }) => [
              shown(origin),
              countWords(samples),
              some(path),
              some(leaf),
            ]),
          ),
    ),
    roots.length === 0
      ? ''
      : section(
          'Roots',
          table(
            'Roots that the proofs lead to',
            ['Root', 'Tree size', 'Reads'],
            roots.map(({ rootHash, treeSize, reads: count }) => [
              hash(rootHash),
              treeSize === null ? '' : countWords(treeSize),
              countWords(count),
            ]),
          ),
        ),
    contradictions.length === 0
      ? ''
      : section('Contradictions', list(contradictions.map(({ words }) => shown(words)))),
    reads.length === 0 ? '' : section('Reads', reads.map(readOf).join('\n')),
    missing.length === 0 ? '' : section('Keys not returned', list(missing.map(shown))),
    receipts.length === 0
      ? ''
      : section(
          'Receipts',
          table(
            'Stores',
            ['Title', 'Outcome', 'Sent at', 'Atoms'],
            receipts.map(({ title, outcome, startedAt, atoms }) => [
              shown(title),
              shown(outcome),
              shown(startedAt),
              countWords(atoms),
            ]),
          ),
        ),
    pins.length === 0
      ? ''
      : section(
          'Pinned roots',
          table(
            'Roots that the signer trusts',
            ['Root', 'Tree size', 'Source', 'Note', 'Pinned at'],
            pins.map(({ rootHash, treeSize, source, note, pinnedAt }) => [
              hash(rootHash),
              treeSize === null ? '' : countWords(treeSize),
              shown(source),
              shown(note),
              shown(pinnedAt),
            ]),
          ),
        ),
  ].join('\n');
}

function readOf(read: ReportRead, at: number): string {
  const {
    key,
    value,
    valueSha256,
    valueBytes,
    version,
    status,
    recorded,
    checks,
    grounds,
    rootHash,
    treeSize,
    leafIndex,
  } = read;
  const facts: readonly (readonly [string, string])[] = [
    ['Version', version === null ? 'not stated' : String(version)],
    ['Read at', shown(read.at)],
    ['Value', value === null ? 'left out' : `<pre>${lines(value)}</pre>`],
    ['SHA-256 of the value', valueSha256 === null ? 'none' : `<code>${shown(valueSha256)}</code>`],
    ['Bytes of the value', valueBytes === null ? 'none' : countWords(valueBytes)],
    ['Root', hash(rootHash)],
    ['Leaf index', leafIndex === null ? 'unknown' : countWords(leafIndex)],
    ['Tree size', treeSize === null ? 'unknown' : countWords(treeSize)],
    ['Recorded verdict', verdictMark(recorded)],
    ...(grounds.length === 0
      ? []
      : [['Made without, as recorded', list(grounds.map(({ why }) => shown(why)))] as const]),
  ];
  return `<article>
<h3>${countWords(at + 1)}. <span class="key">${shown(key)}</span> ${verdictMark(status)}</h3>
<dl>${facts.map(([name, text]) => `<dt>${name}</dt><dd>${text}</dd>`).join('')}</dl>
${table(
  `Checks of read ${countWords(at + 1)}`,
  ['Check', 'Result', 'Basis', 'Explanation'],
  checks.map(({ name, status: result, code, basis, why }) => [
    checkLabel(name),
    statusMark(result, openWords(code)),
    basis === 'recorded' ? 'As recorded' : 'Recomputed',
    shown(why),
  ]),
)}
</article>`;
}

/** A root that is new or was seen before is just not pinned, and a single proof has nothing to disagree with. */
function openWords(code: string): string {
  if (code === 'snapshot.single') return 'Nothing to compare';
  return code === 'root.new' || code === 'root.seen' ? 'Not pinned' : statusNames.undecided;
}
