import type { RulesFileFault } from '../rulesFile/rulesFile.ts';

/** Why a file with hashing rules cannot be used, in a full sentence or two. */
export function rulesFileFaultWords(fault: RulesFileFault): string {
  switch (fault.kind) {
    case 'not-json': {
      const { line, column, what } = fault.fault;
      return `This is not valid JSON. Line ${line}, column ${column}: ${what}.`;
    }
    case 'not-ours':
      return 'This is not a file with hashing rules. Save one in the app, in the hashing rules of a connection, or with atom-explorer rules.';
    case 'newer':
      return 'A newer version of Atom Explorer wrote this file. Update Atom Explorer to use it.';
    case 'not-valid':
      return `These hashing rules cannot be read${fault.at === '' ? '' : `: ${fault.at} is missing, or not something that this version of Atom Explorer knows`}.`;
    case 'repeated':
      return 'These hashing rules cannot be used: one of them is listed twice.';
    case 'other-hash':
      return 'These hashing rules cannot be used: nodes and leaves do not use the same hash function.';
  }
}
