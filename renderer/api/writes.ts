import { queryOptions, useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { SizeKnowledge } from '#shared/domain/store.ts';
import type { UploadedRow, WriteReceipt, WriteSummary } from '#shared/domain/writeReceipt.ts';
import { useRowWindow, type AskRows } from './catalogueRows.ts';
import type { RowNames } from './rowWindow.ts';
import { ipc } from './ipc.ts';
import { about, queryKey } from './queryKeys.ts';

export const { exportWrites, readPrevious, summarizePrevious } = ipc;

/** How many writes there are, and the latest one; kept up to date while shown. */
export function useWriteSummary(connectionId: ConnectionId) {
  return useQuery({
    queryKey: queryKey('writes', connectionId),
    queryFn: () => ipc.listWrites({ connectionId, text: '', window: { from: 0, to: 1 } }),
  });
}

/** The writes whose titles contain a text; `''` for all. */
export interface WritesQuery {
  readonly connectionId: ConnectionId;
  readonly text: string;
}

/** The writes, latest first. @param query must be the same object for as long as the query is the same */
export function useWriteRows(query: WritesQuery, revision: number) {
  return useRowWindow(askWrites, writeNames, query, revision);
}

const askWrites: AskRows<WritesQuery, WriteSummary> = async ({ query, window }) => {
  const { writes, total, revision } = await ipc.listWrites({ ...query, window });
  return { rows: writes, total, revision };
};

export function locateWrite(query: WritesQuery, id: string): Promise<number> {
  return ipc.locateWrite({ ...query, id });
}

const writeNames: RowNames<WritesQuery, WriteSummary> = { nameOf: ({ id }) => id, locate: locateWrite };

/** A full receipt. It changes while its write is running. */
export function receiptQuery(connectionId: ConnectionId, write: WriteSummary) {
  return queryOptions({
    queryKey: queryKey('writeReceipt', connectionId, write.id, write.endedAt, write.outcome),
    queryFn: (): Promise<WriteReceipt> => ipc.readWrite({ connectionId, id: write.id }),
    gcTime: 60_000,
  });
}

/** The rows of an upload as they were read back. @param query the same object for as long as it is the same upload */
export function useUploadedRows(query: UploadedRowsQuery) {
  return useRowWindow(askUploadedRows, uploadedRowNames, query, 0);
}

export interface UploadedRowsQuery {
  readonly connectionId: ConnectionId;
  readonly id: string;
  /** Of the receipt. */
  readonly endedAt: number;
}

const askUploadedRows: AskRows<UploadedRowsQuery, UploadedRow> = ({ query: { connectionId, id }, window }) =>
  ipc.listUploadedRows({ connectionId, id, window });
const uploadedRowNames: RowNames<UploadedRowsQuery, UploadedRow> = {
  nameOf: ({ row }) => String(row),
  // Rows are only added or replaced, and where they are is not known.
  locate: async () => -1,
};

/** How many rows of an upload the list of writes has, as they were read back. */
export function loggedRowsQuery(connectionId: ConnectionId, uploadId: string) {
  return queryOptions({
    queryKey: queryKey('loggedRows', connectionId, uploadId),
    queryFn: async () =>
      (await ipc.listUploadedRows({ connectionId, id: uploadId, window: { from: 0, to: 0 } })).total,
    gcTime: 0,
  });
}

/** How many atoms of a write have the value kept that they had before. */
export function previousCountQuery(connectionId: ConnectionId, writeId: string) {
  return queryOptions({
    queryKey: queryKey('previousCount', connectionId, writeId),
    queryFn: () => ipc.countPrevious({ connectionId, id: writeId }),
    gcTime: 0,
  });
}

/** What is kept of the values before all writes, read anew whenever it is shown. */
export function usePreviousUsage(connectionId: ConnectionId) {
  return useQuery({
    queryKey: queryKey('previousUsage', connectionId),
    queryFn: () => ipc.previousUsage({ connectionId }),
    gcTime: 0,
  });
}

export function useClearPrevious(connectionId: ConnectionId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => ipc.clearPrevious({ connectionId }),
    onSuccess: () => forgetPrevious(client, connectionId),
  });
}

async function forgetPrevious(client: QueryClient, connectionId: ConnectionId): Promise<void> {
  await client.invalidateQueries(about(['previousUsage', 'previousCount'], connectionId));
}

export function useClearWrites(connectionId: ConnectionId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => ipc.clearWrites({ connectionId }),
    onSuccess: () => {
      client.removeQueries(about(['writeReceipt'], connectionId));
      return forgetPrevious(client, connectionId);
    },
  });
}

/** The sizes that the service accepted and refused so far; undefined until they are read. */
export function useSizeKnowledge(connectionId: ConnectionId): SizeKnowledge | undefined {
  return useQuery({
    queryKey: queryKey('sizeKnowledge', connectionId),
    queryFn: () => ipc.sizeKnowledge({ connectionId }),
    gcTime: 0,
  }).data;
}
