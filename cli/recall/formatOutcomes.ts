import type {
  Expectation,
  ExpectationFinding,
  ExpectationOutcome,
  FoundKey,
  OutcomeKind,
} from '#shared/domain/expectation.ts';
import type { OpenGround } from '#shared/grounds/conclude.ts';
import { describeLeafScheme, describePathScheme } from '#shared/merkle/registry.ts';
import { hasRules } from '#shared/merkle/pin.ts';
import type { SchemePin } from '#shared/merkle/scheme.ts';
import type { VerdictStatus } from '#shared/merkle/verdict.ts';
import { countOutcomes, isWithin } from '#shared/recall/evaluateExpectation.ts';
import { groundsWords } from '#shared/text/groundWords.ts';
import { groundRecords } from '#shared/text/verdictRecord.ts';
import { outcomeCountWords, outcomeLabels, outcomeWords } from '#shared/text/expectationWords.ts';
import { countOf, quoteText } from '#shared/text/phrases.ts';

export interface CheckedExpectation {
  readonly expectation: Expectation;
  readonly outcome: ExpectationOutcome;
}

const marks: Readonly<Record<OutcomeKind, string>> = {
  met: '[ok]',
  missed: '[!!]',
  unclear: '[??]',
  'not-run': '[??]',
};
const verdictWord: Readonly<Record<VerdictStatus, string>> = {
  green: 'verified',
  keyOnly: 'key proven, value not covered',
  amber: 'could not fully check',
  red: 'verification failed',
};

/** The report for people: a block for each expectation, with a line for each key, and the total. */
export function outcomesAsText(
  checked: readonly CheckedExpectation[],
  pin: SchemePin | null,
  open: readonly OpenGround[],
): string {
  const blocks = checked.map(({ expectation, outcome }) => {
    const { name, query } = expectation;
    const title = name === null ? quoteText(query) : `${quoteText(name)} (${quoteText(query)})`;
    return [
      `${marks[outcome.kind]} ${title}: ${outcomeLabels[outcome.kind]}`,
      `    ${outcomeWords(expectation, outcome)}`,
      ...(outcome.kind === 'not-run' ? [] : keyLines(expectation, outcome)),
    ].join('\n');
  });
  const counts = countOutcomes(checked.map(({ outcome }) => outcome));
  const held = groundsWords(open).map((words) => `    ${words}`);
  const grounds = held.length === 0 ? [] : [['Not given:', ...held, ...remedies(open)].join('\n')];
  return [...blocks, schemeLine(pin), ...grounds, outcomeCountWords(counts)].join('\n\n');
}

/** What to do about rules that only the service shows. */
function remedies(open: readonly OpenGround[]): readonly string[] {
  return open.some(({ name }) => name === 'rules')
    ? [
        '    No hit counts as verified by rules that only these responses show. Give rules from another source: --connection, --state, --rules-from, or --scheme with all parts.',
      ]
    : [];
}

function keyLines(expectation: Expectation, finding: ExpectationFinding): readonly string[] {
  const { expected, rejected, verdicts, anomalyCount } = finding;
  const wanted = `within ${expectation.within}`;
  return [
    ...expected.map(
      (found) =>
        `    ${isWithin(found, expectation) ? '+' : '-'} ${place(found)}  ${quoteText(found.key)}, expected ${wanted}`,
    ),
    ...rejected.map(
      (found) =>
        `    ${isWithin(found, expectation) ? '-' : '+'} ${place(found)}  ${quoteText(found.key)}, not expected ${wanted}`,
    ),
    `    hits: ${verdicts.green} verified, ${verdicts.keyOnly} with only the key proven, ${verdicts.amber} could not be fully checked, ${verdicts.red} failed`,
    ...(anomalyCount > 0
      ? [`    the response does not follow the API in ${countOf(anomalyCount, 'place')}`]
      : []),
  ];
}

function place({ rank, verdict }: FoundKey): string {
  if (rank === null) return 'absent';
  return `rank ${rank}${verdict === null ? '' : ` (${verdictWord[verdict]})`}`;
}

function schemeLine(pin: SchemePin | null): string {
  if (!hasRules(pin)) return 'Proofs could not be checked because no known hashing rules fit them.';
  const found =
    pin.pinnedFor !== undefined
      ? `by the hashing rules pinned for ${quoteText(pin.pinnedFor)}`
      : pin.origin === 'chosen'
        ? 'by the hashing rules that you gave'
        : `by hashing rules inferred from ${countOf(pin.samples, 'proof')}, which is weaker than a specification`;
  return `Proofs were checked ${found}: ${[...pin.path.map(describePathScheme), ...pin.leaf.map(describeLeafScheme)].slice(0, 4).join('; ')}.`;
}

/** The report for programs; `null` for what was not asked or not found. */
export function outcomesAsJson(
  checked: readonly CheckedExpectation[],
  run: {
    readonly url: string;
    /** Epoch milliseconds. */
    readonly at: number;
    readonly requireVerified: boolean;
    readonly pin: SchemePin | null;
    readonly open: readonly OpenGround[];
  },
): string {
  const counts = countOutcomes(checked.map(({ outcome }) => outcome));
  return JSON.stringify({
    url: run.url,
    at: new Date(run.at).toISOString(),
    requireVerified: run.requireVerified,
    counts: { met: counts.met, missed: counts.missed, unclear: counts.unclear, notRun: counts['not-run'] },
    scheme: {
      path: (run.pin?.path ?? []).map(describePathScheme),
      leaf: (run.pin?.leaf ?? []).map(describeLeafScheme),
    },
    grounds: groundRecords(run.open),
    results: checked.map(({ expectation, outcome }) => ({
      name: expectation.name,
      query: expectation.query,
      within: expectation.within,
      limit: expectation.limit,
      outcome: outcome.kind,
      why: outcomeWords(expectation, outcome),
      ...(outcome.kind === 'not-run'
        ? { error: outcome.code, expected: null, rejected: null, verdicts: null, oddities: null }
        : {
            error: null,
            expected: outcome.expected,
            rejected: outcome.rejected,
            verdicts: outcome.verdicts,
            oddities: outcome.anomalyCount,
          }),
    })),
  });
}
