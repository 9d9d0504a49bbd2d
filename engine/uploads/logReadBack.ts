import { mostUploadedRows, type UploadedRow } from '#shared/domain/writeReceipt.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { Receipts } from '../writing/receipts.ts';
import type { FoundRow } from './readBackRows.ts';
import type { UploadRows, WrittenRow } from './rows/uploadRows.ts';

/** Rows whose records are made at once: they contain their proofs, and other work needs a turn. */
const atOnce = 250;

/**
 * Keeps the rows of an upload in the list of writes as they are read back, with their proofs. Must be called before their read-back is
 * noted, which replaces the versions of the responses.
 */
export function createReadBackLog(
  rows: Pick<UploadRows, 'writtenRows'>,
  receipts: Pick<Receipts, 'addRows'>,
  upload: { readonly connectionId: ConnectionId; readonly id: string },
): (found: readonly FoundRow[]) => Promise<void> {
  let kept = 0;
  return async (found) => {
    for (let at = 0; at < found.length && kept < mostUploadedRows; at += atOnce) {
      const some = found.slice(at, at + Math.min(atOnce, mostUploadedRows - kept));
      const written = await rows.writtenRows(some.map(({ row }) => row));
      const made = some.flatMap((one, index) => {
        const facts = written[index];
        return facts === undefined ? [] : [uploadedRow(one, facts)];
      });
      await receipts.addRows(upload.connectionId, upload.id, made);
      kept += some.length;
    }
  };
}

function uploadedRow({ row, key, value, atom }: FoundRow, facts: WrittenRow): UploadedRow {
  const isRead = atom !== null && atom !== 'refused';
  return {
    row,
    key,
    ...facts,
    hash: null,
    createdAt: null,
    missing: atom === null,
    readBack: isRead
      ? {
          version: atom.version,
          holdsValue: atom.value === value,
          verdict: atom.verdict.status,
          proof: atom.proof,
        }
      : null,
  };
}
