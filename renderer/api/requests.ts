import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { RequestRow, RequestsQuery } from '#shared/domain/requestLog.ts';
import { useRowWindow, type AskRows } from './catalogueRows.ts';
import { ipc } from './ipc.ts';
import type { RowNames } from './rowWindow.ts';
import { queryKey } from './queryKeys.ts';

export const { clearRequests, exportRequests, findLoggedRequest, recordRequestBodies } = ipc;

/** Counts of the log, kept up to date while shown. `connectionId`: null for all connections. */
export function useRequestSummary(connectionId: ConnectionId | null) {
  return useQuery({
    queryKey: queryKey('requestSummary', connectionId),
    queryFn: () => ipc.requestSummary({ connectionId }),
    placeholderData: keepPreviousData,
  });
}

/** A request with its attempts, kept up to date while shown; null if it was dropped. */
export function loggedRequestQuery(id: number) {
  return queryOptions({
    queryKey: queryKey('loggedRequest', id),
    queryFn: () => ipc.loggedRequest({ id }),
  });
}

/** @param query must be the same object for as long as the query is the same */
export function useRequestRows(query: RequestsQuery, revision: number) {
  return useRowWindow(askRequests, requestNames, query, revision);
}

const askRequests: AskRows<RequestsQuery, RequestRow> = (input) => ipc.loggedRequests(input);

export function locateRequest(query: RequestsQuery, name: string): Promise<number> {
  return ipc.locateLoggedRequest({ query, id: Number(name) });
}

const requestNames: RowNames<RequestsQuery, RequestRow> = {
  nameOf: ({ id }) => String(id),
  locate: locateRequest,
};
