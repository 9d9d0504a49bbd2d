import { create } from 'zustand';
import type { AtomReading } from '#shared/domain/atom.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';

/**
 * An atom being written. It lives here and not in the form, so that no change of screen can lose typed text.
 */
export interface AtomDraft {
  readonly connectionId: ConnectionId;
  readonly key: string;
  readonly value: string;
  /** The key that the form began with: what was typed beyond it is unsaved text. */
  readonly startKey: string;
  /** The reading that is being edited; null for a new atom. */
  readonly base: AtomReading | null;
}

interface EditorState {
  readonly draft: AtomDraft | null;
  readonly begin: (draft: AtomDraft) => void;
  readonly type: (change: Partial<Pick<AtomDraft, 'key' | 'value'>>) => void;
  readonly close: () => void;
}

export const useEditorStore = create<EditorState>()((set) => ({
  draft: null,
  begin: (draft) => set({ draft }),
  type: (change) => set(({ draft }) => ({ draft: draft === null ? null : { ...draft, ...change } })),
  close: () => set({ draft: null }),
}));

export function beginNewAtom(connectionId: ConnectionId, key: string): void {
  useEditorStore.getState().begin({ connectionId, key, startKey: key, value: '', base: null });
}

export function beginEdit(connectionId: ConnectionId, base: AtomReading): void {
  useEditorStore
    .getState()
    .begin({ connectionId, key: base.key, startKey: base.key, value: base.value, base });
}

/** Whether closing would lose something that was typed. */
export function hasUnsavedText(draft: AtomDraft): boolean {
  return draft.key !== draft.startKey || draft.value !== (draft.base?.value ?? '');
}
