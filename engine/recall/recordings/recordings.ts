import { mkdir, readdir, readFile, rename, rm, stat, truncate } from 'node:fs/promises';
import path from 'node:path';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { refuseInput, succeed, type Result } from '#shared/domain/result.ts';
import type {
  Recording,
  RecordingEnd,
  RecordingList,
  RecordingSummary,
  RecordedStep,
} from '#shared/recordings/recording.ts';
import type { ReadingObserver } from '../../reading/readings.ts';
import { writeWholeFile } from '../../storage/wholeFile.ts';
import { continueAppendLog, type AppendLog } from '../../storage/appendLog.ts';
import { isNewerLog } from '../../storage/fileFormat.ts';
import { untilItSucceeds } from '#shared/async/untilItSucceeds.ts';
import { createInTurn, type InTurn } from '#shared/async/inTurn.ts';
import { recordedCall } from './recordedCall.ts';
import { linesOf, lineText, readLines, type KeptRecording } from './recordingFile.ts';

/** The recorded sessions, one file each. At most one is being recorded at a time. */
export interface Recordings {
  readonly list: () => Promise<RecordingList>;
  /** @param input.name as typed; empty: named by connection and time. */
  readonly start: (input: {
    readonly connectionId: ConnectionId;
    readonly connectionName: string;
    readonly name: string;
  }) => Promise<Result<RecordingSummary>>;
  /** Does nothing if none is being recorded. */
  readonly stop: () => Promise<void>;
  /** Records what the user requests over the connection that is being recorded. */
  readonly observe: ReadingObserver;
  /** Whether a connection is being recorded. */
  readonly records: (id: ConnectionId) => boolean;
  readonly read: (id: string) => Promise<Result<KeptRecording>>;
  readonly rename: (id: string, name: string) => Promise<Result<null>>;
  /** Stops recording first if it is being recorded. */
  readonly remove: (id: string) => Promise<Result<null>>;
  /** Saves a recording that was made elsewhere, or by a replay. */
  readonly add: (recording: Recording, connectionId: ConnectionId | null) => Promise<RecordingSummary>;
  /** Stops recording a connection that is removed; the recording is kept. */
  readonly connectionRemoved: (id: ConnectionId) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** A recording ends at this size, which is below what can be opened from a file. */
export const mostRecordingBytes = 48 * 1024 * 1024;

interface Active {
  readonly id: string;
  readonly connectionId: ConnectionId;
  readonly log: AppendLog;
  /** Steps are written in the order in which they were observed. */
  readonly inTurn: InTurn;
}

interface Opened {
  readonly summaries: Map<string, RecordingSummary>;
  readonly setAside: readonly string[];
  readonly newer: readonly string[];
}

export interface RecordingsEffects {
  readonly folder: string;
  readonly newId: () => string;
  readonly changed: () => void;
  readonly openLog: (file: string) => Promise<AppendLog>;
  /** File size at which a recording ends. */
  readonly mostBytes: number;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log: (message: string, error: unknown) => void;
}

export function createRecordings(effects: RecordingsEffects): Recordings {
  const { folder, now } = effects;
  const fileOf = (id: string): string => path.join(folder, `${id}.jsonl`);
  let active: Active | null = null;
  let brokenOff: string | null = null;
  // Two concurrent starts would each open a file, and only one of them would ever be closed.
  const inTurn = createInTurn();

  const opened = untilItSucceeds(() => openFolder(folder, now));
  const change = async (id: string, step: (summary: RecordingSummary) => RecordingSummary): Promise<void> => {
    const { summaries } = await opened();
    const summary = summaries.get(id);
    if (summary !== undefined) summaries.set(id, step(summary));
    effects.changed();
  };
  /** Accepts no more steps; resolves when the end is on disk. */
  const end = async (how: RecordingEnd): Promise<void> => {
    const ending = active;
    if (ending === null) return;
    active = null;
    const at = now();
    await ending.inTurn.ended();
    try {
      await ending.log.append(lineText({ type: 'ended', at, end: how }));
    } catch (error) {
      effects.log('Could not write the end of a recording.', error);
    }
    await ending.log.close();
    await change(ending.id, (summary) => ({ ...summary, endedAt: at, end: how }));
  };
  const write = async (into: Active, step: RecordedStep): Promise<void> => {
    const text = lineText({ type: 'step', step });
    if (into.log.size() + Buffer.byteLength(text) > effects.mostBytes) {
      // Not awaited, because the end waits for this very step.
      end('full').catch((error: unknown) => effects.log('Could not finish a recording.', error));
      return;
    }
    await into.log.append(text);
    await change(into.id, (summary) => withStep(summary, step));
  };
  const breakOff = async (broken: Active, error: unknown): Promise<void> => {
    effects.log('Could not continue a recording.', error);
    if (active !== broken) return;
    active = null;
    brokenOff = error instanceof Error ? error.message : String(error);
    await broken.log.close().catch(() => undefined);
    await change(broken.id, (summary) => ({ ...summary, endedAt: now(), end: 'app-ended' }));
  };
  /** A failure ends the recording. */
  const append = (into: Active, work: () => Promise<void>): Promise<void> =>
    into.inTurn(async () => {
      try {
        await work();
      } catch (error) {
        await breakOff(into, error);
        throw error;
      }
    });
  const find = async (id: string): Promise<Result<RecordingSummary>> => {
    const summary = (await opened()).summaries.get(id);
    return summary === undefined ? unknownRecording() : succeed(summary);
  };

  return {
    list: async () => {
      const { summaries, setAside, newer } = await opened();
      const recordings = [...summaries.values()].sort((one, other) => other.startedAt - one.startedAt);
      const recorded = active === null ? undefined : summaries.get(active.id);
      return { recordings, active: recorded ?? null, setAside, newer, brokenOff };
    },
    start: ({ connectionId, connectionName, name }) =>
      inTurn(async () => {
        const { summaries } = await opened();
        await end('stopped');
        brokenOff = null;
        const id = effects.newId();
        const recording: KeptRecording = {
          name: name === '' ? `${connectionName}, session ${numberOf(summaries, connectionName)}` : name,
          connectionName,
          connectionId,
          startedAt: now(),
          endedAt: null,
          end: null,
          steps: [],
        };
        const log = await effects.openLog(fileOf(id));
        try {
          await log.append(linesOf(recording));
        } catch (error) {
          // An incomplete start must not be reported as damage later.
          await log.close();
          await rm(fileOf(id), { force: true });
          throw error;
        }
        active = { id, connectionId, log, inTurn: createInTurn() };
        const summary = summaryOf(id, recording);
        summaries.set(id, summary);
        effects.changed();
        return succeed(summary);
      }),
    stop: () => inTurn(() => end('stopped')),
    records: (id) => active?.connectionId === id,
    observe: (id, call, askedBy, at) => {
      const into = active;
      if (into === null || into.connectionId !== id || askedBy !== 'user') return;
      const step = recordedCall(call, at);
      append(into, () => write(into, step)).catch(() => undefined);
    },
    read: async (id) => {
      const found = await find(id);
      if (!found.ok) return found;
      if (active?.id === id) await active.inTurn.ended();
      const lines = readLines(await readFile(fileOf(id), 'utf8'));
      if (!lines.ok) return unknownRecording();
      return succeed(active?.id === id ? lines.recording : endedRecording(lines.recording));
    },
    rename: async (id, name) => {
      const found = await find(id);
      if (!found.ok) return found;
      const text = lineText({ type: 'named', name });
      if (active?.id === id) {
        const { log } = active;
        await append(active, () => log.append(text));
      } else await appendWhole(fileOf(id), text);
      await change(id, (summary) => ({ ...summary, name }));
      return succeed(null);
    },
    remove: async (id) => {
      const found = await find(id);
      if (!found.ok) return found;
      if (active?.id === id) await end('stopped');
      await rm(fileOf(id), { force: true });
      (await opened()).summaries.delete(id);
      effects.changed();
      return succeed(null);
    },
    add: async (recording, connectionId) => {
      const { summaries } = await opened();
      const id = effects.newId();
      const kept: KeptRecording = { ...recording, connectionId };
      await writeWholeFile({
        file: fileOf(id),
        temporary: `${fileOf(id)}.new`,
        content: linesOf(kept),
        mode: 0o600,
      });
      const summary = summaryOf(id, kept);
      summaries.set(id, summary);
      effects.changed();
      return summary;
    },
    connectionRemoved: (id) =>
      inTurn(async () => {
        if (active?.connectionId === id) await end('stopped');
      }),
    close: () => inTurn(() => end('app-ended')),
  };
}

/** Reads the existing files, cuts off incomplete lines after a crash, and sets damaged files aside. */
async function openFolder(folder: string, now: () => number): Promise<Opened> {
  await mkdir(folder, { recursive: true });
  const summaries = new Map<string, RecordingSummary>();
  const setAside: string[] = [];
  const newer: string[] = [];
  for (const name of await readdir(folder)) {
    if (!name.endsWith('.jsonl')) continue;
    const file = path.join(folder, name);
    const text = await readFile(file, 'utf8');
    if (isNewerLog(text, 1)) {
      newer.push(file);
      continue;
    }
    const lines = readLines(text);
    if (!lines.ok) {
      const kept = `${file}.damaged-${String(now())}`;
      await rename(file, kept);
      setAside.push(kept);
      continue;
    }
    const { recording, torn } = lines;
    if (torn !== '') await truncate(file, Buffer.byteLength(text) - Buffer.byteLength(torn));
    const id = name.slice(0, -'.jsonl'.length);
    summaries.set(id, summaryOf(id, endedRecording(recording)));
  }
  return { summaries, setAside, newer };
}

/**
 * A recording without an end ended with the app. Nothing is written for that, so that a full disk does not
 * keep it from being listed.
 */
function endedRecording(recording: KeptRecording): KeptRecording {
  if (recording.endedAt !== null) return recording;
  return { ...recording, endedAt: recording.steps.at(-1)?.at ?? recording.startedAt, end: 'app-ended' };
}

/** Appends the text, or leaves the file unchanged. */
async function appendWhole(file: string, text: string): Promise<void> {
  const log = await continueAppendLog(file, (await stat(file)).size);
  try {
    await log.append(text);
  } finally {
    await log.close();
  }
}

function summaryOf(id: string, recording: KeptRecording): RecordingSummary {
  const { name, connectionName, connectionId, startedAt, endedAt, end, steps } = recording;
  const recalls = steps.filter(({ kind }) => kind === 'recall').length;
  const reads = steps.length - recalls;
  return { id, name, connectionName, connectionId, startedAt, endedAt, end, recalls, reads };
}

function withStep(summary: RecordingSummary, { kind }: RecordedStep): RecordingSummary {
  return kind === 'recall'
    ? { ...summary, recalls: summary.recalls + 1 }
    : { ...summary, reads: summary.reads + 1 };
}

/** The first number that no recording of this connection has in its name. */
function numberOf(summaries: ReadonlyMap<string, RecordingSummary>, connectionName: string): number {
  const names = new Set([...summaries.values()].map(({ name }) => name));
  let number = 1;
  while (names.has(`${connectionName}, session ${number}`)) number += 1;
  return number;
}

function unknownRecording(): Result<never> {
  return refuseInput('id', 'This recording no longer exists.');
}
