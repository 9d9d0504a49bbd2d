import type { UploadCounts } from '#shared/domain/upload.ts';
import type { RowMapping } from '#shared/domain/rowMapping.ts';
import { valueColumns } from '#shared/upload/usedColumns.ts';
import type { WriteReceipt } from '#shared/domain/writeReceipt.ts';
import { runsOf, type SendState } from './rows/sendState.ts';
import type { UploadRecord } from './uploadRecord.ts';

/**
 * What the list of writes saves of an upload that has ended: all its runs together, and each by itself. Its id is
 * that of the upload, so a later one replaces it.
 */
export function uploadReceipt(
  record: Pick<UploadRecord, 'id' | 'connectionId' | 'file' | 'startedAt' | 'sentTo'>,
  sent: SendState,
  counts: UploadCounts,
  { mapping, columns }: { readonly mapping: RowMapping | null; readonly columns: readonly string[] },
): WriteReceipt {
  const { end, verification } = sent;
  const { outcomes, readBacks, marks } = counts;
  const runs = runsOf(sent);
  const read =
    readBacks.green +
    readBacks.keyOnly +
    readBacks.amber +
    readBacks.red +
    readBacks.other +
    readBacks.missing;
  return {
    id: record.id,
    connectionId: record.connectionId,
    startedAt: runs[0]?.startedAt ?? sent.begunAt ?? record.startedAt,
    endedAt: Math.max(verification?.at ?? 0, end?.at ?? 0),
    kind: 'upload',
    outcome: outcomeOf(counts, end?.isStopped === true),
    title: record.file.name,
    atomCount: outcomes.stored + outcomes.unknown,
    rootBefore: runs[0]?.rootBefore ?? null,
    // A run that stored nothing got no root.
    rootAfter: runs.reduce<string | null>((root, { rootAfter }) => rootAfter ?? root, null),
    readBack:
      verification === null
        ? null
        : {
            green: readBacks.green,
            keyOnly: readBacks.keyOnly,
            amber: readBacks.amber,
            red: readBacks.red,
            other: readBacks.other + readBacks.missing,
            unread: outcomes.stored + outcomes.same - read,
          },
    otherWrites: { before: marks['other-write'] > 0, after: readBacks.other > 0 },
    errorCode: end?.errorCode ?? null,
    atoms: [],
    counts,
    runs,
    previous: sent.previous,
    sentTo: record.sentTo,
    source:
      mapping === null
        ? null
        : {
            bytes: record.file.bytes,
            sha256: record.file.sha256 ?? null,
            key: mapping.key,
            valueColumns: valueColumns(mapping, columns),
          },
  };
}

/** What the user left out by choice is no reason to call the rest a part. */
function outcomeOf({ outcomes }: UploadCounts, isStopped: boolean): WriteReceipt['outcome'] {
  const { stored, refused, held, unknown, skipped } = outcomes;
  if (stored === 0) return unknown > 0 ? 'unknown' : 'nothing';
  return refused + held + unknown > 0 || (isStopped && skipped > 0) ? 'partly' : 'stored';
}
