import {
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import type { RowWindow } from '#shared/domain/catalogueQuery.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { SizeKnowledge } from '#shared/domain/store.ts';
import type { UploadedRow, WriteListing, WriteReceipt, WriteSummary } from '#shared/domain/writeReceipt.ts';
import { useRowWindow, type AskRows } from './catalogueRows.ts';
import type { RowNames } from './rowWindow.ts';
import { ipc } from './ipc.ts';

const pageLength = 100;

/** The pages of the list of writes that have arrived. */
export interface WriteLog {
  /** null until the first page arrives. */
  readonly total: number | null;
  readonly recoveredFrom: string | null;
  /** undefined if the write has not arrived, or does not exist. */
  readonly writeAt: (index: number) => WriteSummary | undefined;
  readonly error: unknown;
  readonly retry: () => void;
}

/** The writes of some rows, latest first, updated while shown. @param text in their titles; `''` for all */
export function useWrites(connectionId: ConnectionId, text: string, { from, to }: RowWindow): WriteLog {
  const first = Math.floor(from / pageLength);
  const last = Math.max(first, Math.floor((to - 1) / pageLength));
  // The first page tells the number of writes, so it is always loaded.
  const pages = [...new Set([0, ...Array.from({ length: last - first + 1 }, (_, at) => first + at)])];
  const found = useQueries({ queries: pages.map((page) => pageQuery(connectionId, text, page)) });
  const listing = found[0]?.data;
  return {
    total: listing?.total ?? null,
    recoveredFrom: listing?.recoveredFrom ?? null,
    writeAt: (index) =>
      found[pages.indexOf(Math.floor(index / pageLength))]?.data?.writes[index % pageLength],
    error: found.find(({ error }) => error !== null)?.error ?? null,
    retry: () => {
      for (const page of found) void page.refetch();
    },
  };
}

function pageQuery(connectionId: ConnectionId, text: string, page: number) {
  return queryOptions({
    queryKey: ['writes', connectionId, text, page] as const,
    queryFn: (): Promise<WriteListing> => {
      const from = page * pageLength;
      return ipc.listWrites({ connectionId, text, window: { from, to: from + pageLength } });
    },
    // While another text is searched, the list stays.
    ...(page === 0 && { placeholderData: keepPreviousData }),
    gcTime: 60_000,
  });
}

/** A full receipt. It changes while its write is running. */
export function receiptQuery(connectionId: ConnectionId, write: WriteSummary) {
  return queryOptions({
    queryKey: ['writeReceipt', connectionId, write.id, write.endedAt, write.outcome] as const,
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
    queryKey: ['loggedRows', connectionId, uploadId] as const,
    queryFn: async () =>
      (await ipc.listUploadedRows({ connectionId, id: uploadId, window: { from: 0, to: 0 } })).total,
    gcTime: 0,
  });
}

/** How many atoms of a write have the value kept that they had before. */
export function previousCountQuery(connectionId: ConnectionId, writeId: string) {
  return queryOptions({
    queryKey: ['previousCount', connectionId, writeId] as const,
    queryFn: () => ipc.countPrevious({ connectionId, id: writeId }),
    gcTime: 0,
  });
}

/** What is kept of the values before all writes, read anew whenever it is shown. */
export function usePreviousUsage(connectionId: ConnectionId) {
  return useQuery({
    queryKey: ['previousUsage', connectionId] as const,
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
  await client.invalidateQueries({ queryKey: ['previousUsage', connectionId] });
  await client.invalidateQueries({ queryKey: ['previousCount', connectionId] });
}

export function useClearWrites(connectionId: ConnectionId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => ipc.clearWrites({ connectionId }),
    onSuccess: () => {
      client.removeQueries({ queryKey: ['writeReceipt', connectionId] });
      return forgetPrevious(client, connectionId);
    },
  });
}

/** The sizes that the service accepted and refused so far; undefined until they are read. */
export function useSizeKnowledge(connectionId: ConnectionId): SizeKnowledge | undefined {
  return useQuery({
    queryKey: ['sizeKnowledge', connectionId] as const,
    queryFn: () => ipc.sizeKnowledge({ connectionId }),
    gcTime: 0,
  }).data;
}
