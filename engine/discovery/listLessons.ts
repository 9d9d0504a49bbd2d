import type { Coverage } from '#shared/domain/catalogue.ts';
import type { DiscoveryEnd } from '#shared/domain/job.ts';
import type { Lesson } from '#shared/serviceFacts/factBook.ts';
import { discoveryEndWords, isListRefuted, isShownComplete } from '#shared/text/discoveryWords.ts';
import { coverageWords } from '#shared/text/leafWords.ts';
import { countOf } from '#shared/text/phrases.ts';
import type { TakenList } from './takeList.ts';

/** What the proofs of a memory with shards show about its list. */
export function lessonOfShards(
  source: string,
  end: Extract<DiscoveryEnd, { readonly kind: 'listed' }>,
): Lesson {
  const { words } = discoveryEndWords(end, { coverage: null });
  return {
    gap: 'list-complete',
    answer: isShownComplete(end)
      ? 'complete, as the proofs show'
      : isListRefuted(end)
        ? 'refuted by the proofs'
        : 'not confirmed by the proofs',
    evidence: { request: source, status: 200, response: words },
  };
}

/**
 * What leaf positions show about a list.
 *
 * @param found `all`: every leaf has a known atom; `explained`: every leaf but as many as earlier versions may have;
 *   `unlisted`: keys that were returned before, and are not in the list
 */
export function lessonOfList(
  { source, keys, read }: TakenList,
  found: {
    readonly coverage: Coverage;
    readonly unlisted: number;
    readonly outcome: 'all' | 'explained' | 'open';
  },
): Lesson {
  const { coverage, unlisted, outcome } = found;
  const answers = {
    all: 'complete: every leaf of the tree has a listed atom',
    explained: 'complete, if each version has its own leaf',
    open: 'not confirmed: the tree has more leaves, or its size is unknown',
  };
  const known = [
    `${countOf(keys.size, 'key')} listed`,
    `${countOf(read, 'key')} returned`,
    coverageWords(coverage),
    ...(unlisted > 0 ? [`${countOf(unlisted, 'known key is', 'known keys are')} not listed`] : []),
  ];
  return {
    gap: 'list-complete',
    answer:
      unlisted > 0
        ? 'no: known keys are not in it'
        : read < keys.size
          ? 'listed keys were not returned'
          : answers[outcome],
    evidence: { request: source, status: 200, response: known.join('; ') },
  };
}
