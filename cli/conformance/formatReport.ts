import type { CheckStatus, ConformanceReport } from './report.ts';

const statusWords: Readonly<Record<CheckStatus, string>> = { pass: 'yes', fail: 'NO', unchecked: '-' };

/** The report as text: what the API defines, what it leaves open, and totals. */
export function formatReport({ url, requests, stopped, prefix, checks, gaps }: ConformanceReport): string {
  const sums = (['pass', 'fail', 'unchecked'] as const).map(
    (status) => checks.filter((check) => check.status === status).length,
  );
  const [passed = 0, failed = 0, unchecked = 0] = sums;
  return [
    `Conformance of ${url}`,
    '',
    'Defined by the API',
    ...columns(checks.map(({ section, rule, status, seen }) => [statusWords[status], section, rule, seen])),
    '',
    'Left open by the API, and how this service handles it',
    ...columns(gaps.map(({ section, gap, answer }) => [section, gap, answer])),
    '',
    ...(stopped === null ? [] : [`Stopped early: ${stopped}.`, '']),
    `${passed} passed, ${failed} failed, ${unchecked} not checked. ${requests} requests. ${prefix === null ? 'Nothing was stored.' : `All stored keys start with ${prefix}`}`,
    '',
  ].join('\n');
}

/** The last column may have any length; the others are aligned. */
function columns(rows: readonly (readonly string[])[]): readonly string[] {
  const last = (rows[0]?.length ?? 1) - 1;
  const widths = Array.from({ length: last }, (_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows.map((row) =>
    `  ${row.map((cell, column) => (column < last ? cell.padEnd(widths[column] ?? 0) : cell)).join('  ')}`.trimEnd(),
  );
}
