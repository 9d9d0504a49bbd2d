import { ambiguitiesOf, type Ambiguity, type OpenPart, type SampleWish } from '../merkle/ambiguity.ts';
import { hasRules } from '../merkle/pin.ts';
import {
  describeLeafScheme,
  describePathScheme,
  findPreimage,
  hashFunctions,
  leafDigests,
  linkRules,
  nodeRules,
  siblingOrders,
  treeShapes,
  type RegistryEntry,
} from '../merkle/registry.ts';
import type { LeafScheme, LinkRule, PathScheme, SchemePin } from '../merkle/scheme.ts';
import { extentOf } from '../merkle/schemeSearch.ts';
import { confirmedWords, countOf, listWords, quoteText } from './phrases.ts';

/** One rule, as an identifier to type and as a sentence. */
export interface RuleWords {
  /** Such as `hash=sha-256,node=prefix-01,shape=rfc6962,order=leaf-to-root`. */
  readonly id: string;
  readonly words: string;
}

export interface SchemeWords {
  readonly title: string;
  /** How the rules were found, and how strong that evidence is. */
  readonly found: string;
  /** What a leaf covers, and so what a green verdict can claim. */
  readonly covers: string;
  /** Every pinned rule; more than one while several still fit. */
  readonly path: readonly RuleWords[];
  readonly leaf: readonly RuleWords[];
  /** For each part that is still undecided: what fits, and which sample would settle it. */
  readonly open: readonly string[];
}

/** The hashing rules of a connection in words. */
export function schemeWords(pin: SchemePin | null): SchemeWords {
  if (!hasRules(pin))
    return {
      title: 'No hashing rules pinned',
      found: notFoundWords(pin),
      covers: 'What a leaf covers is unknown.',
      path: [],
      leaf: [],
      open: [],
    };
  return {
    title: titleOf(pin),
    found: foundWords(pin),
    covers: coversWords(pin.leaf),
    path: pin.path.map((scheme) => ({ id: describePathScheme(scheme), words: pathWords(scheme) })),
    leaf: pin.leaf.map((scheme) => ({ id: describeLeafScheme(scheme), words: leafWords(scheme) })),
    open: ambiguitiesOf(pin).map(ambiguityWords),
  };
}

function isAmbiguous({ path, leaf }: SchemePin): boolean {
  return path.length > 1 || leaf.length > 1;
}

function titleOf(pin: SchemePin): string {
  switch (pin.origin) {
    case 'specified':
      return 'Specified by the service';
    case 'built-in':
      return 'Built into Atom Explorer';
    case 'chosen':
      return 'Chosen by you';
    case 'inferred':
      return isAmbiguous(pin) ? 'Inferred, still ambiguous' : 'Inferred';
  }
}

function foundWords(pin: SchemePin): string {
  switch (pin.origin) {
    case 'specified':
      return 'The service specifies these rules.';
    case 'built-in': {
      const found =
        'Atom Explorer supplies these rules for this kind of service or file, which specifies none itself. This is weaker evidence than a specification.';
      return isAmbiguous(pin) ? `${found} The first proof shows which of them apply.` : found;
    }
    case 'chosen':
      return pin.pinnedFor === undefined
        ? 'You chose these rules.'
        : `You chose these rules for ${quoteText(pin.pinnedFor)}.`;
    case 'inferred': {
      if (pin.pinnedFor !== undefined)
        return `Inferred from proofs that ${quoteText(pin.pinnedFor)} returned, not from the pasted text.`;
      const found = `Inferred from ${countOf(pin.samples, 'proof')}${confirmedWords(pin.confirmations ?? 0)} by trying all known rules. The service does not specify its rules, so this is weaker evidence than a specification.`;
      return isAmbiguous(pin)
        ? `${found} Several rules fit equally well. Later proofs may rule some of them out, but never add one.`
        : `${found} From now on, a proof that needs other rules fails.`;
    }
  }
}

function notFoundWords(pin: SchemePin | null): string {
  const consequence = 'Until matching rules are found, paths and contents cannot be checked.';
  const extents = [extentOf(pin?.search?.path), extentOf(pin?.search?.leaf)];
  if (extents.includes('some'))
    return `None of the rules tried so far fits the proofs of this connection. Trying all known rules on large values would take too long. ${consequence}`;
  if (extents.includes('all')) return `No known rule fits the proofs of this connection. ${consequence}`;
  return `No proof has been read on this connection yet. ${consequence}`;
}

