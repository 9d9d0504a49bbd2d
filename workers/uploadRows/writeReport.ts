import { createHash, randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import type { ExportFormat } from '#shared/domain/job.ts';
import type { UploadRow } from '#shared/domain/upload.ts';
import { csvLine, type CsvCell } from '#shared/text/csvText.ts';
import { uploadReportColumns } from '#shared/text/exportColumns.ts';

export interface ReportedRow {
  readonly row: UploadRow;
  readonly value: string;
}

/** What is told of each row. Never its value. */
const cells: Readonly<Record<(typeof uploadReportColumns)[number], (reported: ReportedRow) => CsvCell>> = {
  row: ({ row }) => row.row + 1,
  line: ({ row }) => row.place,
  key: ({ row }) => row.key,
  outcome: ({ row }) => row.outcome,
  why: ({ row }) => row.why,
  version: ({ row }) => row.version,
  readBack: ({ row }) => row.readBack,
  standing: ({ row }) => row.standing,
  problems: ({ row }) => row.problems.join(' | '),
  comparison: ({ row }) => row.comparison,
  valueBytes: ({ row }) => row.valueBytes,
  valueSha256: ({ value }) => createHash('sha256').update(value, 'utf8').digest('hex'),
};

const pieceLength = 256 * 1024;

/** Writes the file piece by piece, and puts it in its place only when it is whole. @throws the reason of `signal` */
export async function writeReport(
  path: string,
  format: ExportFormat,
  rows: Iterable<ReportedRow>,
  signal: AbortSignal,
): Promise<void> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}.part`;
  let isInPlace = false;
  try {
    const handle = await open(temporary, 'wx', 0o666);
    try {
      let text = '';
      for (const piece of piecesOf(format, rows)) {
        text += piece;
        if (text.length < pieceLength) continue;
        await handle.appendFile(text, 'utf8');
        signal.throwIfAborted();
        text = '';
      }
      await handle.appendFile(text, 'utf8');
      await handle.sync();
    } finally {
      await handle.close();
    }
    signal.throwIfAborted();
    await rename(temporary, path);
    isInPlace = true;
  } finally {
    if (!isInPlace) await rm(temporary, { force: true });
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
          JSON.stringify(Object.fromEntries(uploadReportColumns.map((name) => [name, cells[name](reported)])))
        );
        lead = ',\n';
      }
      yield lead === '[\n' ? '[]\n' : '\n]\n';
    }
  }
}
