import type { OpenGround } from '../grounds/conclude.ts';
import type { GroundLoss, GroundName } from '../grounds/grounds.ts';
import { quoteText } from './phrases.ts';

/** Begins a sentence. */
const subjects: Readonly<Record<GroundName, { readonly name: string; readonly are: 'is' | 'are' }>> = {
  rules: { name: 'Hashing rules', are: 'are' },
  root: { name: 'A trusted root', are: 'is' },
  pins: { name: 'Pinned roots', are: 'are' },
  ledger: { name: 'The root ledger', are: 'is' },
  knownKeys: { name: 'What earlier reads showed', are: 'is' },
  keyList: { name: 'The list of keys', are: 'is' },
  run: { name: 'A complete run', are: 'is' },
  signer: { name: 'A trusted signer', are: 'is' },
};

export const nothingRemembered = 'Nothing was compared with earlier reads.';
const leftOutWords: Readonly<Partial<Record<GroundName, string>>> = {
  pins: 'No root is pinned.',
  ledger: nothingRemembered,
  knownKeys: nothingRemembered,
};

/** What a ground is called, as a label. */
export const groundLabels: Readonly<Record<GroundName, string>> = {
  rules: 'Hashing rules',
  root: 'Trusted root',
  pins: 'Pinned roots',
  ledger: 'Root ledger',
  knownKeys: 'Earlier reads',
  keyList: 'List of keys',
  run: 'Complete run',
  signer: 'Trusted signer',
};

/** One ground that a result does without, in one sentence or two. */
export function groundWords({ name, ground, holdsBack }: OpenGround): string {
  const { name: subject, are } = subjects[name];
  if (ground.kind === 'none' && ground.because === 'first')
    return 'First audit of this service in this state folder: nothing to compare with.';
  if (ground.kind === 'none')
    return holdsBack
      ? `${subject} ${are} not given, and nothing is proven without ${are === 'are' ? 'them' : 'it'}.`
      : (leftOutWords[name] ??
          `${subject} ${are} not given, so nothing was compared with ${are === 'are' ? 'them' : 'it'}.`);
  const detail = ground.detail === undefined ? '' : ` (${quoteText(ground.detail)})`;
  return `${subject} ${are} unavailable: ${lossWords[ground.why]}${detail}. This makes the result inconclusive.`;
}

/** Those that were left out by choice, with stable codes. What one sentence says of several is said once. */
export function groundsLeftOut(
  open: readonly OpenGround[],
): readonly { readonly code: string; readonly words: string }[] {
  return open
    .filter(({ holdsBack }) => !holdsBack)
    .map((one) => ({ code: `without-${one.name}`, words: groundWords(one) }))
    .filter(({ words }, at, all) => all.findIndex((one) => one.words === words) === at);
}

const lossWords: Readonly<Record<GroundLoss, string>> = {
  'from-the-claim': 'only what is being checked supplies them, and it cannot vouch for itself',
  missing: 'saved earlier, and missing now',
  damaged: 'what was saved is damaged',
  older: 'what is saved is an earlier copy',
  'in-use': 'another process is using what is saved',
  'newer-format': 'a newer version of Atom Explorer saved it',
  unsigned: 'no valid signature covers it',
  'other-origin': 'nothing says which memory it belongs to',
  incomplete: 'not everything was read',
  unreadable: 'what is saved cannot be read',
  'not-recorded': 'the record does not say where it came from',
};
