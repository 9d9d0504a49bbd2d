import { cutText } from '../text/cutText.ts';
import { gapOf, type GapId } from './gaps.ts';

/** What shows a fact. Contains no API key and no value of an atom. */
export interface FactEvidence {
  /** Such as `POST /batch-access, 20 keys`; null if no single request shows it. */
  readonly request: string | null;
  readonly status: number | null;
  /** The form of the response, some of its headers, or what else shows it. */
  readonly response: string;
}

interface Seen {
  readonly evidence: FactEvidence;
  /** Epoch milliseconds. */
  readonly learnedAt: number;
}

export interface SeenAnswer extends Seen {
  readonly answer: string;
  /** That something did not appear so far: replaced once it does. */
  readonly isAbsence?: true;
}

export interface SeenNumber extends Seen {
  readonly value: number;
}

/** What is known about one gap of the API. */
export type KnownFact =
  | { readonly kind: 'answers'; readonly seen: readonly SeenAnswer[] }
  | { readonly kind: 'bounds'; readonly accepted: SeenNumber | null; readonly refused: SeenNumber | null }
  | { readonly kind: 'range'; readonly lowest: SeenNumber; readonly highest: SeenNumber };

/** What is known about the gaps of one service. */
export type FactBook = Readonly<Partial<Record<GapId, KnownFact>>>;

/** What one response shows about one gap. */
export type Lesson = { readonly gap: GapId; readonly evidence: FactEvidence } & (
  | { readonly answer: string; readonly isAbsence?: true }
  | { readonly accepted: number }
  | { readonly refused: number }
  | { readonly lowest: number; readonly highest: number }
);

/** A service whose answers differ more often than this is described well enough. */
export const mostAnswers = 4;

/**
 * The book with what was learned; the same object if nothing is new. The first evidence of each answer stays.
 *
 * @param at epoch milliseconds
 */
export function withLessons(book: FactBook, lessons: readonly Lesson[], at: number): FactBook {
  const known: Partial<Record<GapId, KnownFact>> = { ...book };
  let isNew = false;
  for (const lesson of lessons) {
    const before = known[lesson.gap];
    const after = learned(before, lesson, at);
    if (after === undefined || after === before) continue;
    known[lesson.gap] = after;
    isNew = true;
  }
  return isNew ? known : book;
}

/** Characters of an answer, and of each part of its evidence, because a service decides how long they are. */
export const longestFactText = 2_000;

function learned(before: KnownFact | undefined, lesson: Lesson, at: number): KnownFact | undefined {
  const { request, status, response } = lesson.evidence;
  const evidence: FactEvidence = {
    request: request === null ? null : cutText(request, longestFactText),
    status,
    response: cutText(response, longestFactText),
  };
  const seen: Seen = { evidence, learnedAt: at };
  if ('answer' in lesson) {
    const answer = cutText(lesson.answer, longestFactText);
    const { isAbsence } = lesson;
    const isAfter = before?.kind === 'answers' && gapOf(lesson.gap).isLatestOnly !== true;
    return withAnswer(isAfter ? before : undefined, {
      ...seen,
      answer,
      ...(isAbsence !== undefined && { isAbsence }),
    });
  }
  if ('lowest' in lesson) {
    const range = before?.kind === 'range' ? before : undefined;
    const { lowest, highest } = lesson;
    const isLower = range === undefined || lowest < range.lowest.value;
    const isHigher = range === undefined || highest > range.highest.value;
    if (!isLower && !isHigher) return before;
    return {
      kind: 'range',
      lowest: isLower ? { ...seen, value: lowest } : range.lowest,
      highest: isHigher ? { ...seen, value: highest } : range.highest,
    };
  }
  const bounds =
    before?.kind === 'bounds' ? before : { kind: 'bounds' as const, accepted: null, refused: null };
  const { accepted, refused } = bounds;
  if ('accepted' in lesson) {
    const value = lesson.accepted;
    if (accepted !== null && accepted.value >= value) return before;
    // Limits change: a refusal of less than what is accepted now says nothing about the size.
    const isObsolete = refused !== null && refused.value <= value;
    return { ...bounds, accepted: { ...seen, value }, refused: isObsolete ? null : refused };
  }
  const value = lesson.refused;
  if (accepted !== null && accepted.value >= value) return before;
  if (refused !== null && refused.value <= value) return before;
  return { ...bounds, refused: { ...seen, value } };
}

function withAnswer(
  before: Extract<KnownFact, { kind: 'answers' }> | undefined,
  found: SeenAnswer,
): KnownFact {
  const seen = before?.seen ?? [];
  if (before === undefined || seen.length === 0) return { kind: 'answers', seen: [found] };
  const isKnown = seen.some(({ answer }) => answer === found.answer);
  const present = seen.filter(({ isAbsence }) => isAbsence !== true);
  if (isKnown || (found.isAbsence === true && present.length > 0) || present.length >= mostAnswers)
    return before;
  return {
    kind: 'answers',
    seen: found.isAbsence === true ? [...seen, found].slice(0, mostAnswers) : [...present, found],
  };
}
