/** A successor of a context: the key, its weight, and the client's step at which it last occurred. */
export interface Successor {
  readonly key: string;
  /** As of step `at`; it halves with every further `halfLife` steps of the client. */
  readonly weight: number;
  readonly at: number;
}

/** What a client recalled right after the keys of `context`: what is learned and saved. */
export interface LearnedContext {
  readonly client: string;
  /** One to three keys in the order recalled, without repeats in a row. */
  readonly context: readonly string[];
  /** In the order first seen; empty: the context was forgotten. */
  readonly successors: readonly Successor[];
}

/** Predicts which atoms are recalled next (interface section 4.4, `predictions`): variable order, 1 to 3. */
export interface MarkovModel {
  /**
   * Learns that the client recalled these keys one after another, continuing from its last recalled keys in
   * this process. Recalling a key twice in a row counts as one step and has no effect.
   *
   * Returns the changed contexts, once each, in their current state, for saving.
   */
  observe(client: string, keys: readonly string[]): readonly LearnedContext[];
  /**
   * Keys predicted after the client's last recalled keys, most likely first, at most `most`.
   *
   * A key's likelihood is its share among the successors of the longest known context, from the last three
   * keys down to the last one; each key by which the context is shortened multiplies it by 0.4 ("stupid
   * back-off", Brants et al. 2007). Shares are based on the client's own weights; the shared client's
   * successors of the same context count together as half an observation, which breaks ties and adds what the
   * client has not seen. Equal likelihoods are in key order. The last key itself, and keys for which `exists`
   * is false, are skipped.
   */
  predict(client: string, most: number, exists: (key: string) => boolean): readonly string[];
}

/** Its contexts support every client's predictions. It learns only what is observed under this exact name. */
export const sharedClient = '*';

export const longestContext = 3;
/**
 * Number of a client's steps after which a weight halves. Steps rather than hours, so that the same requests
 * give the same responses.
 */
export const halfLife = 1_000;
const backOff = 0.4;
const sharedWeight = 0.5;
/**
 * Memory limits for each client: the contexts not seen for longest, and the lightest successors, are
 * forgotten.
 */
export const mostContexts = 50_000;
export const mostSuccessors = 32;

export interface Step {
  readonly weight: number;
  readonly at: number;
}

interface Context {
  readonly keys: readonly string[];
  readonly successors: Map<string, Step>;
}

interface Learner {
  /** By `contextId`; the one seen longest ago is first. */
  readonly contexts: Map<string, Context>;
  /** The last keys, at most `longestContext`. */
  recent: readonly string[];
  /** Number of steps so far that had an effect. */
  steps: number;
}

/** `saved` are contexts as returned by `observe` or `learnSequences`, once each. */
export function createMarkovModel(saved: Iterable<LearnedContext>): MarkovModel {
  const learners = new Map<string, Learner>();

  const learnerOf = (client: string): Learner => {
    let learner = learners.get(client);
    if (learner === undefined) learners.set(client, (learner = newLearner()));
    return learner;
  };

  const oldestFirst = [...saved]
    .map((learned) => ({ ...learned, at: Math.max(0, ...learned.successors.map(({ at }) => at)) }))
    .sort((one, other) => one.at - other.at);
  for (const { client, context, successors, at } of oldestFirst) {
    const learner = learnerOf(client);
    learner.steps = Math.max(learner.steps, at);
    learner.contexts.set(contextId(context), {
      keys: context,
      successors: new Map(successors.map(({ key, weight, at: met }) => [key, { weight, at: met }])),
    });
  }

  return {
    observe(client, keys) {
      const learner = learnerOf(client);
      const changed = new Map<string, Context>();
      for (const key of keys) learnStep(learner, key, 1, changed);
      return [...changed.values()].map((context) => learnedContext(client, context));
    },

    predict(client, most, exists) {
      const learner = learners.get(client);
      if (learner === undefined) return [];
      const shared = client === sharedClient ? undefined : learners.get(sharedClient);
      const ranked = rankSuccessors(learner.recent, evidenceOf(learner), evidenceOf(shared));
      return ranked.filter(exists).slice(0, most);
    },
  };
}

/** What one client has learned. */
export interface Evidence {
  /** Number of steps so far. */
  readonly steps: number;
  /** The successors of a context, by key; undefined if it has none. */
  readonly successorsOf: (context: readonly string[]) => ReadonlyMap<string, Step> | undefined;
}

function evidenceOf(learner: Learner | undefined): Evidence {
  return {
    steps: learner?.steps ?? 0,
    successorsOf: (context) => learner?.contexts.get(contextId(context))?.successors,
  };
}

