import { createReadStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import type { AuditFindings, AuditFooter, AuditHeader } from '#shared/audit/auditFile.ts';
import { isFailure, recordLineSchema, type AuditRecord, type AuditRoot } from '#shared/audit/auditRecord.ts';
import { recordAt, recordBlock, type KnownPlaces, type RecordBlock } from '#shared/audit/recordBlock.ts';
import { createAuditTally, type AuditTally } from '#shared/audit/auditSummary.ts';
import { AuditDamageError, openAudit, recordOf } from '#shared/audit/readAudit.ts';
import { createAuditWriter, rootId, type AuditWriter } from '#shared/audit/writeAudit.ts';
import type { AuditRecordFilter } from '#shared/domain/audit.ts';
import { startSha256 } from '../storage/startSha256.ts';
import { beginAppendLog, continueAppendLog, type AppendLog } from '../storage/appendLog.ts';
import { createRecordIndex, type RecordIndex } from './recordIndex.ts';

/** The file of an audit: its records are appended, and can be read at the same time. */
export interface AuditLog {
  readonly header: AuditHeader;
  /** null until the audit has ended. */
  readonly footer: () => AuditFooter | null;
  readonly tally: Pick<AuditTally, 'summary'>;
  /** Records that are on disk. */
  readonly size: () => number;
  readonly counts: () => { readonly failures: number; readonly verified: number };
  /** Those of the records. */
  readonly roots: () => readonly AuditRoot[];
  /** The rows of records under a root that the service has left, in order. Their keys are those at the same rows of the list. */
  readonly movedRows: () => Uint32Array;
  /** Resolves when they are on disk. They must come after all earlier ones, in the order of their keys. */
  readonly append: (block: RecordBlock) => Promise<void>;
  /** Of the roots that the file has, for the next block. */
  readonly places: () => KnownPlaces;
  /** Writes the footer. */
  readonly finish: (findings: AuditFindings) => Promise<void>;
  /** Rows `from` up to but not including `to` of those that match. */
  readonly page: (
    filter: AuditRecordFilter,
    from: number,
    to: number,
  ) => Promise<{ readonly total: number; readonly records: readonly AuditRecord[] }>;
  /** Waits for pages that are being read. Later ones can still be read, as long as the file is the same. */
  readonly close: () => Promise<void>;
}

/** Creates the file. @throws if it exists */
export async function beginAuditLog(file: string, header: AuditHeader): Promise<AuditLog> {
  const writer = createAuditWriter(startSha256);
  const log = await beginAppendLog(file);
  try {
    await log.append(writer.header(header));
    return auditLog(file, emptyState(header, writer, log.size()), log);
  } catch (error) {
    await log.close();
    throw error;
  }
}

/**
 * Opens the file again. What follows the last complete record is cut off, if the audit has not ended.
 *
 * @throws AuditDamageError, the error of the file system
 */
export async function reopenAuditLog(file: string, pause: () => Promise<void>): Promise<AuditLog> {
  const reader = await openAudit(createReadStream(file), startSha256);
  const writer = createAuditWriter(startSha256);
  const state = emptyState(reader.header, writer, Buffer.byteLength(writer.header(reader.header)));
  try {
    for await (const records of reader.batches) {
      addTo(state, recordBlock(records, placesIn(state)));
      await pause();
    }
    state.footer = reader.footer();
  } catch (error) {
    if (!(error instanceof AuditDamageError) || error.damage.kind !== 'cut-off') throw error;
  }
  state.saved = state.index.size();
  return auditLog(file, state, state.footer === null ? await continueAppendLog(file, state.bytes) : null);
}

interface LogState {
  readonly header: AuditHeader;
  readonly writer: AuditWriter;
  readonly tally: AuditTally;
  readonly index: RecordIndex;
  readonly roots: Map<string, number>;
  readonly rootList: AuditRoot[];
  /** Bytes of the header and all records. */
  bytes: number;
  /** Records that are on disk. */
  saved: number;
  footer: AuditFooter | null;
  /** Of the last record that has one. */
  lastRoot: AuditRoot | null;
  failures: number;
  verified: number;
}

function emptyState(header: AuditHeader, writer: AuditWriter, bytes: number): LogState {
  return {
    header,
    writer,
    tally: createAuditTally(),
    index: createRecordIndex(header.expectedChanges !== null),
    roots: new Map(),
    rootList: [],
    bytes,
    saved: 0,
    footer: null,
    lastRoot: null,
    failures: 0,
    verified: 0,
  };
}

function addTo(state: LogState, block: RecordBlock): void {
  for (const root of block.newRoots) {
    state.roots.set(rootId(root), state.rootList.length);
    state.rootList.push(root);
  }
  const records = block.keys.map((_key, at) => recordAt(block, at, state.rootList));
  // Throws if they are not in order, before anything else counts them.
  state.writer.block(block, records);
  for (const [at, record] of records.entries()) {
    const { root } = record;
    const [start = 0, end = 0, place = -1] = [block.starts[at], block.ends[at], block.roots[at]];
    if (root !== null) state.lastRoot = root;
    state.index.add(record, {
      start: state.bytes + start,
      bytes: end - start,
      root: place === -1 ? null : place,
    });
    state.tally.add(record);
    if (isFailure(record)) state.failures += 1;
    if (record.outcome === 'green') state.verified += 1;
  }
  state.bytes += block.text.length;
}

function placesIn({ roots, rootList }: LogState): KnownPlaces {
  return { places: roots, count: rootList.length };
}

/** `log`: null if the audit has ended. */
function auditLog(file: string, state: LogState, log: AppendLog | null): AuditLog {
  let isClosed = false;
  /** Pages that are being read. */
  const reading = new Set<Promise<unknown>>();

  const readRecord = async (handle: FileHandle, row: number): Promise<AuditRecord> => {
    const { start, bytes } = state.index.placeOf(row);
    const buffer = Buffer.allocUnsafe(bytes);
    const { bytesRead } = await handle.read(buffer, 0, bytes, start);
    if (bytesRead < bytes) throw new Error('A record of an audit is not in its file.');
    const line = recordLineSchema.parse(JSON.parse(buffer.toString('utf8')));
    return recordOf(line, line.root === undefined ? null : (state.rootList[line.root] ?? null));
  };
  /** The first row whose key is not before all keys with the prefix, or after all of them. */
  const firstRow = async (
    handle: FileHandle,
    size: number,
    isBefore: (key: string) => boolean,
  ): Promise<number> => {
    let low = 0;
    let high = size;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const { key } = await readRecord(handle, middle);
      if (isBefore(key)) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const readPage = async (
    handle: FileHandle,
    { prefix = '', ...filter }: AuditRecordFilter,
    [from, to]: readonly [number, number],
  ): ReturnType<AuditLog['page']> => {
    const size = state.saved;
    const range =
      prefix === ''
        ? { from: 0, to: size }
        : {
            from: await firstRow(handle, size, (key) => key < prefix),
            to: await firstRow(handle, size, (key) => key < prefix || key.startsWith(prefix)),
          };
    const rows = state.index.matching(filter, range);
    const records: AuditRecord[] = [];
    for (const row of rows.subarray(from, to)) records.push(await readRecord(handle, row));
    return { total: rows.length, records };
  };

  return {
    header: state.header,
    footer: () => state.footer,
    tally: state.tally,
    size: () => state.saved,
    counts: () => ({ failures: state.failures, verified: state.verified }),
    roots: () => state.rootList,
    movedRows: () =>
      state.lastRoot === null || state.roots.size < 2
        ? new Uint32Array(0)
        : state.index.underOtherRoots(state.roots.get(rootId(state.lastRoot)) ?? 0),
    places: () => placesIn(state),
    append: async (block) => {
      if (log === null) throw new Error('This audit has ended.');
      // Records after those that could not be written would be in the wrong places.
      if (state.saved < state.index.size()) throw new Error('Earlier records of this audit are not on disk.');
      addTo(state, block);
      await log.append(block.text);
      state.saved = state.index.size();
    },
    finish: async (findings) => {
      if (log === null) throw new Error('This audit has ended.');
      const text = state.writer.footer(findings);
      await log.append(text);
      state.footer = (JSON.parse(text) as { readonly footer: AuditFooter }).footer;
      await log.close();
      isClosed = true;
    },
    page: async (filter, from, to) => {
      // A file of its own for each page: one that is shared may be opened again by a page that outlives it.
      const page = open(file, 'r').then(async (handle) => {
        try {
          return await readPage(handle, filter, [from, to]);
        } finally {
          await handle.close();
        }
      });
      reading.add(page);
      try {
        return await page;
      } finally {
        reading.delete(page);
      }
    },
    close: async () => {
      await Promise.allSettled(reading);
      if (!isClosed) await log?.close();
      isClosed = true;
    },
  };
}
