import type { CheckpointFault, PinAside, PinSource, RootPin } from '../domain/pin.ts';
import { shortHash } from './hashWords.ts';
import { countOf, quoteText } from './phrases.ts';
import { countWords } from './sizes.ts';
import { momentWords } from './times.ts';

/** Where a pinned root comes from, as a label. */
export const pinSourceNames: Readonly<Record<PinSource['kind'], string>> = {
  response: 'A response of this service',
  ledger: 'Root ledger',
  person: 'Someone you trust',
  snapshot: 'Signed snapshot',
  print: 'Printout',
  checkpoint: 'Checkpoint file',
};

/** Where a pinned root comes from, and how far that was checked; completes a sentence. */
export function pinSourceWords(source: PinSource): string {
  switch (source.kind) {
    case 'response':
      return 'from a response of this service';
    case 'ledger':
      return 'from the root ledger, which lists only what this service returned';
    case 'person':
      return 'from someone you trust';
    case 'snapshot':
      return 'from a signed snapshot';
    case 'print':
      return 'from a printout';
    case 'checkpoint': {
      const { signer } = source;
      if (signer.trustedAs !== undefined)
        return `from a checkpoint signed with a key that you trust as ${quoteText(signer.trustedAs)}`;
      return signer.isVerified
        ? `from a checkpoint signed by ${quoteText(signer.name)}`
        : `from a checkpoint that claims to be signed by ${quoteText(signer.name)} (not verified)`;
    }
  }
}

/** Names a pin within a sentence: `root 1a2b.. (345 leaves), pinned on …, from a printout (“note”)`. */
export function pinWords(pin: RootPin): string {
  const size = pin.treeSize === null ? '' : ` (${countOf(pin.treeSize, 'leaf', 'leaves')})`;
  return `root ${shortHash(pin.rootHash)}${size}, pinned ${whenceWords(pin)}`;
}

/** When and from what a root was pinned, with its note: `on …, from a printout (“note”)`. */
function whenceWords({ pinnedAt, source, note }: RootPin): string {
  const noted = note === '' ? '' : ` (${quoteText(note)})`;
  return `on ${momentWords(pinnedAt)}, ${pinSourceWords(source)}${noted}`;
}

/** The root is pinned. `what` states it: such as `The response`. */
export function pinnedWords(pin: RootPin, isSizeCompared: boolean, what = 'The response'): string {
  const lacking = pin.treeSize === null ? 'The pin' : what;
  const size = isSizeCompared ? '' : ` ${lacking} has no tree size, so only the root was compared.`;
  return `You pinned this root ${whenceWords(pin)}.${size}`;
}

/** Why a pin says nothing about a root. */
export function pinAsideWords({ pin, because }: PinAside): string {
  const name = pinWords(pin);
  switch (because) {
    case 'grown':
      return `The tree is larger than the one with ${name}. That pin does not vouch for it, because the service offers no proof that a larger tree still contains a smaller one.`;
    case 'stored-since':
      return `The tree is as large as the one with ${name}. Something was stored over this connection since, which may be why the root is different; the pin does not vouch for it.`;
    case 'size-unknown':
      return `It is not ${name}. Without both tree sizes, the two cannot be compared further.`;
    case 'asked-before':
      return `It does not have ${name}. The response was requested before that, so the pin says nothing about it.`;
  }
}

/** The user expects exactly the pinned root. */
export function otherThanPinnedWords(pin: RootPin): string {
  return `You expect exactly ${pinWords(pin)}, and this is a different root. Either the memory changed, or the service shows another tree. If you know the reason for the change, pin the new root and remove the old pin.`;
}

/** The pinned root came with another tree size. `what`: such as `The response`. */
export function pinnedWithOtherSizeWords(what: string, pin: RootPin, size: string): string {
  return `${what} states that the tree with this root has ${countOf(size, 'leaf', 'leaves')}, but you pinned the root with ${countWords(pin.treeSize ?? '')} ${whenceWords(pin)}. A root identifies one tree, so the pin or the size is wrong.`;
}

/** The tree is smaller than a pinned one was before. */
export function smallerThanPinnedWords(pin: RootPin, size: string): string {
  return `The tree has ${countOf(size, 'leaf', 'leaves')}, fewer than the one with ${pinWords(pin)}. A tree that only grows cannot shrink, so the service shows an old or a different tree, or the pin belongs to another memory.`;
}

/** Another root for a tree as large as a pinned one. */
export function sameSizeWords(pin: RootPin): string {
  return `The tree has as many leaves as the one with ${pinWords(pin)}, but another root, and nothing was stored over this connection since. Either someone else changed an atom in place, or the service shows two different trees. If you know the reason for the change, pin this root too.`;
}

/** Why a checkpoint cannot be used. */
export const checkpointFaultWords: Readonly<Record<CheckpointFault, string>> = {
  'not-a-checkpoint':
    'This is not a checkpoint. A checkpoint is a signed note: origin, tree size, root in base64, an empty line, and one line per signature, starting with a long dash.',
  'empty-tree': 'This checkpoint is of an empty tree, so there is no root to pin.',
  'ledger-head':
    'This is the head of a root ledger, not the root of a memory. It shows which responses someone has seen. Ask for a pin exported as a checkpoint.',
  'not-a-verifier-key':
    'This is not an Ed25519 public key. Enter a verifier key in full (name+0a1b2c3d+AbCd…), or a public key in PEM format.',
  'unknown-keys':
    'This key did not sign the checkpoint. Ask its sender for the right key, or read the checkpoint without a key.',
  'bad-signature':
    'The signature does not match. The checkpoint was changed after it was signed, or someone else made it. Do not pin its root.',
};

/** Why a pin cannot be exported as a checkpoint. */
export const noCheckpointWords = {
  'no-tree-size': 'A checkpoint needs a tree size, and this pin has none.',
  'not-32-bytes': 'A checkpoint holds a root of 32 bytes, and this one has another length.',
  'too-large': 'This tree is too large for a checkpoint.',
} as const;
