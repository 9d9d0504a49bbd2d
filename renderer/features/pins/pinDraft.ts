import type { Json } from '#shared/domain/json.ts';
import type { PinSource } from '#shared/domain/pin.ts';
import { fromHashText } from '#shared/merkle/hashText.ts';
import { claimedRoot } from '#shared/merkle/proofReading.ts';
import { toHex } from '#shared/merkle/hex.ts';
import type { PinToAdd } from '../../api/pins.ts';
import type { RootToPin } from '../../state/dialogs.ts';

/** What is typed in the fields for a root to pin. */
export interface PinDraft {
  readonly kind: 'root' | 'checkpoint';
  readonly root: string;
  readonly treeSize: string;
  readonly source: Exclude<PinSource['kind'], 'checkpoint'>;
  /** The checkpoint, and the key of its signer; empty if none is given. */
  readonly text: string;
  readonly verifierKey: string;
  readonly isExact: boolean;
  readonly note: string;
}

export function pinDraftOf(root: RootToPin | null): PinDraft {
  return {
    kind: 'root',
    root: root?.rootHash ?? '',
    treeSize: root?.treeSize ?? '',
    source: root?.source ?? 'person',
    text: '',
    verifierKey: '',
    isExact: false,
    note: '',
  };
}

/** The root that a proof states, to be pinned; null if it states none. */
export function rootToPin(proof: Json, source: RootToPin['source']): RootToPin | null {
  const stated = claimedRoot(proof);
  if (stated === null) return null;
  return { rootHash: stated.rootHash, treeSize: stated.treeSize?.toString() ?? null, source };
}

/** The root of a pasted proof, without the size that only the proof states: a pinned size has to come from elsewhere. */
export function rootOfPasted(proof: Json): RootToPin | null {
  const stated = rootToPin(proof, 'person');
  return stated === null ? null : { ...stated, treeSize: null };
}

/** Whether there is nothing to pin yet. */
export function isEmptyPin({ kind, root, text }: PinDraft): boolean {
  return (kind === 'root' ? root : text).trim() === '';
}

/** Why a field cannot be used; null if it can, or is empty. */
export function pinProblems({ root, treeSize }: PinDraft): {
  readonly root: string | null;
  readonly treeSize: string | null;
} {
  const isRoot = root.trim() === '' || fromHashText(root.trim()) !== null;
  const digits = digitsOf(treeSize);
  return {
    root: isRoot ? null : 'Enter a hash in hex or base64.',
    treeSize: digits === '' || isTreeSize(digits) ? null : 'Enter a whole number above 0.',
  };
}

/** What the draft asks main to pin; null if it is incomplete. Main reads the checkpoint itself. */
export function readPinDraft(draft: PinDraft): PinToAdd | null {
  const { kind, source, text, isExact } = draft;
  const note = draft.note.trim();
  if (isEmptyPin(draft)) return null;
  if (kind === 'checkpoint') {
    const verifierKey = draft.verifierKey.trim();
    return { checkpoint: { text, verifierKey: verifierKey === '' ? null : verifierKey }, isExact, note };
  }
  const problems = pinProblems(draft);
  const bytes = fromHashText(draft.root.trim());
  if (bytes === null || problems.treeSize !== null) return null;
  const digits = digitsOf(draft.treeSize);
  return {
    rootHash: toHex(bytes),
    treeSize: digits === '' ? null : digits,
    isExact,
    source: { kind: source },
    note,
  };
}

function digitsOf(treeSize: string): string {
  return treeSize.replaceAll(/[\s,_]/g, '');
}

function isTreeSize(digits: string): boolean {
  return /^[1-9]\d{0,77}$/.test(digits);
}
