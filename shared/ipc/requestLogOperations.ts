import { z } from 'zod';
import type { RowsAnswer } from '../domain/catalogueQuery.ts';
import {
  requestsQuery as query,
  type RequestDetails,
  type RequestLogSummary,
  type RequestRow,
} from '../domain/requestLog.ts';
import type { SavedFile } from './appTypes.ts';
import { rowWindow } from '../domain/catalogueQuery.ts';
import { requestId } from './fields.ts';
import { operation } from './operation.ts';

const id = z.int().min(0);
/** null: all. */
const ofConnection = query.pick({ connectionId: true });

/** The requests that the app sent to services. */
export const requestLogOperations = {
  requestSummary: operation<RequestLogSummary>()(ofConnection),
  loggedRequests: operation<RowsAnswer<RequestRow>>()(z.strictObject({ query, window: rowWindow(1_000) })),
  /** Row index of a request; -1 if the query does not find it. */
  locateLoggedRequest: operation<number>()(z.strictObject({ query, id })),
  /** null if it was dropped. */
  loggedRequest: operation<RequestDetails | null>()(z.strictObject({ id })),
  /** The last request of a call; null if none is in the log. */
  findLoggedRequest: operation<number | null>()(z.strictObject({ requestId })),
  /** Starts or stops recording the bodies of new requests, in memory. */
  recordRequestBodies: operation<null>()(z.strictObject({ isOn: z.boolean() })),
  clearRequests: operation<null>()(ofConnection),
  /** Saves an HTTP Archive: of what a query finds, or of one request. */
  exportRequests: operation<SavedFile>()(
    z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('query'), query }),
      z.strictObject({ kind: z.literal('request'), id }),
    ]),
  ),
};
