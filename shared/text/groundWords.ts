import type { OpenGround } from '../grounds/conclude.ts';
import type { GroundLoss, GroundName } from '../grounds/grounds.ts';
import { isLossOfRecord } from '../domain/stateLoss.ts';
import { cutText } from './cutText.ts';
import { capitalized, listWords, uncapitalized } from './phrases.ts';
import { recordLossWords } from './stateLossWords.ts';
import { visibleLine } from './visibleText.ts';

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

/** The beginning of a clause: `the root ledger is`. */
export function groundIs(name: GroundName): string {
  const { name: subject, are } = subjects[name];
  return `${uncapitalized(subject)} ${are}`;
}

export const nothingRemembered = 'Nothing was compared with earlier reads.';
const leftOutWords: Readonly<Partial<Record<GroundName, string>>> = {
  pins: 'No root is pinned.',
  ledger: nothingRemembered,
  knownKeys: nothingRemembered,
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
  return lostWords([name], ground);
}

/** What a result does without. What is unavailable comes first, and what has one cause is one text. */
export function groundsWords(open: readonly OpenGround[]): readonly string[] {
  const causes = new Map<string, { readonly ground: LostGround; readonly names: GroundName[] }>();
  for (const { name, ground } of open) {
    if (ground.kind !== 'unavailable') continue;
    const cause = JSON.stringify([ground.why, ground.detail ?? '']);
    const found = causes.get(cause) ?? { ground, names: [] };
    causes.set(cause, found);
    found.names.push(name);
  }
  const lost = [...causes.values()].map(({ ground, names }) => lostWords(names, ground));
  const others = open.filter(({ ground }) => ground.kind === 'none').map(groundWords);
  return [...new Set([...lost, ...others])];
}

type LostGround = Extract<OpenGround['ground'], { readonly kind: 'unavailable' }>;

/** The cause, and what to do about it. */
function lostWords(names: readonly GroundName[], { why, detail = '' }: LostGround): string {
  if (isLossOfRecord({ detail }))
    return `Inconclusive: ${uncapitalized(recordLossWords({ why }))}${remedyWords(why, 'it')}`;
  const [name] = names;
  const isOne = names.length === 1 && name !== undefined && subjects[name].are === 'is';
  const are = isOne ? 'is' : 'are';
  const subject = uncapitalized(
    listWords(names.map((each, at) => (at === 0 ? subjects[each].name : uncapitalized(subjects[each].name)))),
  );
  const shown = detail === '' ? '' : ` (${visibleLine(cutText(detail, longestDetail))})`;
  if (why === 'from-the-claim')
    return `${capitalized(subject)} ${are} stated only by what is being checked, which proves nothing.${shown}`;
  return `Inconclusive: ${subject} ${are} ${lossWords[why]}${shown}.${remedyWords(why, isOne ? 'it' : 'them', names)}`;
}

/** Addresses and names of files. */
const longestDetail = 500;

function remedyWords(why: GroundLoss, them: 'it' | 'them', names: readonly GroundName[] = []): string {
  if (names.includes('root')) return rootRemedies[why] ?? '';
  switch (why) {
    case 'missing':
    case 'damaged':
    case 'older':
    case 'unsigned':
      return ` Restore ${them} from a backup, or accept the loss (Accept loss in the app, --accept-lost-state on the command line).`;
    case 'in-use':
      return ' Close the other process, and try again.';
    case 'newer-format':
      return ' Update Atom Explorer.';
    case 'from-the-claim':
    case 'other-origin':
    case 'incomplete':
    case 'unreadable':
    case 'not-recorded':
      return '';
  }
}

/** Roots are lost only if they come from a checkpoint on the command line. */
const rootRemedies: Readonly<Partial<Record<GroundLoss, string>>> = {
  unsigned: ' Pass the key of its signer with --verifier-key.',
  'other-origin': ' If it is the memory that you mean, pass its origin with --origin.',
};

/** Those that were left out by choice, with stable codes. What one sentence says of several is said once. */
export function groundsLeftOut(
  open: readonly OpenGround[],
): readonly { readonly code: string; readonly words: string }[] {
  return open
    .filter(({ holdsBack }) => !holdsBack)
    .map((one) => ({ code: `without-${one.name}`, words: groundWords(one) }))
    .filter(({ words }, at, all) => all.findIndex((one) => one.words === words) === at);
}

const lossWords: Readonly<Record<Exclude<GroundLoss, 'from-the-claim'>, string>> = {
  missing: 'missing',
  damaged: 'damaged or changed',
  older: 'an earlier copy',
  unsigned: 'not covered by a valid signature',
  'in-use': 'in use by another process',
  'newer-format': 'saved by a newer version of Atom Explorer',
  'other-origin': 'perhaps of another memory',
  incomplete: 'incomplete',
  unreadable: 'unreadable',
  'not-recorded': 'not recorded',
};
