import type { ConnectionId } from '#shared/domain/connection.ts';
import { succeed, type Result } from '#shared/domain/result.ts';
import type { draftOperations, writeOperations } from '#shared/ipc/atomOperations.ts';
import type { Connections } from '../connections/connections.ts';
import type { Drafts } from '../drafts/drafts.ts';
import { exportReceipts, type ReceiptExportEffects } from '../writes/receiptExport.ts';
import type { Receipts } from '../writes/receipts.ts';
import type { SizeKnowledges } from '../writes/sizeKnowledge.ts';
import type { IpcHandlers } from './register.ts';

/** Drafts and the write log. */
export function createWriteHandlers(
  effects: ReceiptExportEffects & {
    readonly drafts: Drafts;
    readonly receipts: Receipts;
    readonly sizes: Pick<SizeKnowledges, 'of'>;
    /** An unknown connection id would create a folder. */
    readonly connections: Pick<Connections, 'profile'>;
  },
): IpcHandlers<typeof draftOperations & typeof writeOperations> {
  const { drafts, receipts, sizes, connections } = effects;
  const using = async <T>(id: ConnectionId, use: () => Promise<Result<T>>): Promise<Result<T>> => {
    const profile = connections.profile(id);
    return profile.ok ? use() : profile;
  };
  return {
    listDrafts: ({ connectionId }) => drafts.list(connectionId),
    keepDraft: ({ connectionId, ...draft }) => drafts.keep(connectionId, draft),
    removeDraft: ({ connectionId, id }) => drafts.remove(connectionId, id),
    listWrites: ({ connectionId, window }) =>
      using(connectionId, async () => succeed(await receipts.list(connectionId, window))),
    readWrite: ({ connectionId, id }) => using(connectionId, () => receipts.read(connectionId, id)),
    exportWrites: ({ connectionId, ids, format }) =>
      using(connectionId, () => exportReceipts(effects, connectionId, ids, format)),
    clearWrites: ({ connectionId }) =>
      using(connectionId, async () => {
        await receipts.clear(connectionId);
        return succeed(null);
      }),
    sizeKnowledge: ({ connectionId }) =>
      using(connectionId, async () => succeed(await sizes.of(connectionId))),
  };
}
