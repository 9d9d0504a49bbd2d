import type { Json } from '#shared/domain/json.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { isArray, isObject } from './jsonPlaces.ts';

/**
 * - `pass`, `fail`: the interface says it, and the service does it or does not;
 * - `unchecked`: it was not tried, or what came back does not settle it.
 */
export type CheckStatus = 'pass' | 'fail' | 'unchecked';

/** One thing that the interface shows, and whether the service does it. */
export interface ConformanceCheck {
  /** Such as `4.2 retrieve`: the section of the interface, and what it is about. */
  readonly section: string;
  readonly rule: string;
  readonly status: CheckStatus;
  /** What was seen, on one line. Never holds an API key or the text of a value; keys are named where one is to blame. */
  readonly seen: string;
}

/** One thing that the interface leaves open ("not shown"), and how this service fills it. */
export interface FilledGap {
  readonly section: string;
  readonly gap: string;
  /** In words; `not found out` where it could not be. */
  readonly answer: string;
  /** The same as data. */
  readonly data: Json;
}

export interface ConformanceReport {
  /** Base address, as it was given. */
  readonly url: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly requests: number;
  /** Why the rest was not checked; null where everything was. */
  readonly stopped: string | null;
  /** Under which everything was written; null: nothing was. */
  readonly prefix: string | null;
  readonly checks: readonly ConformanceCheck[];
  readonly gaps: readonly FilledGap[];
}

const notFoundOut = 'could not be determined';

/** Collects what is found on the way. */
export interface ReportBuilder {
  check(section: string, rule: string, status: CheckStatus | boolean, seen: string): void;
  gap(section: string, gap: string, answer: string | null, data?: Json): void;
  readonly checks: readonly ConformanceCheck[];
  readonly gaps: readonly FilledGap[];
}

export function createReportBuilder(): ReportBuilder {
  const checks: ConformanceCheck[] = [];
  const gaps: FilledGap[] = [];
  return {
    check(section, rule, status, seen) {
      const word = typeof status === 'string' ? status : status ? 'pass' : 'fail';
      checks.push({ section, rule, status: word, seen: shown(seen) });
    },
    gap(section, gap, answer, data = null) {
      gaps.push({
        section,
        gap,
        answer: shown(answer ?? notFoundOut),
        data: answer === null ? null : shownData(data),
      });
    },
    checks,
    gaps,
  };
}

const longestText = 1_000;
const mostItems = 200;

/** What a service may have had a hand in, made fit for a terminal and for passing on. */
function shown(text: string): string {
  return visibleLine(text.length > longestText ? `${text.slice(0, longestText)}…` : text);
}

function shownData(data: Json): Json {
  if (typeof data === 'string') return shown(data);
  if (isArray(data)) return data.slice(0, mostItems).map(shownData);
  if (!isObject(data)) return data;
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [shown(name), shownData(value)]));
}
