import { z } from 'zod';
import { mostExpectations, type ExpectationsListing } from '../domain/expectation.ts';
import { longestRunName, type RecallRun, type RunsListing } from '../domain/recallRun.ts';
import type { Scoreboard } from '../domain/scoreboard.ts';
import type { Observation } from '../scoreboard/observation.ts';
import { connectionId } from './fields.ts';
import { expectationSchema } from '../recall/expectationsFile.ts';
import { requestId, atomKey } from './fields.ts';
import { operation } from './operation.ts';

/** Saved recalls. */
export const runOperations = {
  listRuns: operation<RunsListing>()(z.strictObject({ connectionId })),
  readRun: operation<RecallRun>()(z.strictObject({ connectionId, id: requestId })),
  /** Fields that are omitted stay as they are. */
  changeRun: operation<null>()(
    z.strictObject({
      connectionId,
      id: requestId,
      name: z.string().trim().min(1).max(longestRunName).nullable().optional(),
      pinned: z.boolean().optional(),
    }),
  ),
  removeRuns: operation<null>()(z.strictObject({ connectionId, ids: z.array(requestId).min(1) })),
  /** Restores runs that were removed lately. */
  restoreRuns: operation<null>()(z.strictObject({ connectionId, ids: z.array(requestId).min(1) })),
};

/** Saved queries with the keys that they must find. */
export const expectationOperations = {
  listExpectations: operation<ExpectationsListing>()(z.strictObject({ connectionId })),
  addExpectations: operation<{ readonly added: number }>()(
    z.strictObject({
      connectionId,
      expectations: z.array(expectationSchema).min(1).max(mostExpectations),
    }),
  ),
  replaceExpectation: operation<null>()(
    z.strictObject({ connectionId, id: requestId, expectation: expectationSchema }),
  ),
  removeExpectations: operation<null>()(z.strictObject({ connectionId, ids: z.array(requestId).min(1) })),
  restoreExpectations: operation<null>()(z.strictObject({ connectionId, ids: z.array(requestId).min(1) })),
  /** `ids`: null for all. Resolves when all have run, or fails with `cancelled`. */
  runExpectations: operation<null>()(
    z.strictObject({
      connectionId,
      requestId,
      ids: z.array(requestId).min(1).nullable(),
      requireVerified: z.boolean(),
    }),
  ),
};

export const scoreboardOperations = {
  /** `latest`: how many of the latest observations to count; null: all that are saved. */
  readScoreboard: operation<Scoreboard>()(
    z.strictObject({
      connectionId,
      latest: z.number().int().min(1).max(1_000_000).nullable(),
      edgeFilter: z.string().max(1_000),
    }),
  ),
  readObservations: operation<readonly Observation[]>()(z.strictObject({ connectionId })),
  /** The user opened an atom other than a hit of a recall. It counts as a step even if no request is sent. */
  noteOpened: operation<null>()(z.strictObject({ connectionId, key: atomKey })),
  clearScoreboard: operation<null>()(z.strictObject({ connectionId })),
};
