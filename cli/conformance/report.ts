import type { Json } from '#shared/domain/json.ts';
import type { FactBook, FactEvidence } from '#shared/serviceFacts/factBook.ts';
import { factRows } from '#shared/serviceFacts/factReport.ts';
import type { FactObservation } from '#shared/serviceFacts/factWords.ts';
import type { GapId } from '#shared/serviceFacts/gaps.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { isArray, isObject } from '#shared/serviceFacts/jsonPlaces.ts';

/**
 * - `pass`, `fail`: the interface says it, and the service does it or does not;
 * - `unchecked`: it was not tried, or what came back does not settle it.
 */
export type CheckStatus = 'pass' | 'fail' | 'unchecked';

/** One rule of the API, and whether the service follows it. */
export interface ConformanceCheck {
  /** Such as `4.2 retrieve`: the section of the API, and its topic. */
  readonly section: string;
  readonly rule: string;
  readonly status: CheckStatus;
  /**
   * The observation, on one line. Never contains an API key or a value; keys are named if they have a
   * problem.
   */
  readonly seen: string;
}

/** One thing that the API leaves open, and how this service handles it. */
export interface FilledGap {
  readonly id: GapId;
  readonly section: string;
  readonly gap: string;
  /** In words; `could not be determined` if that is so. */
  readonly answer: string;
  /** The same as data, if it was probed for. */
  readonly data: Json;
  /** What shows it. */
  readonly evidence: readonly FactObservation[];
}

export interface ConformanceReport {
  /** The base address as given. */
  readonly url: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly requests: number;
  /** Why the rest was not checked; null if everything was. */
  readonly stopped: string | null;
  /** Prefix of all stored keys; null: nothing was stored. */
  readonly prefix: string | null;
  readonly checks: readonly ConformanceCheck[];
  readonly gaps: readonly FilledGap[];
}

const notFoundOut = 'could not be determined';

/** Collects the results during the run. */
export interface ReportBuilder {
  check(section: string, rule: string, status: CheckStatus | boolean, seen: string): void;
  /** What a probe for a gap found; null: nothing. */
  gap(id: GapId, answer: string | null, data?: Json): void;
  readonly checks: readonly ConformanceCheck[];
  /** Every gap: as probed for, or else as learned from all responses. */
  gaps(at: number): readonly FilledGap[];
}

export function createReportBuilder({
  facts,
  latest,
}: {
  readonly facts: () => FactBook;
  /** The latest request and its response. */
  readonly latest: () => FactEvidence;
}): ReportBuilder {
  const checks: ConformanceCheck[] = [];
  const probed = new Map<
    GapId,
    { readonly answer: string; readonly data: Json; readonly evidence: FactEvidence }
  >();
  return {
    check(section, rule, status, seen) {
      const word = typeof status === 'string' ? status : status ? 'pass' : 'fail';
      checks.push({ section, rule, status: word, seen: shown(seen) });
    },
    gap(id, answer, data = null) {
      if (answer !== null)
        probed.set(id, { answer: shown(answer), data: shownData(data), evidence: latest() });
    },
    checks,
    gaps: (at) =>
      factRows(facts()).map(({ gap: { id, section, title }, answer, observations }) => {
        const found = probed.get(id);
        const seen = observations.length > 0 || found === undefined ? observations : [found.evidence];
        return {
          id,
          section,
          gap: title,
          answer: found?.answer ?? (answer === null ? notFoundOut : shown(answer)),
          data: found?.data ?? null,
          evidence: seen.map((one) => ({ learnedAt: at, ...one })),
        };
      }),
  };
}

const longestText = 1_000;
const mostItems = 200;

/** Text that a service may control, made safe for a terminal and for sharing. */
function shown(text: string): string {
  return visibleLine(text.length > longestText ? `${text.slice(0, longestText)}…` : text);
}

function shownData(data: Json): Json {
  if (typeof data === 'string') return shown(data);
  if (isArray(data)) return data.slice(0, mostItems).map(shownData);
  if (!isObject(data)) return data;
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [shown(name), shownData(value)]));
}
