import { create } from 'zustand';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { useAppStore } from './appStore.ts';

/** Whose proof the proof screen shows: the atom looked at last, or one that was pasted. */
export const proofSources = ['atom', 'pasted'] as const;
export type ProofSource = (typeof proofSources)[number];

/** The rules that a pasted proof is held to: those that fit it, some chosen by hand, or a connection's. */
export const pastedRules = ['inferred', 'chosen', 'connection'] as const;
export type PastedRules = (typeof pastedRules)[number];

/** What the user knows of a pasted proof from elsewhere, as it stands in the fields. It outlasts one paste. */
export interface PastedTrust {
  readonly root: string;
  readonly treeSize: string;
  /** null while the user has not chosen: the connection's where it has some. */
  readonly rules: PastedRules | null;
}

interface ProofState {
  readonly source: ProofSource;
  /** The atom that was looked at last, by connection. */
  readonly keys: ReadonlyMap<ConnectionId, string>;
  /** What was pasted, as it stands in the text field. For this session only. */
  readonly pasted: string;
  readonly showSource: (source: ProofSource) => void;
  readonly paste: (text: string) => void;
  readonly pastedTrust: PastedTrust;
  readonly trust: (change: Partial<PastedTrust>) => void;
}

export const useProofStore = create<ProofState>()((set) => ({
  source: 'atom',
  keys: new Map(),
  pasted: '',
  showSource: (source) => set({ source }),
  paste: (pasted) => set({ pasted }),
  pastedTrust: { root: '', treeSize: '', rules: null },
  trust: (change) => set(({ pastedTrust }) => ({ pastedTrust: { ...pastedTrust, ...change } })),
}));

/** Remembers which atom was looked at last, so that the proof screen finds it. */
export function noteAtom(id: ConnectionId, key: string): void {
  useProofStore.setState(({ keys }) => (keys.get(id) === key ? {} : { keys: new Map(keys).set(id, key) }));
}

export function openProofOf(id: ConnectionId, key: string): void {
  noteAtom(id, key);
  useProofStore.setState({ source: 'atom' });
  useAppStore.getState().show('proof');
}

export function openPastedProof(): void {
  useProofStore.setState({ source: 'pasted' });
  useAppStore.getState().show('proof');
}
