import type { ExportFormat } from '../domain/job.ts';
import type { WriteReceipt, WrittenAtom } from '../domain/writeReceipt.ts';
import { csvLine, type CsvCell } from './csvText.ts';
import { receiptColumns } from './exportColumns.ts';
import { exportedVerdict } from './exportWords.ts';

/** The text of a file of receipts: before, of, and after each. Times are ISO 8601, in UTC. */
export interface WriteExport {
  readonly begin: string;
  readonly receipt: (receipt: WriteReceipt, isFirst: boolean) => string;
  readonly end: string;
}

const cells: Readonly<
  Record<
    (typeof receiptColumns)[number],
    (receipt: WriteReceipt, atom: WrittenAtom | null, service: string) => CsvCell
  >
> = {
  receipt: ({ id }) => id,
  startedAt: ({ startedAt }) => isoTime(startedAt),
  endedAt: ({ endedAt }) => isoTime(endedAt),
  kind: ({ kind }) => kind,
  outcome: ({ outcome }) => outcome,
  error: ({ errorCode }) => errorCode,
  title: ({ title }) => title,
  atoms: ({ atomCount }) => atomCount,
  key: (_, atom) => atom?.key ?? null,
  bytes: (_, atom) => atom?.bytes ?? null,
  sha256: (_, atom) => atom?.sha256 ?? null,
  before: (_, atom) => atom?.before ?? null,
  versionBefore: (_, atom) => atom?.versionBefore ?? null,
  version: (_, atom) => atom?.version ?? null,
  hash: (_, atom) => atom?.hash ?? null,
  createdAt: (_, atom) => atom?.createdAt ?? null,
  readBack: (receipt, atom) => (atom === null ? null : readBackText(receipt, atom)),
  readBackVersion: (_, atom) => atom?.readBack?.version ?? null,
  readBackProof: (_, atom) => proofText(atom),
  rootBefore: ({ rootBefore }) => rootBefore,
  rootAfter: ({ rootAfter }) => rootAfter,
  otherWriteBefore: ({ otherWrites }) => otherWrites.before,
  otherWriteAfter: ({ otherWrites }) => otherWrites.after,
  service: (_, __, service) => service,
};

/** `service`: what the receipts are of, as `exportedService` names it. */
export function writeExport(format: ExportFormat, exportedAt: number, service: string): WriteExport {
  switch (format) {
    case 'csv':
      return {
        begin: csvLine(receiptColumns),
        receipt: (receipt) =>
          (receipt.atoms.length === 0 ? [null] : receipt.atoms)
            .map((atom) => csvLine(receiptColumns.map((name) => cells[name](receipt, atom, service))))
            .join(''),
        end: '',
      };
    case 'json':
      return {
        begin: `{"format":"atom-explorer-receipts","version":1,"exportedAt":${JSON.stringify(isoTime(exportedAt))},"service":${JSON.stringify(service)},"receipts":[`,
        receipt: (receipt, isFirst) => `${isFirst ? '' : ','}\n${JSON.stringify(inFull(receipt))}`,
        end: '\n]}\n',
      };
  }
}

function proofText(atom: WrittenAtom | null): CsvCell {
  const proof = atom?.readBack?.proof ?? null;
  return proof === null ? null : JSON.stringify(proof);
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
