import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Upload } from '#shared/domain/upload.ts';
import { mostExamples, type ReplaceExample, type RowReplacement } from '#shared/domain/uploadReplace.ts';
import { findInUploadRows } from '../../../api/uploads.ts';
import { queryKey } from '../../../api/queryKeys.ts';

/** The pause in typing before a search starts. */
const restMs = 200;

/** What a replacement would change in all rows. */
export interface FoundText {
  readonly total: number;
  readonly rows: number;
  readonly occurrences: number;
  readonly examples: readonly ReplaceExample[];
  readonly tooLong: number | null;
}

/** Searches rows as the user types. @param replacement must be the same object as long as it is the same; null for none */
export function useFoundText({ id: uploadId, revision }: Upload, replacement: RowReplacement | null) {
  const [settled] = useDebouncedValue(replacement, restMs);
  const [progress, setProgress] = useState<{ readonly done: number; readonly total: number } | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: queryKey('foundText', uploadId, revision, settled),
    enabled: settled !== null,
    queryFn: async ({ signal }): Promise<FoundText | null> => {
      if (settled === null) return null;
      setProgress(null);
      return findText(uploadId, settled, signal, setProgress);
    },
    gcTime: 0,
  });
  const isCurrent = settled === replacement;
  return { found: isCurrent ? (data ?? null) : null, error: isCurrent ? error : null, progress, refetch };
}

/** One answer after the other, so that a search of many rows can be given up. */
async function findText(
  uploadId: string,
  replacement: RowReplacement,
  signal: AbortSignal,
  onProgress: (progress: { readonly done: number; readonly total: number }) => void,
): Promise<FoundText> {
  let all: FoundText = { total: 0, rows: 0, occurrences: 0, examples: [], tooLong: null };
  for (let from: number | null = 0; from !== null;) {
    signal.throwIfAborted();
    const some = await findInUploadRows({ uploadId, replacement, from });
    all = {
      total: some.total,
      rows: all.rows + some.rows,
      occurrences: all.occurrences + some.occurrences,
      examples: [...all.examples, ...some.examples].slice(0, mostExamples),
      tooLong: some.tooLong,
    };
    from = some.next;
    if (from !== null) onProgress({ done: some.done, total: some.total });
  }
  return all;
}
