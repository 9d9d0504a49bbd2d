import { isTableFormat, type SourceChoice, type SourceRefusal } from '#shared/domain/uploadSource.ts';
import type { RecordPiece, SourceFile } from './recordSource.ts';
import { SourceBreak } from './sourceBreak.ts';
import { foundRecords, inColumns } from './sourceRecords.ts';

/** Records of the whole file in order, in batches; ends with the reason why reading stopped, or null. */
export async function* readRecords(
  file: SourceFile,
  choice: SourceChoice,
  columns: readonly string[],
): AsyncGenerator<RecordPiece, SourceRefusal | null> {
  let isHeader = isTableFormat(choice.format) && choice.hasHeader;
  const arrange = inColumns(columns);
  try {
    for await (const { records, bytesDone } of foundRecords(file, choice)) {
      const body = isHeader ? records.slice(1) : records;
      if (records.length > 0) isHeader = false;
      yield { records: body.map(arrange), bytesDone };
    }
    return null;
  } catch (error) {
    if (error instanceof SourceBreak) return error.refusal;
    throw error;
  }
}
