import type { ExportFormat } from '../domain/job.ts';
import type { WriteReceipt, WrittenAtom } from '../domain/writeReceipt.ts';
import { csvLine, type CsvCell } from './csvText.ts';
import { receiptColumns } from './exportColumns.ts';
import { exportedVerdict } from './exportWords.ts';

/** The text of a file of receipts: before, of, and after each. Times are ISO 8601, in UTC. */
export interface WriteExport {
  readonly begin: string;
  /** In pieces. @param atoms instead of its own: the rows of an upload, some at a time */
  readonly receipt: (
    receipt: WriteReceipt,
    isFirst: boolean,
    atoms?: AsyncIterable<readonly WrittenAtom[]>,
  ) => AsyncIterable<string>;
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
  service: ({ sentTo }, _, service) => sentTo || service,
};

/** `service`: what the receipts are of, as `exportedService` names it. */
export function writeExport(format: ExportFormat, exportedAt: number, service: string): WriteExport {
  switch (format) {
    case 'csv':
      return {
        begin: csvLine(receiptColumns),
        receipt: (receipt, _, atoms) => csvLines(receipt, atoms ?? [receipt.atoms], service),
        end: '',
      };
    case 'json':
      return {
        begin: `{"format":"atom-explorer-receipts","version":1,"exportedAt":${JSON.stringify(isoTime(exportedAt))},"service":${JSON.stringify(service)},"receipts":[`,
        receipt: (receipt, isFirst, atoms) => jsonPieces(receipt, isFirst, atoms ?? [receipt.atoms]),
        end: '\n]}\n',
      };
  }
}

function proofText(atom: WrittenAtom | null): CsvCell {
  const proof = atom?.readBack?.proof ?? null;
  return proof === null ? null : JSON.stringify(proof);
}

type Atoms = Iterable<readonly WrittenAtom[]> | AsyncIterable<readonly WrittenAtom[]>;

/** A line for each atom; one line if there is none. */
async function* csvLines(receipt: WriteReceipt, atoms: Atoms, service: string): AsyncGenerator<string> {
  const line = (atom: WrittenAtom | null): string =>
    csvLine(receiptColumns.map((name) => cells[name](receipt, atom, service)));
  let hasAtoms = false;
  for await (const some of atoms) {
    if (some.length === 0) continue;
    hasAtoms = true;
    yield some.map(line).join('');
  }
  if (!hasAtoms) yield line(null);
}

async function* jsonPieces(receipt: WriteReceipt, isFirst: boolean, atoms: Atoms): AsyncGenerator<string> {
  yield `${isFirst ? '' : ','}\n${JSON.stringify(withoutAtoms(receipt)).slice(0, -1)},"atoms":[`;
  let separator = '';
  for await (const some of atoms) {
    if (some.length === 0) continue;
    yield separator + some.map((atom) => JSON.stringify(atom)).join(',');
    separator = ',';
  }
  yield ']}';
}

/** The connection's id means nothing outside of this app. */
function withoutAtoms({ connectionId: _, atoms: __, startedAt, endedAt, ...rest }: WriteReceipt) {
  return { ...rest, startedAt: isoTime(startedAt), endedAt: isoTime(endedAt) };
}

function readBackText({ readBack: wasRead }: WriteReceipt, { missing, readBack }: WrittenAtom): CsvCell {
  // Of an upload, rows may have been read back before that was stopped.
  if (wasRead === null && readBack === null && !missing) return null;
  if (missing) return 'not there';
  if (readBack === null) return 'not read';
  return readBack.holdsValue ? exportedVerdict[readBack.verdict] : 'another value';
}

function isoTime(time: number): string {
  return new Date(time).toISOString();
}
