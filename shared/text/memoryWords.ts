import type { RootStatus } from '../domain/connection.ts';
import type { Denial, KeyConflict, KeyStatement, ProvenPlace } from '../domain/keyMemory.ts';
import { shortHash } from './hashWords.ts';
import { countOf, applying, listFirst } from './phrases.ts';
import { momentWords } from './times.ts';

/** How two statements about a key contradict each other, with both of them, in a few sentences. */
export function conflictWords({ kind, was, now }: KeyConflict): string {
  switch (kind) {
    case 'other-content':
      return `Version ${String(now.version)} was read before with a different value. Before: ${contentWords(was)}. Now: ${contentWords(now)}. ${conflictMeanings[kind]}`;
    case 'version-back':
      return `The response contains version ${String(now.version)} (${proofWords(now)}), but version ${String(was.version)} of this key was read before: ${contentWords(was)}. ${conflictMeanings[kind]}`;
    case 'denied':
      return `On ${momentWords(now.at)}, the service did not return this key, although it claims the same root under which the key is proven: root ${rootName(now)}, proof read on ${momentWords(was.at)}. ${conflictMeanings[kind]}`;
  }
}

/** The two statements of a contradiction separately, to show one below the other; null for a denial. */
export function conflictSides({ kind, was, now }: KeyConflict): {
  readonly before: string;
  readonly now: string;
} | null {
  return kind === 'denied' ? null : { before: statementWords(was), now: statementWords(now) };
}

/** What a contradiction means. */
export const conflictMeanings: Readonly<Record<KeyConflict['kind'], string>> = {
  'other-content':
    'The value of a version never changes, so the service rewrote its history, or one of the two responses is false.',
  'version-back': 'Versions never go back, so the service returned an old state, or its history was changed.',
  denied: 'An atom that is in the tree cannot be missing, so one of the two responses is false.',
};

/** Headings for contradictions. */
export const conflictTitles: Readonly<Record<KeyConflict['kind'], string>> = {
  'other-content': 'This version was rewritten',
  'version-back': 'The version went back',
  denied: 'The service contradicts its own proof',
};

/** Short labels for lists. */
export const conflictLabels: Readonly<Record<KeyConflict['kind'], string>> = {
  'other-content': 'rewritten: same version, different value',
  'version-back': 'version went back',
  denied: 'not returned, although proven under this root',
};

/** What is known about a key: `version 3, value with SHA-256 1a2b.., ...`. */
export function statementWords(statement: KeyStatement): string {
  const { version } = statement;
  return `${version === null ? 'no version' : `version ${String(version)}`}, ${contentWords(statement)}`;
}

/** Under which root a key was last proven, and when. */
export function provenWords(proven: ProvenPlace | null): string {
  return proven === null ? 'never' : `under root ${rootName(proven)}, ${momentWords(proven.at)}`;
}

/** What a statement said: `value 1a2b.., leaf 3c4d.., proven under root 5e6f.. (345 leaves), read at ...`. */
function contentWords(statement: KeyStatement): string {
  const { valueHash, leafHash, at } = statement;
  return applying([
    valueHash !== null && `value with SHA-256 ${shortHash(valueHash)}`,
    leafHash !== null && `leaf ${shortHash(leafHash)}`,
    proofWords(statement),
    `read on ${momentWords(at)}`,
  ]).join(', ');
}

function proofWords(statement: KeyStatement): string {
  if (statement.rootHash === null) return 'without a proof';
  const root = `root ${rootName(statement)}`;
  switch (statement.verdict) {
    case 'green':
      return `proven under ${root}`;
    case 'red':
    case 'amber':
      return `not proven, under ${root}`;
    default:
      return `key proven under ${root}`;
  }
}

function rootName({
  rootHash,
  treeSize,
}: {
  readonly rootHash: string | null;
  readonly treeSize: string | null;
}): string {
  if (rootHash === null) return 'unknown';
  return treeSize === null
    ? shortHash(rootHash)
    : `${shortHash(rootHash)} (${countOf(treeSize, 'leaf', 'leaves')})`;
}

/** A different root for a tree of the same size. */
export function unexplainedWords({
  treeSize,
  other,
}: Extract<RootStatus, { readonly kind: 'unexplained' }>): string {
  return `A tree of ${countOf(treeSize, 'leaf', 'leaves')} was seen under a different root, ${shortHash(other.rootHash)}, most recently on ${momentWords(other.at)}, and nothing was stored over this connection in between. Either someone else changed an atom in place, or the service shows two different trees. Ask other users of this memory which root they see.`;
}

/** Why a key was not returned: a title, what is known, and what to do. */
export function denialWords(denial: Denial): {
  readonly title: string;
  readonly what: string;
  readonly todo: string;
} {
  switch (denial.kind) {
    case 'unproven':
      return {
        title: 'Not found',
        what: 'The service did not return this key, and no proof of it has been read on this connection.',
        todo: 'Check the spelling: keys must match exactly, including case and spaces. To find keys by meaning, use Recall.',
      };
    case 'moved-on':
      return {
        title: 'Not returned',
        what: `The service did not return this key. ${lastProofWords(denial.proven)} ${
          denial.rootNow === null
            ? 'Its current root is unknown.'
            : `Its current root is ${shortHash(denial.rootNow)}.`
        }`,
        todo: 'It may have been removed since, or the response is incomplete. Read it again, or ask whoever runs the service.',
      };
    case 'contradiction':
      return {
        title: 'The service contradicts its own proof',
        what: conflictWords(denial.conflict),
        todo: 'Read it again. If the problem persists, keep both responses and show them to whoever runs the service.',
      };
  }
}

function lastProofWords(proven: ProvenPlace): string {
  return `It was last proven under root ${rootName(proven)} on ${momentWords(proven.at)}.`;
}

/** The roots that a run found: `2 roots: 1a2b.. (345 leaves), 3c4d.. (345 leaves)`. At most three are named. */
export function rootsWords(
  roots: readonly { readonly rootHash: string; readonly treeSize: string | null }[],
  count = roots.length,
): string {
  return `${countOf(count, 'root')}: ${listFirst(roots.map(rootName), 3, count)}`;
}
