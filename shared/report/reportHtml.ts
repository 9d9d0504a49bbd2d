import type { CheckStatus, VerdictStatus } from '../merkle/verdict.ts';
import { countOf } from '../text/phrases.ts';
import { countWords } from '../text/sizes.ts';
import { verdictNames } from '../text/verdictNames.ts';
import { checkLabel } from '../text/verdictWords.ts';
import { visibleLine } from '../text/visibleText.ts';
import type { EvidenceReport, ReportContents, ReportRead } from './evidenceReport.ts';

/**
 * A page that needs nothing but itself: no scripts, no network, both color schemes, and readable on paper. Every text is
 * escaped, and characters that cannot be seen are spelled out.
 */
export function reportHtml(report: EvidenceReport): string {
  const { contents } = report;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Evidence report: ${shown(report.title)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>Evidence report</h1>
${section('Result', resultOf(report))}
${contents === null ? '' : sectionsOf(contents)}
</main>
</body>
</html>
`;
}

function resultOf({ title, summary, status, signer, findings, contents }: EvidenceReport): string {
  const facts: readonly (readonly [string, string])[] = [
    ['Signed by', `<code>${shown(signer.fingerprint)}</code>`],
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
)}`;
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
        [
          countOf(reads.length, 'read'),
          ...(scope.requested === null ? [] : [`${countWords(scope.requested)} requested`]),
          ...(missing.length === 0 ? [] : [`${countWords(missing.length)} not returned`]),
          ...(rawResponses === 0 ? [] : [countOf(rawResponses, 'raw response')]),
        ].join(', '),
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

const statusNames: Readonly<Record<CheckStatus, string>> = {
  pass: 'Passed',
  undecided: 'Could not check',
  fail: 'Failed',
};
const marks = {
  pass: '✓',
  green: '✓',
  keyOnly: '◐',
  undecided: '?',
  amber: '?',
  fail: '✕',
  red: '✕',
} as const;

function statusMark(status: CheckStatus, open = statusNames.undecided): string {
  const words = status === 'undecided' ? open : statusNames[status];
  return `<span class="mark ${status}"><span aria-hidden="true">${marks[status]}</span> ${words}</span>`;
}

/** A root that is new or was seen before is just not pinned, and a single proof has nothing to disagree with. */
function openWords(code: string): string {
  if (code === 'snapshot.single') return 'Nothing to compare';
  return code === 'root.new' || code === 'root.seen' ? 'Not pinned' : statusNames.undecided;
}

function verdictMark(status: VerdictStatus): string {
  return `<span class="mark ${status}"><span aria-hidden="true">${marks[status]}</span> ${verdictNames[status]}</span>`;
}

function section(title: string, body: string): string {
  return `<section><h2>${title}</h2>\n${body}</section>`;
}

function list(items: readonly string[]): string {
  return `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`;
}

/** @param rows of HTML */
function table(caption: string, heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const body = rows.map(
    ([first = '', ...others]) =>
      `<tr><th scope="row">${first}</th>${others.map((cell) => `<td>${cell}</td>`).join('')}</tr>`,
  );
  return `<table><caption>${caption}</caption><thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead><tbody>${body.join('')}</tbody></table>`;
}

function hash(text: string | null): string {
  return text === null ? '' : `<code>${shown(text)}</code>`;
}

function some(rules: readonly string[]): string {
  const named = rules.slice(0, 4).map(shown);
  return rules.length > 4
    ? `${named.join('<br>')}<br>and ${countWords(rules.length - 4)} more`
    : named.join('<br>');
}

/** Text of one line. */
function shown(text: string): string {
  return escaped(visibleLine(text));
}

function lines(text: string): string {
  return text.split('\n').map(shown).join('\n');
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

const style = `
:root { color-scheme: light dark; --text: #1b1c1f; --dim: #55585f; --line: #c9ccd3; --page: #fff; --good: #0b6b2f; --key: #12579e; --open: #7a4b00; --bad: #a81e1e; }
@media (prefers-color-scheme: dark) { :root { --text: #e8e9ec; --dim: #b3b6bd; --line: #4a4d55; --page: #17181b; --good: #6fd48f; --key: #85b9f2; --open: #f0b860; --bad: #ff9a94; } }
@media print { :root { --text: #000; --dim: #333; --line: #999; --page: #fff; --good: #0b6b2f; --key: #12579e; --open: #7a4b00; --bad: #a81e1e; } article, tr { break-inside: avoid; } h2, h3 { break-after: avoid; } thead { display: table-header-group; } }
body { margin: 0; background: var(--page); color: var(--text); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 72rem; margin: 0 auto; padding: 2rem 1.5rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.2rem; margin-top: 2rem; } h3 { font-size: 1rem; margin-top: 1.5rem; overflow-wrap: anywhere; }
.result { font-size: 1.15rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.25rem 1rem; margin: 0.75rem 0; }
dt { color: var(--dim); } dd { margin: 0; overflow-wrap: anywhere; }
table { width: 100%; border-collapse: collapse; margin: 0.75rem 0; }
caption { text-align: left; color: var(--dim); padding-bottom: 0.25rem; }
th, td { text-align: left; vertical-align: top; padding: 0.35rem 0.75rem 0.35rem 0; border-bottom: 1px solid var(--line); }
td:last-child:not(:first-child), code, .key { overflow-wrap: anywhere; } td .key { display: inline-block; min-width: 9rem; } td code { display: inline-block; min-width: 16rem; }
thead th { color: var(--dim); font-weight: 600; } tbody th { font-weight: 500; }
code, pre, .key { font-family: ui-monospace, "DejaVu Sans Mono", Consolas, monospace; font-size: 0.9em; }
pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
.mark { font-weight: 600; white-space: nowrap; }
.pass, .green { color: var(--good); } .keyOnly { color: var(--key); } .undecided, .amber { color: var(--open); } .fail, .red { color: var(--bad); }
.result { color: inherit; }
`;
