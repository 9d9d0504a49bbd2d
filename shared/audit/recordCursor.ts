import type { AuditRecord } from './auditRecord.ts';

/** A place in the records of an audit. */
export interface RecordCursor {
  /** null after the last record. */
  readonly record: () => AuditRecord | null;
  /** Goes to the next record. What it returns must be awaited, unless it is null: then the record was at hand. */
  readonly advance: () => Promise<void> | null;
}

/** A cursor at the first record. */
export async function openCursor(batches: AsyncIterable<readonly AuditRecord[]>): Promise<RecordCursor> {
  const source = batches[Symbol.asyncIterator]();
  let batch: readonly AuditRecord[] = [];
  let at = 0;
  const fill = async (): Promise<void> => {
    const next = await source.next();
    batch = next.done === true ? [] : next.value;
    at = 0;
  };
  await fill();
  return {
    record: () => batch[at] ?? null,
    advance: () => {
      at += 1;
      return at < batch.length || batch.length === 0 ? null : fill();
    },
  };
}
