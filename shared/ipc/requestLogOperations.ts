import { z } from 'zod';
import type { RowsAnswer } from '../domain/catalogueQuery.ts';
import {
  requestFilters,
  type RequestDetails,
  type RequestLogSummary,
  type RequestRow,
} from '../domain/requestLog.ts';
import type { SavedFile } from './appTypes.ts';
import { rowWindow } from './catalogueInput.ts';
import { connectionId } from './connectionIdInput.ts';
import { requestId } from './fields.ts';
import { operation } from './operation.ts';

const id = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
/** null: all. */
const ofConnection = z.strictObject({ connectionId: connectionId.nullable() });

const query = z.strictObject({
  ...ofConnection.shape,
  show: z.enum(requestFilters),
  method: z.enum(['all', 'GET', 'POST']),
  text: z.string().max(1_000),
  until: id.nullable(),
});

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
