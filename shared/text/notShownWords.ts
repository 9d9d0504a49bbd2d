import { rowsNotIncluded } from '../evidence/rowsNotIncluded.ts';
import type { EvidencePredicate } from '../evidence/statement.ts';
import { builtInRulesNotShown } from './builtInRulesNotShown.ts';
import { countOf } from './phrases.ts';
import { rowsNotIncludedWords } from './rowsNotIncludedWords.ts';
import { countWords } from './sizes.ts';

type Contents = Pick<
  EvidencePredicate,
  'scope' | 'schemes' | 'reads' | 'missing' | 'rawResponses' | 'receipts'
>;

/** What a bundle does not show, however it is verified. The codes are stable; the words may change. */
export function notShownBy(
  { scope, schemes, reads, missing, rawResponses, receipts }: Contents,
  withValues: boolean,
): readonly { readonly code: string; readonly words: string }[] {
  const leftOut = rowsNotIncludedWords(rowsNotIncluded(receipts));
  const all = [
    {
      code: 'service-did-not-sign',
      words: 'That the service sent this. The service signs nothing; the signer states what they received.',
    },
    {
      code: 'signer-clock',
      words: 'When this was received. The times come from the signer’s clock.',
    },
    {
      code: 'latest-version',
      words: 'That this is the latest version. An older version also verifies, with its own proof.',
    },
    {
      code: 'completeness',
      words: 'That nothing was left out. A proof covers only the atom it came with.',
    },
    {
      code: 'same-root-for-others',
      words: 'That others see the same root. Compare roots with someone you trust.',
    },
    {
      code: 'tree-size',
      words:
        'That the tree has exactly the stated number of leaves. The same path often fits several tree sizes.',
    },
    scope.kind === 'run'
      ? { code: 'scores', words: 'That scores and predictions are correct. No proof covers them.' }
      : null,
    missing.length > 0
      ? {
          code: 'absence',
          words: `That the ${missing.length === 1 ? 'key' : `${countWords(missing.length)} keys`} that the service did not return ${missing.length === 1 ? 'does' : 'do'} not exist. The service does not prove absence.`,
        }
      : null,
    scope.requested !== null && scope.requested > reads.length + missing.length
      ? {
          code: 'not-included',
          words: `Anything about ${countWords(scope.requested - reads.length - missing.length)} of the ${countOf(scope.requested, 'requested atom')}, which are not in this bundle.`,
        }
      : null,
    reads.length > 0 && !withValues
      ? {
          code: 'values-left-out',
          words:
            'The values, which were left out. Only their SHA-256 and length are included, so contents cannot be recomputed without the values.',
        }
      : null,
    reads.length > 0 && rawResponses.length === 0
      ? {
          code: 'raw-left-out',
          words: 'The responses as received. Only what was read from them is included.',
        }
      : null,
    receipts.length > 0
      ? {
          code: 'receipts-without-values',
          words:
            'The values that were stored, unless a read in this bundle has them. A receipt contains only their SHA-256 and length.',
        }
      : null,
    leftOut === null ? null : { code: 'rows-not-included', words: `Anything about ${leftOut}.` },
    schemes.some(({ origin }) => origin === 'inferred')
      ? {
          code: 'rules-inferred',
          words:
            'That the service really uses these hashing rules. They were inferred from its proofs, which is weaker than a specification.',
        }
      : null,
    schemes.some(({ origin }) => origin === 'built-in') ? builtInRulesNotShown : null,
  ];
  return all.filter((each) => each !== null);
}
