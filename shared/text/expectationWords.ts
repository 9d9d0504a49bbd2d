import type { Expectation, ExpectationOutcome, FoundKey, OutcomeKind } from '../domain/expectation.ts';
import type { VerdictStatus } from '../merkle/verdict.ts';
import { isWithin, type OutcomeChange, type OutcomeCounts } from '../recall/evaluateExpectation.ts';
import { countOf, listWords, quoteText, applying, listFirst } from './phrases.ts';
import { countWords } from './sizes.ts';

/** Short labels for tables and reports. */
export const outcomeLabels: Readonly<Record<OutcomeKind, string>> = {
  met: 'Met',
  missed: 'Not met',
  unclear: 'Could not check',
  'not-run': 'Could not run',
};

/** The result of an expectation in a sentence that names the keys responsible. */
export function outcomeWords(expectation: Expectation, outcome: ExpectationOutcome): string {
  switch (outcome.kind) {
    case 'not-run':
      return outcome.why;
    case 'met':
      return outcome.requireVerified
        ? 'Everything is as expected and verified.'
        : 'Everything is as expected.';
    case 'unclear':
      return `All keys have the expected ranks, but ${listWords(doubts(outcome.expected))}.`;
    case 'missed': {
      const low = outcome.expected.filter((found) => found.rank !== null && !isWithin(found, expectation));
      const absent = outcome.expected.filter(({ rank }) => rank === null);
      const present = outcome.rejected.filter((found) => isWithin(found, expectation));
      const failed = outcome.requireVerified ? withVerdict(outcome.expected, 'red') : [];
      const parts = applying([
        low.length > 0 &&
          listWords(low.map(({ key, rank }) => `${quoteText(key)} only at rank ${countWords(rank ?? 0)}`)),
        absent.length > 0 &&
          `${keysWords(absent)} not among the ${countOf(expectation.limit, 'requested hit')}`,
        present.length > 0 &&
          listWords(
            present.map(
              ({ key, rank }) => `${quoteText(key)} at rank ${countWords(rank ?? 0)}, where it must not be`,
            ),
          ),
        failed.length > 0 && `the proof of ${keysWords(failed)} failed`,
      ]);
      return `${parts.join('; ')}.`;
    }
  }
}

function withVerdict(found: readonly FoundKey[], verdict: VerdictStatus): readonly FoundKey[] {
  return found.filter((each) => each.verdict === verdict);
}

function doubts(expected: readonly FoundKey[]): readonly string[] {
  const unchecked = withVerdict(expected, 'amber');
  const keyOnly = withVerdict(expected, 'keyOnly');
  return applying([
    unchecked.length > 0 && `the proof of ${keysWords(unchecked)} could not be checked`,
    keyOnly.length > 0 && `the proof of ${keysWords(keyOnly)} does not cover the value`,
  ]);
}

function keysWords(found: readonly FoundKey[]): string {
  return listFirst(
    found.map(({ key }) => quoteText(key)),
    3,
  );
}

export const changeLabels: Readonly<Record<OutcomeChange, string>> = {
  first: 'first result',
  'now-met': 'now met',
  'now-missed': 'no longer met',
  'now-unclear': 'now unclear',
  'ranks-changed': 'ranks changed',
  same: 'unchanged',
};

/** `12 expectations: 9 met, 2 not met, 1 could not run.` */
export function outcomeCountWords(counts: OutcomeCounts): string {
  const total = counts.met + counts.missed + counts.unclear + counts['not-run'];
  const parts = applying([
    `${countWords(counts.met)} met`,
    `${countWords(counts.missed)} not met`,
    counts.unclear > 0 && `${countWords(counts.unclear)} could not be checked`,
    counts['not-run'] > 0 && `${countWords(counts['not-run'])} could not run`,
  ]);
  return `${countOf(total, 'expectation')}: ${parts.join(', ')}.`;
}