function coversWords(leaf: readonly LeafScheme[]): string {
  const entries = leaf.map(({ preimage }) => findPreimage(preimage)).filter((entry) => entry !== null);
  if (entries.length === 0)
    return 'No known leaf rule fits, so paths can be checked, but not whether a leaf matches its key and value.';
  const fields = ['key', 'value', 'version'] as const;
  const covered = fields.filter((field) => entries.every(({ binds }) => binds.includes(field)));
  const open = fields.filter((field) => !covered.includes(field));
  if (covered.length === 0) return 'Which part of an atom a leaf covers is still undecided.';
  const covers = `A leaf covers the ${listWords(covered)}`;
  return open.length === 0
    ? `${covers}.`
    : `${covers}, but not the ${listWords(open)}: proofs say nothing about ${open.length > 1 ? 'those' : 'that'}.`;
}

const partTitles: Readonly<Record<OpenPart, string>> = {
  hash: 'hash function',
  node: 'rule for joining nodes',
  shape: 'tree shape',
  order: 'sibling order',
  links: 'number of trees and how they are linked',
  digest: 'leaf hashing',
  preimage: 'leaf content',
};

const wishWords: Readonly<Record<SampleWish, string>> = {
  any: 'any proof',
  'larger-tree': 'a proof from a tree of more than one leaf',
  'other-place': 'a proof of another leaf',
  'lone-node': 'a proof of the last leaf in a tree whose size is not a power of two',
  'longer-path': 'a proof with at least two different siblings',
  'other-content': 'an atom whose key, value, and version are all different and not empty',
};

/** What is undecided in one part of the rules, and what would settle it. */
function ambiguityWords({ part, candidates, wish }: Ambiguity): string {
  const shown =
    candidates.length > 4 ? [...candidates.slice(0, 3), `${candidates.length - 3} more`] : candidates;
  return `The ${partTitles[part]} is undecided: ${listWords(shown)} fit equally well. What would settle it: ${wishWords[wish]}.`;
}

function pathWords({ hash, node, shape, order, links = [] }: PathScheme): string {
  const rules = [wordsOf(nodeRules, node), wordsOf(treeShapes, shape), wordsOf(siblingOrders, order)];
  return `${wordsOf(hashFunctions, hash)}; a node is the ${rules.join('; ')}; ${treeWords(links)}.`;
}

/** Through how many trees a proof leads. */
function treeWords(links: readonly LinkRule[]): string {
  if (links.length === 0) return 'all leaves are in one tree';
  const linked = links.map((link) => `a leaf is ${wordsOf(linkRules, link)}`);
  return `a proof leads through ${links.length + 1} trees, and in each after the first, ${linked.join('; then ')}`;
}

function leafWords({ hash, digest, preimage }: LeafScheme): string {
  const content = findPreimage(preimage)?.words ?? `${preimage} (unknown to this version of Atom Explorer)`;
  return `${wordsOf(hashFunctions, hash)}; a leaf is the ${wordsOf(leafDigests, digest)} ${content}.`;
}

function wordsOf<Id extends string>(entries: readonly RegistryEntry<Id>[], id: Id): string {
  return entries.find((entry) => entry.id === id)?.words ?? id;
}

/** Where the rules for a pasted proof come from, and what the check can and cannot show with them. */
export function pastedRulesWords(
  source: 'inferred' | 'chosen' | 'connection',
  pin: SchemePin | null,
  connectionName: string,
): string {
  switch (source) {
    case 'inferred':
      if (!hasRules(pin)) return notInferredWords(pin);
      return pin.leaf.length === 0
        ? 'Inferred from this proof alone. No known leaf rule fits, so the content was not checked: either the atom was changed, or the service uses an unknown rule. Rules from another source can tell the two apart.'
        : 'Inferred from this proof alone, so nothing is verified by them: for any atom, whoever made the proof can pick rules by which it fits. Check it by the rules of a connection, or choose rules that you know.';
    case 'chosen':
      return pin === null
        ? 'Choose the rules first. Until then, the proof cannot be checked.'
        : 'The verdict applies to the rules that you chose. It does not show that the service uses them.';
    case 'connection':
      return `These rules are pinned for ${quoteText(connectionName)}. They do not come from the pasted text.`;
  }
}

function notInferredWords(tried: SchemePin | null): string {
  const extents = [extentOf(tried?.search?.path), extentOf(tried?.search?.leaf)];
  const found = extents.includes('some')
    ? 'None of the rules tried so far fits this proof. Trying all known rules on a proof this large would take too long.'
    : 'No known rule fits this proof, so nothing could be checked. It may use other rules, or it may be damaged or changed.';
  return `${found} If you know its rules, choose them above.`;
}
