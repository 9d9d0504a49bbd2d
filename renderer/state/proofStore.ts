import { create } from 'zustand';
import type { SchemePin } from '#shared/merkle/scheme.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { showScreen } from './appStore.ts';

/** What the Proof screen shows: the atom that was opened last, or a pasted proof. */
export type ProofSource = 'atom' | 'pasted';

/** The hashing rules for a pasted proof: inferred from it, chosen by the user, or pinned for a connection. */
export type PastedRules = 'inferred' | 'chosen' | 'connection';

/** What the user entered about the tree of a pasted proof. Kept for the next pasted proof. */
export interface PastedTrust {
  readonly root: string;
  readonly treeSize: string;
  /** null until the user chooses: the rules of the connection if it has some. */
  readonly rules: PastedRules | null;
  /** The rules that the user chose; null until then. */
  readonly chosen: SchemePin | null;
}

interface ProofState {
  readonly source: ProofSource;
  /** The key of the atom that was opened last, by connection. */
  readonly keys: ReadonlyMap<ConnectionId, string>;
  /** The pasted text. For this session only. */
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
  pastedTrust: { root: '', treeSize: '', rules: null, chosen: null },
  trust: (change) => set(({ pastedTrust }) => ({ pastedTrust: { ...pastedTrust, ...change } })),
}));

/** Remembers the atom that was opened last for the Proof screen. */
export function noteAtom(id: ConnectionId, key: string): void {
  useProofStore.setState(({ keys }) => (keys.get(id) === key ? {} : { keys: new Map(keys).set(id, key) }));
}

export function openProofOf(id: ConnectionId, key: string): void {
  noteAtom(id, key);
  useProofStore.setState({ source: 'atom' });
  showScreen('proof');
}

export function openPastedProof(): void {
  useProofStore.setState({ source: 'pasted' });
  showScreen('proof');
}