/** The keys that may follow these last keys, most likely first, as described at `MarkovModel.predict`. */
export function rankSuccessors(
  recent: readonly string[],
  own: Evidence,
  shared: Evidence,
): readonly string[] {
  const likelihoods = new Map<string, number>();
  let discount = 1;
  for (const context of contextsEndingIn(recent)) {
    const found = shares(own.successorsOf(context), own.steps, shared.successorsOf(context), shared.steps);
    for (const [key, share] of found) {
      if (!likelihoods.has(key)) likelihoods.set(key, discount * share);
    }
    discount *= backOff;
  }
  const last = recent.at(-1);
  return [...likelihoods]
    .sort(byLikelihoodThenKey)
    .map(([key]) => key)
    .filter((key) => key !== last);
}

/** Learns separate sequences of recalled keys: they are independent and have equal weight. */
export function learnSequences(
  client: string,
  sequences: Iterable<readonly string[]>,
): readonly LearnedContext[] {
  const learner = newLearner();
  for (const sequence of sequences) {
    learner.recent = [];
    for (const key of sequence) learnStep(learner, key, 0, new Map());
  }
  return [...learner.contexts.values()].map((context) => learnedContext(client, context));
}

function newLearner(): Learner {
  return { contexts: new Map<string, Context>(), recent: [], steps: 0 };
}

/** `advance` is how much older everything else becomes: 1 step, or 0 without aging. */
function learnStep(learner: Learner, key: string, advance: number, changed: Map<string, Context>): void {
  if (learner.recent.at(-1) === key) return;
  if (learner.recent.length > 0) learner.steps += advance;
  for (const keys of contextsEndingIn(learner.recent)) {
    const id = contextId(keys);
    const context = learner.contexts.get(id) ?? { keys, successors: new Map<string, Step>() };
    const met = context.successors.get(key);
    const weight = 1 + (met === undefined ? 0 : weightNow(met, learner.steps));
    // Before adding the new one, which would otherwise be the lightest every time.
    if (met === undefined && context.successors.size >= mostSuccessors) {
      dropLightest(context.successors, learner.steps);
    }
    context.successors.set(key, { weight, at: learner.steps });
    // Moved to the end because it is the one seen last.
    learner.contexts.delete(id);
    learner.contexts.set(id, context);
    changed.set(id, context);
  }
  learner.recent = [...learner.recent, key].slice(-longestContext);
  for (const [id, { keys }] of learner.contexts) {
    if (learner.contexts.size <= mostContexts) break;
    learner.contexts.delete(id);
    changed.set(id, { keys, successors: new Map() });
  }
}

/** Longest context first. */
export function contextsEndingIn(recent: readonly string[]): readonly (readonly string[])[] {
  return recent.map((_, start) => recent.slice(start));
}

/** Each successor's share: the client's own weights plus the shared client's half observation. */
function shares(
  own: ReadonlyMap<string, Step> | undefined,
  ownSteps: number,
  shared: ReadonlyMap<string, Step> | undefined,
  sharedSteps: number,
): ReadonlyMap<string, number> {
  const weights = weightsNow(own, ownSteps);
  const sharedWeights = weightsNow(shared, sharedSteps);
  const sharedTotal = sum(sharedWeights.values());
  for (const [key, weight] of sharedWeights) {
    weights.set(key, (weights.get(key) ?? 0) + (sharedWeight * weight) / sharedTotal);
  }
  const total = sum(weights.values());
  return new Map([...weights].map(([key, weight]) => [key, weight / total]));
}

function weightsNow(successors: ReadonlyMap<string, Step> | undefined, steps: number): Map<string, number> {
  return new Map([...(successors ?? [])].map(([key, step]) => [key, weightNow(step, steps)]));
}

function weightNow({ weight, at }: Step, steps: number): number {
  return weight * 2 ** ((at - steps) / halfLife);
}

function dropLightest(successors: Map<string, Step>, steps: number): void {
  const weights = [...successors].map(([key, step]) => [key, weightNow(step, steps)] as const);
  const lightest = weights.sort(byLikelihoodThenKey).at(-1);
  if (lightest !== undefined) successors.delete(lightest[0]);
}

function learnedContext(client: string, { keys, successors }: Context): LearnedContext {
  return { client, context: keys, successors: [...successors].map(([key, step]) => ({ key, ...step })) };
}

/** A map key for a context. */
function contextId(context: readonly string[]): string {
  return JSON.stringify(context);
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}

function byLikelihoodThenKey(
  [key, likelihood]: readonly [string, number],
  [otherKey, otherLikelihood]: readonly [string, number],
): number {
  if (likelihood !== otherLikelihood) return otherLikelihood - likelihood;
  return key < otherKey ? -1 : 1;
}
