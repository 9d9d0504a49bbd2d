import { z } from 'zod';
import type { ConnectionId } from '../domain/connection.ts';
import { parseJson } from '../domain/json.ts';
import { runHit } from '../domain/recallRun.ts';

/** How a recording ended: by the user, with the app (quit or crash), or because it grew too large. */
export const recordingEnds = ['stopped', 'app-ended', 'full'] as const;
export type RecordingEnd = (typeof recordingEnds)[number];

/** A recorded session: requests and what their responses showed, without addresses, API keys, or values. */
export interface Recording {
  readonly name: string;
  /** The connection's name when it was recorded. */
  readonly connectionName: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** null while it is being recorded. */
  readonly endedAt: number | null;
  readonly end: RecordingEnd | null;
  readonly steps: readonly RecordedStep[];
}

/** A recording in the list. */
export interface RecordingSummary {
  readonly id: string;
  readonly name: string;
  readonly connectionName: string;
  /** null for one that came from a file. */
  readonly connectionId: ConnectionId | null;
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly end: RecordingEnd | null;
  readonly recalls: number;
  /** Reads by key, one or many at once. */
  readonly reads: number;
}

/** What the window shows about recordings. */
export interface RecordingList {
  /** The newest first. */
  readonly recordings: readonly RecordingSummary[];
  /** The recording in progress; null if there is none. */
  readonly active: RecordingSummary | null;
  /** Damaged files that were moved aside when the recordings were opened. */
  readonly setAside: readonly string[];
  /** Files that a newer version of the app wrote; they were left as they are. */
  readonly newer: readonly string[];
  /** Why the last recording stopped, if it could no longer be written. */
  readonly brokenOff: string | null;
}

/** The IPC limits apply to imported recordings too, because a file may come from anywhere. */
const keySchema = z.string().min(1).max(1_000_000);
const momentSchema = z.number().min(0);

const atomSchema = z.strictObject({
  ...runHit.shape,
  value: z.strictObject({
    sha256: z.string().regex(/^[0-9a-f]{64}$/, 'expected SHA-256 in lowercase hex'),
    bytes: z.int().min(0),
  }),
});

export const recordedStepSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('recall'),
    at: momentSchema,
    query: z.string().max(100_000),
    limit: z.int().min(1).max(10_000),
    /** In the order received. */
    hits: z.array(atomSchema).readonly(),
    predictions: z.array(z.string()).readonly(),
  }),
  z.strictObject({
    kind: z.literal('read'),
    at: momentSchema,
    key: keySchema,
    /** null if there was no such atom. */
    atom: atomSchema.nullable(),
  }),
  z.strictObject({
    kind: z.literal('readMany'),
    at: momentSchema,
    keys: z.array(keySchema).min(1).max(1_000).readonly(),
    atoms: z.array(atomSchema).readonly(),
  }),
]);
/** A request by the user that got a response. `at`: when the response was processed, in epoch milliseconds. */
export type RecordedStep = z.infer<typeof recordedStepSchema>;

export const recordingNameSchema = z.string().trim().min(1).max(200);

export const recordingFileSchema = z.strictObject({
  format: z.literal('atom-explorer-recording'),
  version: z.literal(1),
  name: recordingNameSchema,
  connectionName: z.string().max(200),
  startedAt: momentSchema,
  endedAt: momentSchema,
  end: z.enum(recordingEnds),
  steps: z.array(recordedStepSchema).max(100_000),
});

export type RecordingReading =
  | { readonly ok: true; readonly recording: Recording }
  /** `problem` completes "This is not a recording: ". */
  | { readonly ok: false; readonly problem: string };

/** The text of a recording as a file of its own. One that is still being recorded ends with its last step so far. */
export function recordingText(recording: Recording): string {
  const { name, connectionName, startedAt, steps } = recording;
  const file: z.infer<typeof recordingFileSchema> = {
    format: 'atom-explorer-recording',
    version: 1,
    name,
    connectionName,
    startedAt,
    endedAt: recording.endedAt ?? steps.at(-1)?.at ?? startedAt,
    end: recording.end ?? 'stopped',
    steps: [...steps],
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** Reads the text of such a file, which may come from anywhere. */
export function readRecordingText(text: string): RecordingReading {
  const json = parseJson(text);
  if (json === undefined) return { ok: false, problem: 'it is not JSON' };
  const parsed = recordingFileSchema.safeParse(json);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const place = issue === undefined || issue.path.length === 0 ? 'the file' : issue.path.join('.');
    return { ok: false, problem: `${place}: ${issue?.message ?? 'not valid'}` };
  }
  const { name, connectionName, startedAt, endedAt, end, steps } = parsed.data;
  return { ok: true, recording: { name, connectionName, startedAt, endedAt, end, steps } };
}
