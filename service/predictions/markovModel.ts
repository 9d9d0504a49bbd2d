/** What followed a context: a key, how much weight that has, and at which of the client's steps it last happened. */
export interface Successor {
  readonly key: string;
  /** As of step `at`; it halves with every `halfLife` steps of the client after that. */
  readonly weight: number;
  readonly at: number;
}

/** What a client recalled right after the keys of `context`: what is learned, and what is persisted. */
export interface LearnedContext {
  readonly client: string;
  /** One to three keys in the order recalled, no two neighbours alike. */
  readonly context: readonly string[];
  /** In the order first met; empty: the context was forgotten. */
  readonly successors: readonly Successor[];
}

/** Expects which atoms are recalled next (interface section 4.4, `predictions`): variable order, 1 to 3. */
export interface MarkovModel {
  /**
   * Learns that the client recalled these keys one after another, continuing from the last ones it recalled
   * since the model was made. Recalling a key twice in a row is one step and teaches nothing.
   *
   * Returns the contexts that changed, once each, as they are now: what is to be persisted.
   */
  observe(client: string, keys: readonly string[]): readonly LearnedContext[];
  /**
   * Keys expected after what the client recalled last, likeliest first, at most `most`.
   *
   * A key's likelihood is its share among what followed the longest context, of the last three keys down to the
   * last one, in which it was met; each key by which the context is shortened multiplies that with 0.4
   * ("stupid back-off", Brants et al. 2007). Shares are of the client's own weights; what the shared client met in the
   * same context counts together as half an observation, so that it settles ties and adds what the client has
   * not met. Equal likelihoods are in key order. The last key itself, and keys for which `exists` says no, are
   * left out.
   */
  predict(client: string, most: number, exists: (key: string) => boolean): readonly string[];
}

/** Its contexts back every client's predictions. It learns only what is observed under this very name. */
export const sharedClient = '*';

const longestContext = 3;
/** Steps of a client after which what it did weighs half. Steps and not hours: the same requests give the same answers. */
const halfLife = 1_000;
const backOff = 0.4;
const sharedWeight = 0.5;
/** Bounds on memory for each client: contexts not met for longest, and the lightest successors, are forgotten. */
const mostContexts = 50_000;
const mostSuccessors = 32;

interface Step {
  readonly weight: number;
  readonly at: number;
}

interface Context {
  readonly keys: readonly string[];
  readonly successors: Map<string, Step>;
}

interface Learner {
  /** By `contextId`; the one met longest ago comes first. */
  readonly contexts: Map<string, Context>;
  /** The last keys, at most `longestContext`. */
  recent: readonly string[];
  /** Steps so far that taught something. */
  steps: number;
}

/** `saved` are contexts as `observe` or `learnSequences` returned them, each once. */
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
      const shared = learners.get(sharedClient);
      if (learner === undefined) return [];
      const likelihoods = new Map<string, number>();
      let discount = 1;
      for (const keys of contextsEndingIn(learner.recent)) {
        const own = learner.contexts.get(contextId(keys));
        const others = client === sharedClient ? undefined : shared?.contexts.get(contextId(keys));
        for (const [key, share] of shares(own, learner.steps, others, shared?.steps ?? 0)) {
          if (!likelihoods.has(key)) likelihoods.set(key, discount * share);
        }
        discount *= backOff;
      }
      const last = learner.recent.at(-1);
      return [...likelihoods]
        .sort(byLikelihoodThenKey)
        .map(([key]) => key)
        .filter((key) => key !== last && exists(key))
        .slice(0, most);
    },
  };
}

/** What separate sequences of recalled keys teach: nothing leads from one into the next, and all weigh alike. */
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

/** `advance` is how much older everything else becomes: 1 step, or 0 where nothing shall age. */
function learnStep(learner: Learner, key: string, advance: number, changed: Map<string, Context>): void {
  if (learner.recent.at(-1) === key) return;
  if (learner.recent.length > 0) learner.steps += advance;
  for (const keys of contextsEndingIn(learner.recent)) {
    const id = contextId(keys);
    const context = learner.contexts.get(id) ?? { keys, successors: new Map<string, Step>() };
    const met = context.successors.get(key);
    const weight = 1 + (met === undefined ? 0 : weightNow(met, learner.steps));
    // Before the new one comes in, or it would itself be the lightest, time and again.
    if (met === undefined && context.successors.size >= mostSuccessors) {
      dropLightest(context.successors, learner.steps);
    }
    context.successors.set(key, { weight, at: learner.steps });
    // To the end: it is the one met last.
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

/** The longest context first. */
function contextsEndingIn(recent: readonly string[]): readonly (readonly string[])[] {
  return recent.map((_, start) => recent.slice(start));
}

/** Each successor's share, the client's own weights and the shared client's half observation together. */
function shares(
  own: Context | undefined,
  ownSteps: number,
  shared: Context | undefined,
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

function weightsNow(context: Context | undefined, steps: number): Map<string, number> {
  return new Map([...(context?.successors ?? [])].map(([key, step]) => [key, weightNow(step, steps)]));
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

/** Names a context in maps. */
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
