import { create } from 'zustand';
import type { AtomReading } from '#shared/domain/atom.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { Draft } from '#shared/domain/draft.ts';
import type { AtomNow, Precondition } from '#shared/domain/store.ts';
import type { VerdictStatus } from '#shared/merkle/verdict.ts';

/**
 * An atom being edited. It is kept here and not in the form, so that switching screens cannot lose typed text.
 */
export interface AtomDraft extends Pick<Draft, 'id' | 'connectionId' | 'key' | 'value' | 'base'> {
  /** What the form started with: anything typed since then is unsaved text. */
  readonly startKey: string;
  readonly startValue: string;
  /** Of the reading that it was started from; null if there was none, or if it is no longer known. */
  readonly startVerdict: VerdictStatus | null;
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
  begin({ connectionId, key, value: '', base: null, startVerdict: null });
}

export function beginEdit(
  connectionId: ConnectionId,
  { key, version, value, verdict: { status } }: AtomReading,
): void {
  begin({ connectionId, key, value, base: { version, value, verdict: status }, startVerdict: status });
}

/** The same, with another text than the atom has now. */
export function beginEditWith(connectionId: ConnectionId, reading: AtomReading, value: string): void {
  const { key, version, value: now, verdict } = reading;
  const { status } = verdict;
  useEditorStore.getState().begin({
    id: crypto.randomUUID(),
    connectionId,
    key,
    value,
    base: { version, value: now, verdict: status },
    startKey: key,
    startValue: now,
    startVerdict: status,
  });
}

/** A new atom with the value of another, whose key is to be changed. */
export function beginDuplicate(
  connectionId: ConnectionId,
  { key, value, verdict }: Pick<AtomReading, 'key' | 'value'> & Partial<Pick<AtomReading, 'verdict'>>,
): void {
  begin({ connectionId, key, value, base: null, startVerdict: verdict?.status ?? null });
}

/** Continues a draft. */
export function continueDraft({ id, connectionId, key, value, base }: Draft): void {
  useEditorStore.getState().begin({
    id,
    connectionId,
    key,
    value,
    base,
    startKey: base === null ? '' : key,
    startValue: base?.value ?? '',
    startVerdict: base?.verdict ?? null,
  });
}

/** Continues from the current state of the atom, with `value` as the text. */
export function continueFrom(draft: AtomDraft, now: AtomNow, value: string): void {
  const base = now === null ? null : { version: now.version, value: now.value, verdict: now.verdict.status };
  useEditorStore.getState().begin({
    ...draft,
    value,
    base,
    startKey: draft.key,
    startValue: base?.value ?? '',
    startVerdict: base?.verdict ?? null,
  });
}

function begin(draft: Pick<AtomDraft, 'connectionId' | 'key' | 'value' | 'base' | 'startVerdict'>): void {
  useEditorStore
    .getState()
    .begin({ ...draft, id: crypto.randomUUID(), startKey: draft.key, startValue: draft.value });
}

/** Whether closing would lose typed text. */
export function hasUnsavedText({ key, startKey, value, startValue }: AtomDraft): boolean {
  return key !== startKey || value !== startValue;
}

/** The precondition for storing it. */
export function preconditionOf({ base }: AtomDraft): Precondition {
  return base === null ? { kind: 'absent' } : { kind: 'as-read', version: base.version, value: base.value };
}
