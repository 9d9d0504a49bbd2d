import type { SearchExtent } from '../merkle/schemeSearch.ts';

/** Why a path could not be followed: none of the rules that were tried fits it. */
export function noPathRuleWords(tried: SearchExtent): string {
  switch (tried) {
    case 'all':
      return 'No known rule fits this tree. Either the service uses a different rule, or the proofs are damaged. Atom Explorer cannot tell which.';
    case 'some':
      return 'None of the rules tried so far fits this tree. Trying all known rules on these proofs would take too long. If you know the rules, choose them yourself.';
    case 'none':
      return 'The rules of this tree are unknown, so the path could not be followed.';
  }
}

/** Why the content could not be checked: none of the leaf rules that were tried fits it. */
export function noLeafRuleWords(tried: SearchExtent): string {
  const consequence = 'The proof may be valid and still say nothing about this value.';
  switch (tried) {
    case 'all':
      return `No known rule produces this leaf from this atom. Either the service uses a different rule, or the atom or the leaf was changed. Atom Explorer cannot tell which.`;
    case 'some':
      return `None of the leaf rules tried so far fits this atom. Trying all known rules on large values would take too long. ${consequence} Reading an atom with a short value may settle it.`;
    case 'none':
      return `The rule for making a leaf from an atom is unknown. ${consequence}`;
  }
}
