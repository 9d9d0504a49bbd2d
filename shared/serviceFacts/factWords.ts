import { countWords } from '../text/sizes.ts';
import { momentWords } from '../text/times.ts';
import type { FactEvidence, KnownFact } from './factBook.ts';
import { gapOf, type GapId } from './gaps.ts';

/** What is known about a gap, as a phrase. */
export function factWords(id: GapId, fact: KnownFact): string {
  switch (fact.kind) {
    case 'answers':
      return fact.seen.map(({ answer }) => answer).join('; also ');
    case 'range':
      return `seen from ${fact.lowest.value.toFixed(3)} to ${fact.highest.value.toFixed(3)}`;
    case 'bounds': {
      const { accepted, refused } = fact;
      const unit = gapOf(id).unit ?? '';
      const parts = [
        ...(accepted === null ? [] : [`${countWords(accepted.value)} ${unit} accepted so far`]),
        ...(refused === null ? [] : [`${countWords(refused.value)} refused`]),
      ];
      return parts.join('; ');
    }
  }
}

/** An observation that shows a fact. */
export interface FactObservation extends FactEvidence {
  /** Epoch milliseconds. */
  readonly learnedAt: number;
}

/** Everything that shows a fact, in the order of its words. */
export function observationsOf(fact: KnownFact): readonly FactObservation[] {
  const seen =
    fact.kind === 'answers'
      ? fact.seen
      : fact.kind === 'range'
        ? [fact.lowest, fact.highest]
        : [fact.accepted, fact.refused].filter((one) => one !== null);
  const all = seen.map(({ evidence, learnedAt }) => ({ ...evidence, learnedAt }));
  return all.filter(
    (one, at) => all.findIndex((other) => JSON.stringify(other) === JSON.stringify(one)) === at,
  );
}

/** Such as `POST /recall, limit 10 → 200: { atoms: [] }`. */
export function evidenceText({ request, status, response }: FactEvidence): string {
  if (request === null) return response;
  return `${request} → ${status === null ? '' : `${String(status)}: `}${response}`;
}

export function observationText(observation: FactObservation): string {
  return `${momentWords(observation.learnedAt)}: ${evidenceText(observation)}`;
}
