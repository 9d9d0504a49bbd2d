import type { ConnectionId } from '#shared/domain/connection.ts';
import { fail, succeed, type Result } from '#shared/domain/result.ts';
import type { UploadedRow, WriteReceipt } from '#shared/domain/writeReceipt.ts';
import { evidenceLimits } from '#shared/evidence/limits.ts';
import { quoteWhole } from '#shared/text/phrases.ts';
import { countWords } from '#shared/text/sizes.ts';
import type { Connections } from '../connections/connections.ts';
import type { Receipts } from '../writing/receipts.ts';
import { evidenceRefused } from './sealBundle.ts';

interface ReceiptSources {
  readonly receipts: Pick<Receipts, 'read' | 'rows'>;
  readonly connections: Pick<Connections, 'profile'>;
}

const rowsAtOnce = 500;

/** A receipt of a write that went to the address that the connection has; that of an upload with its rows as atoms. */
export async function receiptToSign(
  { receipts, connections }: ReceiptSources,
  id: ConnectionId,
  receiptId: string,
): Promise<Result<WriteReceipt>> {
  const read = await receipts.read(id, receiptId);
  if (!read.ok) return read;
  const { sentTo, kind, counts } = read.value;
  const profile = connections.profile(id);
  if (sentTo !== null && profile.ok && sentTo !== profile.value.baseUrl) return fail(sentElsewhere(sentTo));
  if (kind !== 'upload') return read;
  const rows: UploadedRow[] = [];
  // In pieces, because all at once would keep the app from anything else.
  for (let from = 0; ; from += rowsAtOnce) {
    const some = await receipts.rows(id, receiptId, { from, to: from + rowsAtOnce });
    rows.push(...some);
    if (rows.length > evidenceLimits.reads) return fail(tooManyAtoms);
    if (some.length < rowsAtOnce) break;
  }
  if (rows.length === 0) return fail(notReadBack);
  const { stored = 0, same = 0 } = counts?.outcomes ?? {};
  // A bundle that lacks some would look like all of it.
  if (rows.length < stored + same) return fail(notAllReadBack(rows.length, stored + same));
  return succeed({ ...read.value, atoms: rows.map(({ row: _row, ...atom }) => atom) });
}

const notReadBack = evidenceRefused(
  'No row of this upload was read back, so there is nothing to sign. Read it back and verify it first.',
);
const notAllReadBack = (rows: number, all: number) =>
  evidenceRefused(
    `Only ${countWords(rows)} of ${countWords(all)} rows of this upload were read back, so the evidence would lack the others. Read the upload back again.`,
  );
const sentElsewhere = (address: string) =>
  evidenceRefused(
    `This write went to ${quoteWhole(address)}. The connection has another address now, so the evidence would name the wrong service. Change the address back to export it.`,
  );
export const tooManyAtoms = evidenceRefused(
  `A bundle can contain at most ${evidenceLimits.reads.toLocaleString('en-US')} atoms. Export fewer at once.`,
);
