import { assertNever } from '../domain/result.ts';
import type { SearchExtent } from '../merkle/schemeSearch.ts';

/** Why a path could not be followed: no rule is known for it, after so many were tried. */
export function noPathRuleWords(tried: SearchExtent): string {
  switch (tried) {
    case 'all':
      return 'None of the rules we know fits this tree. Either the service uses another rule, or the proofs are damaged: the two cannot be told apart from here.';
    case 'some':
      return 'We tried only some of the rules we know, because trying all of them on these proofs takes too long, and none of those fits. If you know the rule, choose it by hand.';
    case 'none':
      return 'No rule is known for this tree, so the path could not be followed.';
    default:
      return assertNever(tried);
  }
}

/** Why a content could not be checked: no leaf rule is known for it, after so many were tried. */
export function noLeafRuleWords(tried: SearchExtent): string {
  const consequence = 'The proof may be sound and still say nothing about this value.';
  switch (tried) {
    case 'all':
      return `None of the rules we know makes this leaf from this atom. Either the service uses another rule, or the atom or the leaf was changed: the two cannot be told apart from here.`;
    case 'some':
      return `We tried only some of the rules we know for making a leaf from an atom, because trying all of them on large values takes too long, and none of those fits. ${consequence} Reading an atom with a short value may settle it.`;
    case 'none':
      return `No rule is known for how a leaf is made from an atom. ${consequence}`;
    default:
      return assertNever(tried);
  }
}
