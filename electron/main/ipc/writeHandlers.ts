import type { ConnectionId } from '#shared/domain/connection.ts';
import { refuseInput, succeed, type Result } from '#shared/domain/result.ts';
import type { PreviousValuesOfWrite } from '#shared/domain/store.ts';
import type { draftOperations, writeOperations } from '#shared/ipc/atomOperations.ts';
import { previousSummary } from '#shared/writes/previousKept.ts';
import type { Drafts } from '../../../engine/writing/drafts/drafts.ts';
import { exportReceipts, type ReceiptExportEffects } from '../../../engine/writing/receiptExport.ts';
import type { PreviousValues } from '../../../engine/writing/previousValues.ts';
import type { Receipts } from '../../../engine/writing/receipts.ts';
import type { SizeKnowledges } from '../../../engine/writing/sizeKnowledge.ts';
import type { IpcHandlers } from './register.ts';

/** Drafts and the write log. */
export function createWriteHandlers(
  effects: ReceiptExportEffects & {
    readonly drafts: Drafts;
    readonly receipts: Receipts;
    readonly sizes: Pick<SizeKnowledges, 'of'>;
    readonly previousValues: Pick<PreviousValues, 'count' | 'read' | 'usage' | 'clear'>;
  },
): IpcHandlers<typeof draftOperations & typeof writeOperations> {
  const { drafts, receipts, sizes, previousValues } = effects;
  const readPrevious = async (id: ConnectionId, writeId: string): Promise<Result<PreviousValuesOfWrite>> => {
    const values = await previousValues.read(id, writeId);
    return values === null
      ? refuseInput(
          'id',
          'The values before this write are no longer kept, cannot be opened, or were read from another address than the connection has now.',
        )
      : succeed(values);
  };
  return {
    listDrafts: ({ connectionId }) => drafts.list(connectionId),
    keepDraft: ({ connectionId, ...draft }) => drafts.keep(connectionId, draft),
    removeDraft: ({ connectionId, id }) => drafts.remove(connectionId, id),
    listWrites: async ({ connectionId, text, window }) =>
      succeed(await receipts.list(connectionId, window, text)),
    locateWrite: async ({ connectionId, text, id }) => succeed(await receipts.locate(connectionId, id, text)),
    readWrite: ({ connectionId, id }) => receipts.read(connectionId, id),
    exportWrites: ({ connectionId, ids, format }) => exportReceipts(effects, connectionId, ids, format),
    clearWrites: async ({ connectionId }) => {
      await previousValues.clear(connectionId);
      await receipts.clear(connectionId);
      return succeed(null);
    },
    listUploadedRows: async ({ connectionId, id, window }) =>
      succeed({
        rows: await receipts.rows(connectionId, id, window),
        total: await receipts.countRows(connectionId, id),
        revision: 0,
      }),
    countPrevious: async ({ connectionId, id }) =>
      succeed({ atoms: await previousValues.count(connectionId, id) }),
    readPrevious: ({ connectionId, id }) => readPrevious(connectionId, id),
    summarizePrevious: async ({ connectionId, id }) => {
      const values = await readPrevious(connectionId, id);
      return values.ok ? succeed(previousSummary(values.value)) : values;
    },
    previousUsage: async ({ connectionId }) => succeed(await previousValues.usage(connectionId)),
    clearPrevious: async ({ connectionId }) => {
      await previousValues.clear(connectionId);
      return succeed(null);
    },
    sizeKnowledge: async ({ connectionId }) => succeed(await sizes.of(connectionId)),
  };
}
