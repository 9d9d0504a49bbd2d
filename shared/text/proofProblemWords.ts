import type { Base64Fault } from '../merkle/base64.ts';
import type { ProofFault, ProofProblem } from '../merkle/proof.ts';
import { countOf, applying, listWords } from './phrases.ts';
import { countWords } from './sizes.ts';

const problemsToName = 3;

/** Sentences that name the faulty fields and what is wrong with each; only the first few if there are many. */
export function problemWords(problems: readonly ProofProblem[]): string {
  const named = problems.slice(0, problemsToName).map(({ field, fault }) => `${field} ${faultWords(fault)}.`);
  const more = problems.length - named.length;
  return applying([...named, more > 0 && `${countOf(more, 'more problem')} of this kind.`]).join(' ');
}

function faultWords(fault: ProofFault): string {
  switch (fault.kind) {
    case 'missing':
      return 'is missing';
    case 'wrong-type':
      return `is not ${fault.wanted}`;
    case 'not-hex':
      return fault.length % 2 === 1
        ? `is not a whole number of bytes in hex: it has ${countOf(fault.length, 'character')}`
        : 'is not hex: only 0 to 9 and a to f are allowed, after an optional 0x';
    case 'not-base64':
      return `is not base64: ${base64Words(fault.fault)}`;
    case 'hash-length':
      return `has ${countOf(fault.bytes, 'byte')}, but a hash has ${fault.expectedBytes}`;
    case 'too-many':
      return `has ${countOf(fault.count, 'entry', 'entries')}, more than any tree can have (${fault.limit})`;
    case 'tree-count':
      return `leads through ${countOf(fault.given, 'tree')}, but by the hashing rules, every proof leads through ${listWords(fault.trees.map(String), 'or')}`;
    case 'empty':
      return 'is an empty list, but must contain at least one proof';
    case 'not-an-integer':
      return 'is not a whole number';
    case 'negative':
      return 'is negative';
    case 'inexact':
      return 'is too large to be exact as a JSON number; it must be a string of digits';
    case 'string-for-integer':
      return 'is a string, but must be an integer';
    case 'too-large':
      return 'is larger than any tree (2^256)';
    case 'empty-tree':
      return 'is 0, but a tree that holds this leaf has at least one';
    case 'outside-tree':
      return `is ${countWords(fault.leafIndex)}, outside a tree of ${countOf(fault.treeSize, 'leaf', 'leaves')} (counted from 0)`;
  }
}

function base64Words(fault: Base64Fault): string {
  switch (fault) {
    case 'alphabet':
      return 'it contains a character that is in neither alphabet, or mixes both';
    case 'length':
      return 'its length or padding does not match a whole number of bytes';
    case 'trailing-bits':
      return 'its last character contains bits that belong to no byte';
  }
}
