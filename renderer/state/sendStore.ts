import type { UploadRowFilter } from '#shared/domain/upload.ts';
import { createKeyedStore } from './keyedStore.ts';

/** The state of the row list of an upload that is being sent or has ended. */
export interface SendView {
  readonly filter: UploadRowFilter;
  /** The row whose details are open. null: none. */
  readonly openRow: number | null;
  /** The revision of the rows that was exported. null: none. */
  readonly savedRevision: number | null;
}

const firstView: SendView = { filter: {}, openRow: null, savedRevision: null };

export const {
  useView: useSendView,
  merge: changeSendView,
  remove: forgetSendView,
} = createKeyedStore<string, SendView>(firstView);
