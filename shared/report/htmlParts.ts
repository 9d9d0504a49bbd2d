import type { CheckStatus, VerdictStatus } from '../merkle/verdict.ts';
import { countWords } from '../text/sizes.ts';
import { verdictNames } from '../text/verdictNames.ts';
import { visibleLine } from '../text/visibleText.ts';

/** HTML, ready to be part of a page. The other functions take it where they say so, and escape every other text. */
type Html = string;

/**
 * A page that needs nothing but itself: no scripts, no network, both color schemes, and readable on paper.
 *
 * @param body HTML
 */
export function htmlPage(title: string, heading: string, body: Html): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${shown(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${shown(heading)}</h1>
${body}
</main>
</body>
</html>
`;
}

export const statusNames: Readonly<Record<CheckStatus, string>> = {
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

export function statusMark(status: CheckStatus, open = statusNames.undecided): string {
  const words = status === 'undecided' ? open : statusNames[status];
  return `<span class="mark ${status}"><span aria-hidden="true">${marks[status]}</span> ${words}</span>`;
}

export function verdictMark(status: VerdictStatus): string {
  return `<span class="mark ${status}"><span aria-hidden="true">${marks[status]}</span> ${verdictNames[status]}</span>`;
}

export function section(title: string, body: string): string {
  return `<section><h2>${title}</h2>\n${body}</section>`;
}

export function list(items: readonly string[]): string {
  return `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`;
}

/** @param rows of HTML */
export function table(
  caption: string,
  heads: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const body = rows.map(
    ([first = '', ...others]) =>
      `<tr><th scope="row">${first}</th>${others.map((cell) => `<td>${cell}</td>`).join('')}</tr>`,
  );
  return `<table><caption>${caption}</caption><thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead><tbody>${body.join('')}</tbody></table>`;
}

export function hash(text: string | null): string {
  return text === null ? '' : `<code>${shown(text)}</code>`;
}

export function some(rules: readonly string[]): string {
  const named = rules.slice(0, 4).map(shown);
  return rules.length > 4
    ? `${named.join('<br>')}<br>and ${countWords(rules.length - 4)} more`
    : named.join('<br>');
}

/** Text of one line. */
export function shown(text: string): string {
  return escaped(visibleLine(text));
}

export function lines(text: string): string {
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
td:last-child:not(:first-child), code, .key { overflow-wrap: anywhere; } td:nth-child(n + 5):last-child { min-width: 14rem; } td .key, td code { display: inline-block; min-width: 9rem; }
thead th { color: var(--dim); font-weight: 600; } tbody th { font-weight: 500; }
code, pre, .key { font-family: ui-monospace, "DejaVu Sans Mono", Consolas, monospace; font-size: 0.9em; }
pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
.mark { font-weight: 600; white-space: nowrap; }
.pass, .green { color: var(--good); } .keyOnly { color: var(--key); } .undecided, .amber { color: var(--open); } .fail, .red { color: var(--bad); }
.result { color: inherit; }
.signature { display: none; }
@media print { html, body { font-size: 12px; } main { padding: 0; max-width: none; } .signature { display: flex; gap: 3rem; margin-top: 5rem; break-inside: avoid; } .signature span { border-top: 1px solid var(--line); padding-top: 0.25rem; flex: 2; } .signature span:first-child { flex: 1; } }
@page { margin: 18mm 15mm; }
`;
