import { createHash, randomBytes } from 'node:crypto';
import type { ExportFormat } from '#shared/domain/job.ts';
import type { UploadRow } from '#shared/domain/upload.ts';
import { csvLine, type CsvCell } from '#shared/text/csvText.ts';
import { uploadReportColumns } from '#shared/text/exportColumns.ts';
import { writeInPieces } from '../../storage/writeInPieces.ts';

export interface ReportedRow {
  readonly row: UploadRow;
  readonly value: string;
}

/** What is reported of each row. Never its value. */
const cells: Readonly<Record<(typeof uploadReportColumns)[number], (reported: ReportedRow) => CsvCell>> = {
  row: ({ row }) => row.row + 1,
  line: ({ row }) => row.place,
  key: ({ row }) => row.key,
  outcome: ({ row }) => row.outcome,
  why: ({ row }) => row.why,
  version: ({ row }) => row.version,
  readBack: ({ row }) => row.readBack,
  standing: ({ row }) => row.status,
  problems: ({ row }) => row.problems.join(' | '),
  comparison: ({ row }) => row.comparison,
  valueBytes: ({ row }) => row.valueBytes,
  valueSha256: ({ value }) => createHash('sha256').update(value, 'utf8').digest('hex'),
  marks: ({ row }) => row.marks.join(' | '),
};

/**
 * Writes the file piece by piece, and replaces the old one only when it is complete. @throws the reason of
 * `signal`
 */
export async function writeReport(
  path: string,
  format: ExportFormat,
  rows: Iterable<ReportedRow>,
  signal: AbortSignal,
): Promise<void> {
  await writeInPieces({
    file: path,
    // A unique name, because the folder contains the user's own files.
    temporary: `${path}.${randomBytes(6).toString('hex')}.part`,
    pieces: untilAborted(piecesOf(format, rows), signal),
    isStopped: () => signal.aborted,
  });
  signal.throwIfAborted();
}

function* untilAborted(pieces: Iterable<string>, signal: AbortSignal): Generator<string> {
  for (const piece of pieces) {
    signal.throwIfAborted();
    yield piece;
  }
}

function* piecesOf(format: ExportFormat, rows: Iterable<ReportedRow>): Generator<string> {
  switch (format) {
    case 'csv':
      yield csvLine(uploadReportColumns);
      for (const reported of rows) yield csvLine(uploadReportColumns.map((name) => cells[name](reported)));
      return;
    case 'json': {
      let lead = '[\n';
      for (const reported of rows) {
        yield (
          lead +
            JSON.stringify(
              Object.fromEntries(uploadReportColumns.map((name) => [name, cells[name](reported)])),
            )
        );
        lead = ',\n';
      }
      yield lead === '[\n' ? '[]\n' : '\n]\n';
    }
  }
}
