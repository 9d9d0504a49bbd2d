import { z } from 'zod';
import { mostExpectations, type ExpectationsListing } from '../domain/expectation.ts';
import { longestRunName, type RecallRun, type RunsListing } from '../domain/recallRun.ts';
import type { Scoreboard } from '../domain/scoreboard.ts';
import {
  recordingNameSchema,
  type Recording,
  type RecordingList,
  type RecordingSummary,
} from '../recordings/recording.ts';
import type { Replay } from '../recordings/replay.ts';
import type { Observation } from '../scoreboard/observation.ts';
import { connectionId } from './fields.ts';
import { expectationSchema } from '../recall/expectationsFile.ts';
import { requestId, atomKey } from './fields.ts';
import { operation } from './operation.ts';

/** It becomes part of a file name. */
const recordingId = z.string().regex(/^[a-z0-9-]{1,64}$/);

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

/** Recorded sessions and their replays. */
export const recordingOperations = {
  listRecordings: operation<RecordingList>()(z.undefined()),
  /** Ends a recording that is in progress. With an empty name, the recording is named after the connection. */
  startRecording: operation<RecordingSummary>()(
    z.strictObject({ connectionId, name: z.string().trim().max(200) }),
  ),
  stopRecording: operation<null>()(z.undefined()),
  readRecording: operation<Recording>()(z.strictObject({ id: recordingId })),
  renameRecording: operation<null>()(z.strictObject({ id: recordingId, name: recordingNameSchema })),
  removeRecording: operation<null>()(z.strictObject({ id: recordingId })),
  /** A recording as text, from a file or from a replay; with a replay comes the connection it ran on. */
  addRecording: operation<RecordingSummary>()(
    z.strictObject({
      text: z.string().max(200_000_000),
      connectionId: connectionId.nullable(),
    }),
  ),
  /** Sends the first `steps` requests of a recording again, on any connection. */
  replayRecording: operation<Replay>()(
    z.strictObject({
      requestId,
      id: recordingId,
      connectionId,
      steps: z.number().int().min(1).max(100_000),
    }),
  ),
};
