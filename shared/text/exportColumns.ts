/** Columns of the keys that are exported. */
export const keyExportColumns = [
  'key',
  'version',
  'hash',
  'leafIndex',
  'verdict',
  'gone',
  'readAt',
  'source',
  'firstSeenAt',
  'bookmarked',
  'tags',
  'note',
] as const;

/** Of the hits of an answer, which have their values. */
export const answerColumns = ['rank', 'key', 'score', 'version', 'verdict', 'value', 'unexpected'] as const;

/** Of the hits of a kept run. */
export const runColumns = [
  'rank',
  'key',
  'score',
  'version',
  'verdict',
  'value_sha256',
  'value_bytes',
  'unexpected',
] as const;

/** The same hits in JSON. */
const answerFields = ['rank', 'key', 'value', 'version', 'hash', 'score', 'verdict', 'proof'] as const;

/** Of the rows of an upload with what became of them, without their values. */
export const uploadReportColumns = [
  'row',
  'line',
  'key',
  'outcome',
  'why',
  'version',
  'readBack',
  'standing',
  'problems',
  'comparison',
  'valueBytes',
  'valueSha256',
] as const;

const tables: readonly (readonly string[])[] = [
  keyExportColumns,
  answerColumns,
  answerFields,
  runColumns,
  uploadReportColumns,
];

/** Whether this is what this app exports. The cells of a table then have the guard against formulas. */
export function isAppExport(columns: readonly string[]): boolean {
  return tables.some(
    (table) => table.length === columns.length && table.every((name, at) => name === columns[at]),
  );
}
