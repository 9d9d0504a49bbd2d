import { create } from 'zustand';
import type { UploadRowFilter } from '#shared/domain/upload.ts';

/** The state of the row list of an upload that is being sent or has ended. */
export interface SendView {
  readonly filter: UploadRowFilter;
  /** The row whose details are open. null: none. */
  readonly openRow: number | null;
  /** The revision of the rows that was exported. null: none. */
  readonly savedRevision: number | null;
}

const firstView: SendView = { filter: {}, openRow: null, savedRevision: null };

/** Kept for this session, so that Upload looks the same when the user returns to it. */
const useSendStore = create<{ readonly views: ReadonlyMap<string, SendView> }>()(() => ({
  views: new Map(),
}));

export function useSendView(uploadId: string): SendView {
  return useSendStore(({ views }) => views.get(uploadId) ?? firstView);
}

export function changeSendView(uploadId: string, changed: Partial<SendView>): void {
  useSendStore.setState(({ views }) => ({
    views: new Map(views).set(uploadId, { ...(views.get(uploadId) ?? firstView), ...changed }),
  }));
}

export function forgetSendView(uploadId: string): void {
  useSendStore.setState(({ views }) => ({
    views: new Map([...views].filter(([id]) => id !== uploadId)),
  }));
}
