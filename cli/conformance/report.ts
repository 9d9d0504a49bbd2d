import type { Json } from '#shared/domain/json.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { isArray, isObject } from './jsonPlaces.ts';

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
  readonly section: string;
  readonly gap: string;
  /** In words; `could not be determined` if that is so. */
  readonly answer: string;
  /** The same as data. */
  readonly data: Json;
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
