import type { FactBook } from './factBook.ts';
import { factWords, observationsOf, observationText, type FactObservation } from './factWords.ts';
import { serviceGaps, type GapGroup, type ServiceGap } from './gaps.ts';

/** A gap with what is known about it. */
export interface FactRow {
  readonly gap: ServiceGap;
  /** null while nothing is known. */
  readonly answer: string | null;
  readonly observations: readonly FactObservation[];
}

export const groupTitles: Readonly<Record<GapGroup, string>> = {
  service: 'Service',
  keys: 'Keys and versions',
  proofs: 'Proofs',
  responses: 'Responses',
  errors: 'Errors',
  limits: 'Limits',
};

/** Every gap, whether or not anything is known about it. */
export function factRows(book: FactBook): readonly FactRow[] {
  return serviceGaps.map((gap) => {
    const fact = book[gap.id];
    return fact === undefined
      ? { gap, answer: null, observations: [] }
      : { gap, answer: factWords(gap.id, fact), observations: observationsOf(fact) };
  });
}

export function notKnownWords({ learn }: ServiceGap): string {
  return `Not known yet. ${learn}`;
}

/** @param address null for the embedded service */
export interface FactsSubject {
  readonly name: string;
  readonly address: string | null;
}

/** The facts as plain text. */
export function factsAsText({ name, address }: FactsSubject, rows: readonly FactRow[]): string {
  const lines = rows.flatMap(({ gap, answer, observations }) => [
    `${gap.section}, ${gap.title}: ${answer ?? notKnownWords(gap)}`,
    ...observations.map((one) => `    ${observationText(one)}`),
  ]);
  return [`Service facts of ${name}${address === null ? '' : ` (${address})`}`, '', ...lines, ''].join('\n');
}

/** The facts as JSON. Times are ISO 8601. */
export function factsAsJson({ name, address }: FactsSubject, rows: readonly FactRow[]): string {
  const facts = rows.map(({ gap: { id, section, title }, answer, observations }) => ({
    id,
    section,
    gap: title,
    answer,
    evidence: observations.map(({ learnedAt, ...evidence }) => ({
      ...evidence,
      learnedAt: new Date(learnedAt).toISOString(),
    })),
  }));
  return `${JSON.stringify({ format: 'atom-explorer-service-facts', version: 1, name, address, facts }, null, 2)}\n`;
}
