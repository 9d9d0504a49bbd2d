/** Columns of the keys that are exported. */
export const keyExportColumns = [
  'key',
  'version',
  'hash',
  'leafIndex',
  'rootHash',
  'treeSize',
  'verdict',
  'gone',
  'readAt',
  'source',
  'firstSeenAt',
  'bookmarked',
  'tags',
  'note',
  'service',
] as const;

/** Of keys that changed since a time. */
export const changeExportColumns = [
  'key',
  'change',
  'versionBefore',
  'versionNow',
  'valueSha256Before',
  'valueSha256Now',
  'verdict',
  'changeSeenAt',
  'readBeforeThatAt',
  'changes',
  'olderChangesNotKept',
  'firstSeenAt',
  'readAt',
  'service',
] as const;

/** Of atoms that are read for their export, with all that it takes to check them again. */
export const atomExportColumns = [
  'key',
  'value',
  'version',
  'hash',
  'verdict',
  'reasons',
  'rootHash',
  'treeSize',
  'leafIndex',
  'proof',
  'readAt',
  'scheme',
  'service',
] as const;

/** Of the hits of a response, which have their values and proofs. */
export const answerColumns = [
  'rank',
  'key',
  'value',
  'version',
  'hash',
  'score',
  'verdict',
  'reasons',
  'rootHash',
  'treeSize',
  'leafIndex',
  'proof',
  'readAt',
  'scheme',
  'service',
  'unexpected',
] as const;

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
const answerFields = [
  'rank',
  'score',
  'key',
  'value',
  'version',
  'hash',
  'verdict',
  'checks',
  'binds',
  'rootHash',
  'treeSize',
  'leafIndex',
  'outcome',
  'readAt',
  'proof',
] as const;

/** Of the log of writes: a line for each atom; an upload, whose rows are in its own report, has one. */
export const receiptColumns = [
  'receipt',
  'startedAt',
  'endedAt',
  'kind',
  'outcome',
  'error',
  'title',
  'atoms',
  'key',
  'bytes',
  'sha256',
  'before',
  'versionBefore',
  'version',
  'hash',
  'createdAt',
  'readBack',
  'readBackVersion',
  'readBackProof',
  'rootBefore',
  'rootAfter',
  'otherWriteBefore',
  'otherWriteAfter',
  'service',
] as const;

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
  'marks',
] as const;

const tables: readonly (readonly string[])[] = [
  keyExportColumns,
  changeExportColumns,
  atomExportColumns,
  answerColumns,
  answerFields,
  runColumns,
  receiptColumns,
  uploadReportColumns,
  // Of earlier versions.
  uploadReportColumns.filter((name) => name !== 'marks'),
];

/** Whether this is what this app exports. The cells of a table then have the guard against formulas. */
export function isAppExport(columns: readonly string[]): boolean {
  return tables.some(
    (table) => table.length === columns.length && table.every((name, at) => name === columns[at]),
  );
}
