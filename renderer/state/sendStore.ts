import { create } from 'zustand';
import type { UploadRowFilter } from '#shared/domain/upload.ts';

/** Where the user is in the rows of an upload that is being sent, or was. */
export interface SendView {
  readonly filter: UploadRowFilter;
  /** The row that is shown in full; null: none. */
  readonly openRow: number | null;
  /** Revision of the rows of which a report was saved; null: of none. */
  readonly savedRevision: number | null;
}

const firstView: SendView = { filter: {}, openRow: null, savedRevision: null };

/** Kept for this session, so that coming back to Upload finds it as it was left. */
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
