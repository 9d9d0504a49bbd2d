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

const tables: readonly (readonly string[])[] = [keyExportColumns, answerColumns, runColumns];

/** Whether a table with these columns is one that this app exports, so that its cells have the guard against formulas. */
export function isAppExport(columns: readonly string[]): boolean {
  return tables.some(
    (table) => table.length === columns.length && table.every((name, at) => name === columns[at]),
  );
}
