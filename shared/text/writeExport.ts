import { assertNever } from '../domain/result.ts';
import type { ExportFormat } from '../domain/job.ts';
import type { WriteReceipt, WrittenAtom } from '../domain/writeReceipt.ts';
import { csvLine, type CsvCell } from './csvText.ts';
import { exportedVerdict } from './exportWords.ts';

/** The text of a file of receipts: before, of, and after each. Times are ISO 8601, in UTC. */
export interface WriteExport {
  readonly begin: string;
  readonly receipt: (receipt: WriteReceipt, isFirst: boolean) => string;
  readonly end: string;
}

/** A line for each atom; an upload, whose rows are in its own report, has one. */
const columns: readonly (readonly [
  name: string,
  of: (receipt: WriteReceipt, atom: WrittenAtom | null) => CsvCell,
])[] = [
  ['receipt', ({ id }) => id],
  ['startedAt', ({ startedAt }) => isoTime(startedAt)],
  ['endedAt', ({ endedAt }) => isoTime(endedAt)],
  ['kind', ({ kind }) => kind],
  ['outcome', ({ outcome }) => outcome],
  ['error', ({ errorCode }) => errorCode],
  ['title', ({ title }) => title],
  ['atoms', ({ atomCount }) => atomCount],
  ['key', (_, atom) => atom?.key ?? null],
  ['bytes', (_, atom) => atom?.bytes ?? null],
  ['sha256', (_, atom) => atom?.sha256 ?? null],
  ['before', (_, atom) => atom?.before ?? null],
  ['versionBefore', (_, atom) => atom?.versionBefore ?? null],
  ['version', (_, atom) => atom?.version ?? null],
  ['hash', (_, atom) => atom?.hash ?? null],
  ['createdAt', (_, atom) => atom?.createdAt ?? null],
  ['readBack', (receipt, atom) => (atom === null ? null : readBackText(receipt, atom))],
  ['readBackVersion', (_, atom) => atom?.readBack?.version ?? null],
  ['rootBefore', ({ rootBefore }) => rootBefore],
  ['rootAfter', ({ rootAfter }) => rootAfter],
  ['otherWriteBefore', ({ otherWrites }) => otherWrites.before],
  ['otherWriteAfter', ({ otherWrites }) => otherWrites.after],
];

export function writeExport(format: ExportFormat, exportedAt: number): WriteExport {
  switch (format) {
    case 'csv':
      return {
        begin: csvLine(columns.map(([name]) => name)),
        receipt: (receipt) =>
          (receipt.atoms.length === 0 ? [null] : receipt.atoms)
            .map((atom) => csvLine(columns.map(([, of]) => of(receipt, atom))))
            .join(''),
        end: '',
      };
    case 'json':
      return {
        begin: `{"exportedAt":${JSON.stringify(isoTime(exportedAt))},"receipts":[`,
        receipt: (receipt, isFirst) => `${isFirst ? '' : ','}\n${JSON.stringify(inFull(receipt))}`,
        end: '\n]}\n',
      };
    default:
      return assertNever(format);
  }
}

/** The connection's id means nothing outside of this app. */
function inFull({ connectionId: _, startedAt, endedAt, ...rest }: WriteReceipt) {
  return { ...rest, startedAt: isoTime(startedAt), endedAt: isoTime(endedAt) };
}

function readBackText({ readBack: wasRead }: WriteReceipt, { missing, readBack }: WrittenAtom): CsvCell {
  if (wasRead === null) return null;
  if (missing) return 'not there';
  if (readBack === null) return 'not read';
  return readBack.holdsValue ? exportedVerdict[readBack.verdict] : 'another value';
}

function isoTime(time: number): string {
  return new Date(time).toISOString();
}
