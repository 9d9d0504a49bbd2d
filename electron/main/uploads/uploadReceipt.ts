import type { UploadCounts, UploadVerification } from '#shared/domain/upload.ts';
import type { WriteReceipt } from '#shared/domain/writeReceipt.ts';
import type { Sending } from './heldUpload.ts';
import type { UploadRecord } from './uploadRecord.ts';

/** What the log of writes keeps of an upload that has ended. Its id is that of the upload: a later one replaces it. */
export function uploadReceipt(options: {
  readonly record: Pick<UploadRecord, 'id' | 'connectionId' | 'file'>;
  readonly sending: Pick<Sending, 'startedAt' | 'roots' | 'end'>;
  readonly counts: UploadCounts;
  readonly verification: UploadVerification | null;
  readonly endedAt: number;
}): WriteReceipt {
  const { record, sending, counts, verification } = options;
  const { outcomes, readBacks } = counts;
  const read = readBacks.green + readBacks.amber + readBacks.red + readBacks.other + readBacks.missing;
  return {
    id: record.id,
    connectionId: record.connectionId,
    startedAt: sending.startedAt,
    endedAt: options.endedAt,
    kind: 'upload',
    outcome: outcomeOf(counts),
    title: record.file.name,
    atomCount: outcomes.stored + outcomes.unknown,
    rootBefore: sending.roots.before,
    rootAfter: sending.roots.after,
    readBack:
      verification === null
        ? null
        : {
            green: readBacks.green,
            amber: readBacks.amber,
            red: readBacks.red,
            other: readBacks.other + readBacks.missing,
            unread: outcomes.stored + outcomes.same - read,
          },
    otherWrites: { before: false, after: readBacks.other > 0 },
    errorCode: sending.end?.errorCode ?? null,
    atoms: [],
    counts,
  };
}

function outcomeOf({ outcomes }: UploadCounts): WriteReceipt['outcome'] {
  if (outcomes.stored > 0) {
    return outcomes.refused + outcomes.skipped + outcomes.unknown > 0 ? 'partly' : 'stored';
  }
  return outcomes.unknown > 0 ? 'unknown' : 'nothing';
}
