import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { DiscoverySettings } from '#shared/domain/job.ts';
import { isNewerLog, NewerFileError } from '../storage/fileFormat.ts';
import { continueAppendLog } from '../storage/appendLog.ts';

const count = z.number().int().min(0);

const settings = z.object({
  seeds: z.array(z.string()).readonly(),
  budget: count,
  limit: count.nullable(),
  pauseMs: count,
  guesses: z.boolean(),
});

const outcome = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('recall'),
    query: z.string(),
    limit: count,
    hits: count,
    fullHits: count,
    newKeys: count,
  }),
  z.object({ kind: z.literal('predicted'), newKeys: count }),
  z.object({ kind: z.literal('guess'), missing: z.array(z.string()).readonly(), newKeys: count }),
]);

const line = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('begun'), settings, at: z.number() }),
  /** A question was answered, or set aside; `requests`: how many were sent for it. */
  z.object({ kind: z.literal('asked'), outcome, requests: count.default(1) }),
  /** The service refused to give so many hits, or gave none where a smaller number was answered. */
  z.object({ kind: z.literal('refused'), limit: count, requests: count.default(1) }),
  /** Requests that were under way when the discovery was interrupted. */
  z.object({ kind: z.literal('unanswered'), requests: count }),
  z.object({ kind: z.literal('ended') }),
]);

/** What is written down of a discovery. */
export type DiscoveryLine = z.output<typeof line>;

/** What the discoveries of one connection asked, so that none asks it again; and whether the last one ended. */
export interface DiscoveryRecord {
  /** As it was opened. */
  readonly lines: readonly DiscoveryLine[];
  /** Resolves when it is on the disk. */
  readonly append: (line: DiscoveryLine) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** A discovery that was begun and has not ended. */
export interface UnfinishedDiscovery {
  readonly settings: DiscoverySettings;
  /** Epoch milliseconds. */
  readonly at: number;
}

export function unfinishedDiscovery(lines: readonly DiscoveryLine[]): UnfinishedDiscovery | null {
  const [first, ...rest] = latestDiscovery(lines);
  return first?.kind === 'begun' && rest.every(({ kind }) => kind !== 'ended') ? first : null;
}

/** The lines of the discovery that was begun last. */
export function latestDiscovery(lines: readonly DiscoveryLine[]): readonly DiscoveryLine[] {
  const begun = lines.map(({ kind }) => kind).lastIndexOf('begun');
  return begun < 0 ? [] : lines.slice(begun);
}

/** Reads a record without opening it; empty where there is none. */
export async function readDiscoveryRecord(
  file: string,
  now: () => number,
): Promise<readonly DiscoveryLine[]> {
  return (await load(file, now)).lines;
}

/**
 * Opens the record in `file`, or begins it. A line that a crash cut short at the end is dropped; a record that is
 * damaged elsewhere is renamed to `FILE.damaged-TIME`, and a new one begun.
 */
export async function openDiscoveryRecord(file: string, now: () => number): Promise<DiscoveryRecord> {
  await mkdir(path.dirname(file), { recursive: true });
  const { lines, wholeBytes } = await load(file, now);
  const log = await continueAppendLog(file, wholeBytes);
  return {
    lines,
    append: (added) => log.append(`${JSON.stringify(added)}\n`),
    close: log.close,
  };
}

export async function removeDiscoveryRecord(file: string): Promise<void> {
  await rm(file, { force: true });
}

async function load(
  file: string,
  now: () => number,
): Promise<{ readonly lines: readonly DiscoveryLine[]; readonly wholeBytes: number }> {
  let bytes: Buffer;
  try {
    bytes = await readFile(file);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      return { lines: [], wholeBytes: 0 };
    throw error;
  }
  const wholeBytes = bytes.lastIndexOf('\n') + 1;
  const whole = bytes.toString('utf8', 0, wholeBytes);
  if (isNewerLog(whole, 1)) throw new NewerFileError(file);
  const lines = whole === '' ? [] : whole.trimEnd().split('\n').map(parseLine);
  if (lines.includes(null)) {
    await rename(file, `${file}.damaged-${String(now())}`);
    return { lines: [], wholeBytes: 0 };
  }
  return { lines: lines.filter((one) => one !== null), wholeBytes };
}

function parseLine(text: string): DiscoveryLine | null {
  try {
    return line.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
