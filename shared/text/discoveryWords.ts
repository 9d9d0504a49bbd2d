import { occupiedLeaves } from '../domain/catalogue.ts';
import type { DiscoveryEnd, DiscoveryProgress, DiscoveryRequestKind } from '../domain/job.ts';
import { assertNever } from '../domain/result.ts';
import { coverageWords } from './leafWords.ts';
import { countOf } from './phrases.ts';
import { countWords } from './sizes.ts';

/** Said before a discovery begins. */
export const discoveryWarning =
  'A discovery asks the service many questions. A service may learn from recalls what it predicts next, so the questions may leave traces in the predictions made under this API key. A key of its own for discovering, best a read-only one, keeps them apart.';

/** Why a discovery stopped by itself, and what is dark now. */
export function discoveryEndWords(
  end: DiscoveryEnd,
  { coverage }: Pick<DiscoveryProgress, 'coverage'>,
): { readonly title: string; readonly words: string } {
  const known = coverage === null ? '' : ` ${coverageWords(coverage)}; ${darkWords(coverage)}.`;
  switch (end.kind) {
    case 'complete':
      return {
        title: 'Complete',
        words:
          (coverage?.emptyLeaves ?? 0) > 0
            ? 'Every leaf of the tree has a known atom or is proven to be empty.'
            : 'Every leaf of the tree has a known atom.',
      };
    case 'explained':
      return {
        title: 'Complete, if each version has a leaf of its own',
        words: `${countWords(end.leaves)} ${end.leaves === '1' ? 'leaf is' : 'leaves are'} dark, exactly as many as the earlier versions of the known atoms would take. No read returns an earlier version, so this is a hypothesis that fits, not a proof.`,
      };
    case 'nothing-new':
      return {
        title: 'Stopped: nothing new came',
        words: `The last ${countOf(end.requests, 'request')} found nothing new.${known} Other seed words may lead further.`,
      };
    case 'nothing-left':
      return {
        title: 'Stopped: nothing left to ask',
        words: `Every word of the known keys was asked for.${known} Other seed words may lead further.`,
      };
    case 'budget':
      return {
        title: 'Stopped: the budget is spent',
        words: `There is more to ask.${known} Start again to go on: nothing is asked twice.`,
      };
    default:
      return assertNever(end);
  }
}

/** What was left aside so that the rest could go on; nothing where nothing was. */
export function setAsideWords(count: number): string {
  if (count === 0) return '';
  return `The service would not answer ${countOf(count, 'question or key', 'questions and keys')}. ${count === 1 ? 'It was' : 'They were'} set aside and will not be asked again.`;
}

const requestWords: Readonly<Record<DiscoveryRequestKind, string>> = {
  recall: 'Recall',
  predicted: 'Reading known keys',
  guess: 'Looking up keys that fit a pattern',
};

export function latestRequestWords({ kind, words }: NonNullable<DiscoveryProgress['latest']>): string {
  return `${requestWords[kind]}: ${words}`;
}

function darkWords(coverage: NonNullable<DiscoveryProgress['coverage']>): string {
  const { knownLeaves, treeSize } = coverage;
  if (treeSize === null) return 'how many are dark is not known';
  const dark = occupiedLeaves(treeSize, coverage) - BigInt(knownLeaves);
  return dark === 1n ? '1 leaf is dark' : `${countWords(String(dark))} leaves are dark`;
}
