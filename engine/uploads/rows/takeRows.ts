import { createHash } from 'node:crypto';
import { findSensitiveContent } from '#shared/safety/sensitiveContent.ts';
import { comparisons, rowOutcomes, rowStatuses } from '#shared/domain/upload.ts';
import type { PresentRows } from './presentRows.ts';
import type { RowColumns } from './rowColumns.ts';
import type { TakenRows, TakeOptions, WrittenRow } from './uploadRows.ts';

const ready = rowStatuses.indexOf('ready');
const sent = new Set([rowOutcomes.indexOf('stored'), rowOutcomes.indexOf('unknown')]);
/** Of the keys at once; and in UTF-16 units, after which no further one is added. */
const mostKeys = 2_000;
const mostKeysLength = 1024 * 1024;
/** One byte per character, without quotes and backslashes. */
const plainText = /^[ !#-[\]-~]*$/;
const sameOutcome = rowOutcomes.indexOf('same');
const same = comparisons.indexOf('same');

/** See `UploadRows.take`. */
export function takeRows(rows: PresentRows, options: TakeOptions): TakenRows {
  const { columns } = rows.table;
  const outcomes = new Set(options.outcomes.map((outcome) => rowOutcomes.indexOf(outcome)));
  const compared = options.comparisons?.map((comparison) => comparisons.indexOf(comparison));
  const isMeant = (row: number): boolean => {
    const comparison = columns.comparison[row] ?? 0;
    return (
      columns.status[row] === ready &&
      outcomes.has(columns.outcome[row] ?? 0) &&
      !(options.skipSame && comparison === same) &&
      (compared === undefined || compared.includes(comparison))
    );
  };
  const taken: { readonly row: number; readonly key: string; readonly value: string }[] = [];
  let bytes = 0;
  for (let row = options.from; row < columns.count; row++) {
    if (!isMeant(row)) continue;
    // The first row that did not fit; continue there.
    if (taken.length >= Math.max(1, options.mostRows)) return { rows: taken, next: row };
    if (taken.length > 0 && bytes + (columns.valueBytes[row] ?? 0) > options.mostBytes) {
      return { rows: taken, next: row };
    }
    const { key, value } = rows.atom(row);
    bytes += jsonBytes(key) + jsonBytes(value);
    if (taken.length > 0 && bytes > options.mostBytes) return { rows: taken, next: row };
    taken.push({ row, key, value });
  }
  return { rows: taken, next: null };
}

/** See `UploadRows.sentKeys`. */
export function sentKeys(
  rows: PresentRows,
  from: number,
): { readonly keys: readonly string[]; readonly next: number | null } {
  const { columns } = rows.table;
  const keys: string[] = [];
  let length = 0;
  for (let row = from; row < columns.count; row++) {
    if (!sent.has(columns.outcome[row] ?? 0)) continue;
    if (keys.length >= mostKeys || length >= mostKeysLength) return { keys, next: row };
    const key = rows.key(row);
    keys.push(key);
    length += key.length;
  }
  return { keys, next: null };
}

/** See `UploadRows.writtenRows`. */
export function writtenRow(rows: PresentRows, row: number): WrittenRow {
  const { columns } = rows.table;
  const { value } = rows.atom(row);
  return {
    bytes: Buffer.byteLength(value, 'utf8'),
    // A hash would reveal a secret to anyone who can guess it.
    sha256:
      findSensitiveContent(value) === null ? createHash('sha256').update(value, 'utf8').digest('hex') : null,
    ...replacedBy(columns, row),
  };
}

/** What a row replaces was compared before it was sent, unless it replaces nothing. */
function replacedBy(
  { outcome, comparison, compared, sent: columns }: RowColumns,
  row: number,
): Pick<WrittenRow, 'before' | 'versionBefore' | 'version'> {
  const version = versionIn(columns?.version, row);
  const versionBefore = versionIn(compared?.storedVersion, row);
  // Found to be there right before it would have been sent, or compared earlier.
  if (outcome[row] === sameOutcome) return { before: 'there', versionBefore, version: null };
  switch (comparisons[comparison[row] ?? 0]) {
    case 'changed':
    case 'same':
      return { before: 'there', versionBefore, version };
    case 'refused':
      return { before: 'unread', versionBefore: null, version };
    default:
      return { before: 'absent', versionBefore: null, version };
  }
}

function versionIn(versions: Float64Array | undefined, row: number): number | null {
  const version = versions?.[row] ?? Number.NaN;
  return Number.isNaN(version) ? null : version;
}

function jsonBytes(text: string): number {
  // Most texts need no escapes, and are not written as JSON just to learn their size.
  return plainText.test(text) ? text.length + 2 : Buffer.byteLength(JSON.stringify(text), 'utf8');
}
