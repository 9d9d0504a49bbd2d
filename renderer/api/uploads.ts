import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { RowsAnswer, RowWindow } from '#shared/domain/catalogueQuery.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { JobOf } from '#shared/domain/job.ts';
import type {
  Upload,
  UploadCounts,
  UploadRow,
  UploadRowFilter,
  UploadRowInFull,
} from '#shared/domain/upload.ts';
import { useRowWindow, type AskRows, type RowWindowView } from './catalogueRows.ts';
import { useKnownJobs } from './jobs.ts';
import type { RowNames } from './rowWindow.ts';
import { ipc } from './ipc.ts';
import { queryKey } from './queryKeys.ts';

export const {
  allowUploadRows,
  answerUpload,
  beginChosenUpload,
  beginPreviousUpload,
  changeUploadRow,
  chooseUploadFiles,
  compareUpload,
  countUploadValues,
  discardUpload,
  dropUploadRows,
  findInUploadRows,
  keysNotInFile,
  readUploadAs,
  remapUpload,
  replaceInUploadRows,
  revertUploadRows,
  saveUploadReport,
  sendUpload,
  sendUploadRowsAgain,
  setDuplicateRule,
  stageUpload,
  stopUpload,
  undoReplaceInUploadRows,
  verifyUpload,
} = ipc;

/** The steps of copying a file that was dropped on the window. */
export const droppedFileCalls: Pick<
  typeof ipc,
  'beginDroppedUpload' | 'addDroppedBytes' | 'endDroppedUpload' | 'discardUpload'
> = ipc;

/** The current state of a connection's upload; null if there is none. */
export function useUpload(connectionId: ConnectionId) {
  return useQuery({
    queryKey: queryKey('upload', connectionId),
    queryFn: (): Promise<Upload | null> => ipc.currentUpload({ connectionId }),
  });
}

export function uploadRowQuery(uploadId: string, row: number, revision: number) {
  return queryOptions({
    queryKey: queryKey('uploadRow', uploadId, row, revision),
    queryFn: (): Promise<UploadRowInFull> => ipc.uploadRow({ uploadId, row }),
    gcTime: 10_000,
  });
}

/** A step of an upload. The upload is read again afterwards. */
export function useUploadStep<Input, Output>(
  connectionId: ConnectionId,
  step: (input: Input) => Promise<Output>,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: step,
    onSettled: () => client.invalidateQueries({ queryKey: queryKey('upload', connectionId) }),
  });
}

/** An upload whose rows were counted: props of most parts of its screen. */
export interface CountedUpload {
  readonly upload: Upload;
  readonly counts: UploadCounts;
}

/** The current or last job of an upload. null: none; undefined: not known yet. */
export function useKnownUploadJob({ connectionId, jobId }: Upload): JobOf<'upload'> | null | undefined {
  const jobs = useKnownJobs(connectionId);
  if (jobs === null) return jobId === null ? null : undefined;
  return jobs.find((job): job is JobOf<'upload'> => job.kind === 'upload' && job.id === jobId) ?? null;
}

/** The rows of an upload that match a filter, in the order of the file. */
export interface UploadListQuery {
  readonly uploadId: string;
  readonly filter: UploadRowFilter;
}

/** @param query must be the same object as long as it is the same query */
export function useUploadRowWindow(
  query: UploadListQuery,
  revision: number,
): RowWindowView<UploadListQuery, UploadRow> {
  return useRowWindow(askUploadRows, uploadRowNames, query, revision);
}

const askUploadRows: AskRows<UploadListQuery, UploadRow> = (input) =>
  ipc.uploadRows({ ...input.query, window: input.window });

const uploadRowNames: RowNames<UploadListQuery, UploadRow> = {
  nameOf: ({ row }) => String(row),
  locate: async (query, name) => {
    const { index, isThere } = await locateUploadRow(query, Number(name));
    return isThere ? index : -1;
  },
};

/** The index of a row among those that match the filter, or where it would be. A binary search: rows are in order. */
export async function locateUploadRow(
  query: UploadListQuery,
  row: number,
): Promise<{ readonly index: number; readonly isThere: boolean }> {
  const first = await uploadRowsOf(query, { from: 0, to: 1 });
  let below = -1;
  // A row has no more rows before it than its own number.
  let above = Math.min(first.total, row);
  while (above - below > 1) {
    const middle = Math.floor((below + above) / 2);
    const [found] = (await uploadRowsOf(query, { from: middle, to: middle + 1 })).rows;
    if (found !== undefined && found.row < row) below = middle;
    else above = middle;
  }
  const [at] = (await uploadRowsOf(query, { from: above, to: above + 1 })).rows;
  return { index: above, isThere: at?.row === row };
}

/** @param rowWindow at most 1,000 rows */
export function uploadRowsOf(query: UploadListQuery, rowWindow: RowWindow): Promise<RowsAnswer<UploadRow>> {
  return ipc.uploadRows({ ...query, window: rowWindow });
}

/** Rows of one request; the most that a response can hold. */
const rowsAtOnce = 1_000;

/** All rows of a query, or those from index `from`: one answer after the other. */
export async function* uploadRowPages(
  query: UploadListQuery,
  from = 0,
): AsyncGenerator<RowsAnswer<UploadRow>> {
  for (let at = from; ; at += rowsAtOnce) {
    const page = await uploadRowsOf(query, { from: at, to: at + rowsAtOnce });
    yield page;
    if (page.rows.length < rowsAtOnce) return;
  }
}
