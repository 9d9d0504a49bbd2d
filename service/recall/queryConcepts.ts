import { splitWords, stem } from './keyTerms.ts';

/** One thing that a query asks for, with the key terms that match it and how well each does (0 to 1]. */
export type QueryConcept = ReadonlyMap<string, number>;

const synonymWeight = 0.7;

/** Words that structure a question but name nothing. */
const stopWords = new Set(
  (
    'a about all am an and any anyone anything are as at be been by can could did do does each every everyone ' +
    'everything for from get give had has have i if in into is it its know let me much my of on or our please ' +
    's should show so someone something t tell than that the their them there these they this to us want was we ' +
    'were what which will with would you your'
  ).split(' '),
);

/** Synonyms in keys. The first is the one that keys are most likely to use. */
const synonyms: readonly (readonly string[])[] = [
  ['preference', 'like', 'prefer', 'preferred', 'favourite', 'favorite', 'want'],
  ['procedure', 'how', 'runbook', 'guide', 'instruction'],
  ['owner', 'who', 'responsible', 'lead'],
  ['contact', 'who', 'reach', 'phone', 'call'],
  ['location', 'where', 'address', 'place'],
  ['milestone', 'when', 'deadline', 'due'],
  ['decision', 'decide', 'decided', 'why', 'chose', 'chosen', 'choice'],
  ['status', 'progress', 'state', 'going'],
  ['blocker', 'blocked', 'blocking', 'problem', 'obstacle', 'stuck'],
  ['theme', 'appearance', 'dark'],
  ['temperature', 'temp', 'warm', 'cold'],
  ['colour', 'color'],
  ['timezone', 'tz'],
  ['language', 'speak', 'tongue'],
  ['irrigation', 'watering', 'water'],
  ['person', 'people', 'who'],
  ['schedule', 'timetable', 'calendar', 'hour', 'when'],
  ['budget', 'cost', 'money', 'spend'],
  ['error', 'failure', 'fault'],
];

const alternatives = indexSynonyms();

/**
 * What a query asks for: its distinct terms without stop words (unless it has nothing else), each extended by
 * its synonyms.
 */
export function queryConcepts(query: string): readonly QueryConcept[] {
  const words = splitWords(query);
  // Before stemming, because `theme` would become `them`.
  const telling = words.filter((word) => !stopWords.has(word));
  const terms = new Set((telling.length > 0 ? telling : words).map(stem));
  return [...terms].map((term) => {
    const concept = new Map<string, number>([[term, 1]]);
    for (const other of alternatives.get(term) ?? []) {
      if (other !== term) concept.set(other, synonymWeight);
    }
    return concept;
  });
}

function indexSynonyms(): ReadonlyMap<string, ReadonlySet<string>> {
  const index = new Map<string, Set<string>>();
  for (const group of synonyms) {
    const stems = group.map(stem);
    for (const term of stems) {
      const known = index.get(term) ?? new Set<string>();
      for (const other of stems) known.add(other);
      index.set(term, known);
    }
  }
  return index;
}
