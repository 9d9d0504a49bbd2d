import { parseAs } from '../../storage/fileFormat.ts';
import { z } from 'zod';
import type { ConnectionId } from '#shared/domain/connection.ts';
import {
  recordedStepSchema,
  recordingEnds,
  recordingNameSchema,
  type RecordedStep,
  type Recording,
} from '#shared/recordings/recording.ts';

const lineSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('begun'),
    version: z.literal(1),
    name: recordingNameSchema,
    connectionName: z.string(),
    connectionId: z
      .string()
      .transform((id) => id as ConnectionId)
      .nullable(),
    startedAt: z.number(),
  }),
  z.object({ type: z.literal('step'), step: recordedStepSchema }),
  z.object({ type: z.literal('named'), name: recordingNameSchema }),
  z.object({ type: z.literal('ended'), at: z.number(), end: z.enum(recordingEnds) }),
]);

/**
 * One line of a recording's file on disk. Lines are only appended, so that a crash costs at most the last
 * one.
 */
export type RecordingLine = z.infer<typeof lineSchema>;

/** A recording with its connection; null for one that came from a file. */
export interface KeptRecording extends Recording {
  readonly connectionId: ConnectionId | null;
}

export function lineText(line: RecordingLine): string {
  return `${JSON.stringify(line)}\n`;
}

/** A whole recording, as lines. */
export function linesOf(recording: KeptRecording): string {
  const { name, connectionName, connectionId, startedAt, endedAt, end, steps } = recording;
  const lines: RecordingLine[] = [
    { type: 'begun', version: 1, name, connectionName, connectionId, startedAt },
    ...steps.map((step) => ({ type: 'step', step }) as const),
  ];
  if (endedAt !== null && end !== null) lines.push({ type: 'ended', at: endedAt, end });
  return lines.map(lineText).join('');
}

export type LinesReading =
  | {
      readonly ok: true;
      readonly recording: KeptRecording;
      /** Text of a last line that a crash cut short; empty if there is none. */
      readonly torn: string;
    }
  | { readonly ok: false };

/** Parses the lines of a file; not ok if any line other than an incomplete last one is invalid. */
export function readLines(text: string): LinesReading {
  const end = text.lastIndexOf('\n') + 1;
  let recording: KeptRecording | null = null;
  const steps: RecordedStep[] = [];
  for (const each of text.slice(0, end).split('\n').slice(0, -1)) {
    const line = parseAs(lineSchema, each);
    if (line === null || (line.type === 'begun') !== (recording === null)) return { ok: false };
    recording = withLine(recording, line, steps);
  }
  return recording === null
    ? { ok: false }
    : { ok: true, recording: { ...recording, steps }, torn: text.slice(end) };
}

/** Steps are collected in `steps`; copying all of them for each step would take quadratic time. */
function withLine(
  recording: KeptRecording | null,
  line: RecordingLine,
  steps: RecordedStep[],
): KeptRecording | null {
  if (line.type === 'begun') {
    const { name, connectionName, connectionId, startedAt } = line;
    return { name, connectionName, connectionId, startedAt, endedAt: null, end: null, steps };
  }
  if (recording === null) return null;
  switch (line.type) {
    case 'step':
      steps.push(line.step);
      return recording;
    case 'named':
      return { ...recording, name: line.name };
    case 'ended':
      return { ...recording, endedAt: line.at, end: line.end };
  }
}
