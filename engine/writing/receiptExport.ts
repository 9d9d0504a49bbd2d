import path from 'node:path';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { ExportFormat } from '#shared/domain/job.ts';
import { exportFileName } from '#shared/text/exportFileName.ts';
import { succeed, type Result } from '#shared/domain/result.ts';
import type { WriteReceipt, WrittenAtom } from '#shared/domain/writeReceipt.ts';
import type { SavedFile } from '#shared/ipc/appTypes.ts';
import { exportedService } from '#shared/text/exportedAtom.ts';
import { writeExport, type WriteExport } from '#shared/text/writeExport.ts';
import { writeInPieces } from '../storage/writeInPieces.ts';
import type { Connections } from '../connections/connections.ts';
import { serviceOfConnection } from '../connections/serviceOfConnection.ts';
import { replacedLink } from '../storage/userFiles/replacedLink.ts';
import { fileFailed } from '../storage/userFiles/userFiles.ts';
import type { Receipts } from './receipts.ts';

export interface ReceiptExportEffects {
  readonly receipts: Pick<Receipts, 'each' | 'rows'>;
  readonly connections: Pick<Connections, 'profile'>;
  /** The chosen path; null if the user canceled. */
  readonly askWhereToSave: (suggestedName: string) => Promise<string | null>;
  readonly newId: () => string;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/**
 * Asks for a file, and writes receipts to it, newest first, those of uploads with the rows that were read back. One at a time is in
 * memory. `ids`: null for all.
 */
export async function exportReceipts(
  { receipts, connections, askWhereToSave, newId, now }: ReceiptExportEffects,
  connectionId: ConnectionId,
  ids: readonly string[] | null,
  format: ExportFormat,
): Promise<Result<SavedFile>> {
  const service = serviceOfConnection(connections, connectionId);
  const what = ids?.length === 1 ? 'receipt' : 'receipts';
  const file = await askWhereToSave(exportFileName(what, service, now(), format));
  if (file === null) return succeed({ path: null });
  // A unique name, because the folder contains the user's own files.
  const temporary = path.join(path.dirname(file), `.${newId()}.part`);
  try {
    const text = writeExport(format, now(), exportedService(service));
    const pieces = textOf(receipts, connectionId, ids, text);
    const link = await replacedLink(file);
    await writeInPieces({ file, temporary, pieces, isStopped: () => false });
    return succeed({ path: file, ...link });
  } catch (error) {
    return fileFailed(error, file);
  }
}

/** Of an upload, in memory at once. */
const rowsAtOnce = 500;

async function* textOf(
  receipts: ReceiptExportEffects['receipts'],
  connectionId: ConnectionId,
  ids: readonly string[] | null,
  text: WriteExport,
): AsyncGenerator<string> {
  let isFirst = true;
  yield text.begin;
  for await (const receipt of receipts.each(connectionId, ids)) {
    const rows = receipt.kind === 'upload' ? rowsOf(receipts, receipt) : undefined;
    yield* text.receipt(receipt, isFirst, rows);
    isFirst = false;
  }
  yield text.end;
}

async function* rowsOf(
  receipts: Pick<Receipts, 'rows'>,
  { connectionId, id }: WriteReceipt,
): AsyncGenerator<readonly WrittenAtom[]> {
  for (let from = 0; ; from += rowsAtOnce) {
    const rows = await receipts.rows(connectionId, id, { from, to: from + rowsAtOnce });
    yield rows;
    if (rows.length < rowsAtOnce) return;
  }
}
