import { z } from 'zod';
import {
  mostExpectations,
  type DatedOutcome,
  type Expectation,
  type ExpectationOutcome,
  type ExpectationsListing,
  type KeptExpectation,
} from '#shared/domain/expectation.ts';
import { verdictStatuses } from '#shared/merkle/verdict.ts';
import { expectationSchema } from '#shared/recall/expectationsFile.ts';
import { storedVerdictCounts } from '../storage/verdictCounts.ts';
import { createRecentlyRemoved } from './recentlyRemoved.ts';
import { openJsonStore } from '../storage/jsonStore.ts';

const foundKey = z.object({
  key: z.string(),
  rank: z.number().int().positive().nullable(),
  verdict: z.enum(verdictStatuses).nullable(),
});
const outcome: z.ZodType<ExpectationOutcome> = z.discriminatedUnion('kind', [
  z.object({
    kind: z.enum(['met', 'missed', 'unclear']),
    expected: z.array(foundKey),
    rejected: z.array(foundKey),
    verdicts: storedVerdictCounts,
    anomalyCount: z.number(),
    requireVerified: z.boolean(),
  }),
  z.object({ kind: z.literal('not-run'), code: z.string(), why: z.string() }),
]);
const dated: z.ZodType<DatedOutcome> = z.object({ at: z.number(), outcome });

const schema = z.object({
  version: z.literal(1),
  requireVerified: z.boolean(),
  items: z
    .array(
      z.object({
        id: z.string().min(1),
        expectation: expectationSchema,
        last: dated.nullable(),
        before: dated.nullable(),
      }),
    )
    .readonly(),
});
type Kept = z.infer<typeof schema>;

/**
 * The expectations of one connection. Every change resolves when it is on disk; a failed one changes nothing.
 */
export interface ExpectationStore {
  readonly list: () => Omit<ExpectationsListing, 'running'>;
  /** Skips those that exist already, and returns how many were added; null if there would be too many. */
  readonly add: (expectations: readonly Expectation[]) => Promise<number | null>;
  /** Earlier outcomes belong to the old expectation and are cleared. False if there is none with this id. */
  readonly replace: (id: string, expectation: Expectation) => Promise<boolean>;
  readonly remove: (ids: readonly string[]) => Promise<void>;
  /** Restores expectations that were removed lately, once, while the app runs. */
  readonly restore: (ids: readonly string[]) => Promise<void>;
  /** Saves outcomes, except for expectations that were changed or removed since. */
  readonly note: (outcomes: readonly NotedOutcome[]) => Promise<void>;
  readonly requireVerified: (require: boolean) => Promise<void>;
  /** Resolves when all changes are on disk; later ones are not made. */
  readonly close: () => Promise<void>;
}

export interface NotedOutcome {
  readonly id: string;
  /** As it was when it was run. */
  readonly expectation: Expectation;
  readonly outcome: DatedOutcome;
}

export async function openExpectationStore(
  file: string,
  effects: { readonly now: () => number; readonly newId: () => string },
): Promise<ExpectationStore> {
  const store = await openJsonStore<Kept>({
    file,
    format: { version: 1, schema },
    fresh: { version: 1, requireVerified: false, items: [] },
    now: effects.now,
  });
  const removed = createRecentlyRemoved<KeptExpectation>();
  const change = <T>(edit: (current: Kept) => readonly [next: Kept, answer: T]): Promise<T> =>
    store.change((current) => {
      const [value, result] = edit(current);
      return { value, result };
    });
  return {
    list: () => {
      const { requireVerified, items } = store.value();
      return { requireVerified, items, setAside: store.setAside };
    },
    add: (expectations) =>
      change((current) => {
        const known = new Set(current.items.map(({ expectation }) => nameOf(expectation)));
        const added: KeptExpectation[] = [];
        for (const expectation of expectations) {
          if (known.has(nameOf(expectation))) continue;
          known.add(nameOf(expectation));
          added.push({ id: effects.newId(), expectation, last: null, before: null });
        }
        if (added.length === 0) return [current, 0];
        if (current.items.length + added.length > mostExpectations) return [current, null];
        return [{ ...current, items: [...current.items, ...added] }, added.length];
      }),
    replace: (id, expectation) =>
      change((current) => {
        const isThere = current.items.some((item) => item.id === id);
        const items = current.items.map((item) =>
          item.id === id ? withExpectation(item, expectation) : item,
        );
        return isThere ? [{ ...current, items }, true] : [current, false];
      }),
    remove: (ids) =>
      change((current) => {
        removed.add(current.items.filter(({ id }) => ids.includes(id)));
        return [{ ...current, items: current.items.filter(({ id }) => !ids.includes(id)) }, undefined];
      }),
    restore: async (ids) => {
      await change((current) => [{ ...current, items: [...current.items, ...removed.find(ids)] }, undefined]);
      removed.drop(ids);
    },
    note: (outcomes) =>
      change((current) => {
        const noted = new Map(outcomes.map((each) => [each.id, each]));
        const items = current.items.map((item) => {
          const found = noted.get(item.id);
          const isSame = found !== undefined && nameOf(item.expectation) === nameOf(found.expectation);
          return isSame ? withOutcome(item, found.outcome) : item;
        });
        return [{ ...current, items }, undefined];
      }),
    requireVerified: (requireVerified) => change((current) => [{ ...current, requireVerified }, undefined]),
    close: store.close,
  };
}

/** A new name does not change what is expected. */
function withExpectation(item: KeptExpectation, expectation: Expectation): KeptExpectation {
  const isSame = nameOf({ ...item.expectation, name: null }) === nameOf({ ...expectation, name: null });
  return isSame ? { ...item, expectation } : { ...item, expectation, last: null, before: null };
}

/** Later runs are not compared with a run that got no response. */
function withOutcome(item: KeptExpectation, noted: DatedOutcome): KeptExpectation {
  const before = item.last === null || item.last.outcome.kind === 'not-run' ? item.before : item.last;
  return { ...item, last: noted, before };
}

function nameOf({ name, query, within, limit, expect, reject }: Expectation): string {
  return JSON.stringify([name, query, within, limit, expect, reject]);
}
