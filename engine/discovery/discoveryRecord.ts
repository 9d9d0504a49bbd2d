import { unlessMissing } from '../storage/missing.ts';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { DiscoverySettings } from '#shared/domain/job.ts';
import { isNewerLog, NewerFileError, parseAs } from '../storage/fileFormat.ts';
import { continueAppendLog } from '../storage/appendLog.ts';
import { readOwnFile } from '../storage/ownFile.ts';

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
  /** A request that was completed or skipped; `requests`: how many were sent for it. */
  z.object({ kind: z.literal('asked'), outcome, requests: count.default(1) }),
  /** The service refused to return this many hits, or returned none while a smaller number worked. */
  z.object({ kind: z.literal('refused'), limit: count, requests: count.default(1) }),
  /**
   * Requests without an outcome: they were pending when the discovery was interrupted, or looked for a list that the service
   * at the address `noListAt` does not have.
   */
  z.object({
    kind: z.literal('unanswered'),
    requests: count,
    noListAt: z.string().exactOptional(),
  }),
  z.object({ kind: z.literal('ended') }),
]);

/** What is recorded about a discovery. */
export type DiscoveryLine = z.output<typeof line>;

/**
 * The requests of all discoveries of one connection, so that none is repeated, and whether the last discovery
 * ended.
 */
export interface DiscoveryRecord {
  /** The content at the time of opening. */
  readonly lines: readonly DiscoveryLine[];
  /** Resolves when it is on disk. */
  readonly append: (line: DiscoveryLine) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** A discovery that was started and has not ended. */
export interface UnfinishedDiscovery {
  readonly settings: DiscoverySettings;
  /** Epoch milliseconds. */
  readonly at: number;
}

export function unfinishedDiscovery(lines: readonly DiscoveryLine[]): UnfinishedDiscovery | null {
  const [first, ...rest] = latestDiscovery(lines);
  return first?.kind === 'begun' && rest.every(({ kind }) => kind !== 'ended') ? first : null;
}

/** The lines of the last discovery. */
export function latestDiscovery(lines: readonly DiscoveryLine[]): readonly DiscoveryLine[] {
  const begun = lines.map(({ kind }) => kind).lastIndexOf('begun');
  return begun < 0 ? [] : lines.slice(begun);
}

/** Reads a record without opening it; empty if there is none. */
export async function readDiscoveryRecord(
  file: string,
  now: () => number,
): Promise<readonly DiscoveryLine[]> {
  return (await load(file, now)).lines;
}

/**
 * Opens the record in `file`, or creates it. An incomplete last line is dropped. A record that is damaged
 * elsewhere is renamed to `FILE.damaged-TIME`, and a new one is created.
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
  const bytes = await unlessMissing(readOwnFile(file), Buffer.alloc(0));
  const wholeBytes = bytes.lastIndexOf('\n') + 1;
  const whole = bytes.toString('utf8', 0, wholeBytes);
  if (isNewerLog(whole, 1)) throw new NewerFileError(file);
  const lines = whole
    .split('\n')
    .slice(0, -1)
    .map((text) => parseAs(line, text));
  if (lines.includes(null)) {
    await rename(file, `${file}.damaged-${String(now())}`);
    return { lines: [], wholeBytes: 0 };
  }
  return { lines: lines.filter((one) => one !== null), wholeBytes };
}
