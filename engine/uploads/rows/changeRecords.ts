import { z } from 'zod';
import { duplicateRules, type DuplicateRule } from '#shared/domain/upload.ts';
import type { ComparedColumns } from './rowColumns.ts';
import { SealedFileError } from './sealedFile.ts';
import { sendEvent, type SendEvent } from './sendEvents.ts';

/** A row with another text. */
export interface ChangedRow {
  readonly row: number;
  readonly key: string;
  readonly value: string;
  /** The results of the checks, which may differ in a later version of the app. */
  readonly problems: number;
  readonly detail: string | null;
  readonly valueBytes: number;
}

/** A saved change of rows. */
export type RowChange =
  | ({ readonly kind: 'change' } & ChangedRow)
  /** Texts of several rows, which count once an `adopt` has followed. */
  | { readonly kind: 'drafts'; readonly changes: readonly ChangedRow[] }
  /** Positions of drafts. */
  | { readonly kind: 'adopt'; readonly frames: Float64Array }
  /** Gives rows the texts that they had: see `EditedText`. */
  | {
      readonly kind: 'restore';
      readonly rows: Uint32Array;
      /** NaN: as in the file. */
      readonly offsets: Float64Array;
      readonly indices: Int32Array;
    }
  /** The other kinds: rows ascending, without repeats. */
  | { readonly kind: 'revert'; readonly rows: Uint32Array }
  | { readonly kind: 'drop' | 'allow'; readonly rows: Uint32Array; readonly isSet: boolean }
  | { readonly kind: 'rule'; readonly rule: DuplicateRule }
  | { readonly kind: 'compare'; readonly found: ComparedRows }
  /** What happened while rows were sent, in order. */
  | { readonly kind: 'send'; readonly events: readonly SendEvent[] };

/** The results of a comparison, as columns; see `RowColumns`. */
export interface ComparedRows extends ComparedColumns {
  readonly rows: Uint32Array;
  readonly comparison: Uint8Array;
}

const sendEvents = z.array(sendEvent).readonly();
const kinds = [
  'change',
  'revert',
  'drop',
  'allow',
  'rule',
  'compare',
  'send',
  'drafts',
  'adopt',
  'restore',
] as const;

/** First the kind (1 byte), a switch or rule (1), two zero bytes, then JSON or little-endian numbers. */
export function encodeChange(change: RowChange): Buffer {
  switch (change.kind) {
    case 'change': {
      const { kind: _kind, ...content } = change;
      return record(change.kind, 0, Buffer.from(JSON.stringify(content), 'utf8'));
    }
    case 'revert':
      return record(change.kind, 0, bytesOf(rangesOf(change.rows)));
    case 'drop':
    case 'allow':
      return record(change.kind, change.isSet ? 1 : 0, bytesOf(rangesOf(change.rows)));
    case 'rule':
      return record(change.kind, duplicateRules.indexOf(change.rule));
    case 'compare': {
      const { rows, comparison, storedVersion, storedValue, removed, added, moreBytes } = change.found;
      const count = Uint32Array.of(rows.length);
      return record(
        change.kind,
        0,
        ...[count, storedVersion, moreBytes, rows, removed, added, comparison, storedValue].map(bytesOf),
      );
    }
    case 'send':
      return record(change.kind, 0, Buffer.from(JSON.stringify(change.events), 'utf8'));
    case 'drafts':
      return record(change.kind, 0, Buffer.from(JSON.stringify(change.changes), 'utf8'));
    case 'adopt':
      return record(change.kind, 0, bytesOf(change.frames));
    case 'restore': {
      const { rows, offsets, indices } = change;
      return record(change.kind, 0, ...[Uint32Array.of(rows.length), offsets, rows, indices].map(bytesOf));
    }
  }
}

/** @throws SealedFileError if it is not one */
export function decodeChange(bytes: Buffer): RowChange {
  const kind = kinds[bytes[0] ?? kinds.length];
  const option = bytes[1] ?? 0;
  const content = bytes.subarray(4);
  switch (kind) {
    case 'change':
      return { kind, ...(JSON.parse(content.toString('utf8')) as ChangedRow) };
    case 'revert':
      return { kind, rows: rowsOf(numbersOf(content, Uint32Array)) };
    case 'drop':
    case 'allow':
      return { kind, rows: rowsOf(numbersOf(content, Uint32Array)), isSet: option === 1 };
    case 'rule':
      return { kind, rule: duplicateRules[option] ?? 'ask' };
    case 'compare': {
      const count = content.readUInt32LE(0);
      let at = 4;
      const next = (size: number): Buffer => content.subarray(at, (at += size * count));
      return {
        kind,
        found: {
          storedVersion: numbersOf(next(8), Float64Array),
          moreBytes: numbersOf(next(4), Int32Array),
          rows: numbersOf(next(4), Uint32Array),
          removed: numbersOf(next(4), Uint32Array),
          added: numbersOf(next(4), Uint32Array),
          comparison: numbersOf(next(1), Uint8Array),
          // Earlier versions of the app did not write it.
          storedValue:
            content.length > at ? numbersOf(next(8), Float64Array) : new Float64Array(count).fill(Number.NaN),
        },
      };
    }
    case 'send': {
      const events = sendEvents.safeParse(JSON.parse(content.toString('utf8')));
      if (events.success) return { kind, events: events.data };
      throw new SealedFileError('The saved upload (changes) has an unknown event.');
    }
    case 'drafts':
      return { kind, changes: JSON.parse(content.toString('utf8')) as readonly ChangedRow[] };
    case 'adopt':
      return { kind, frames: numbersOf(content, Float64Array) };
    case 'restore': {
      const count = content.readUInt32LE(0);
      let at = 4;
      const next = (size: number): Buffer => content.subarray(at, (at += size * count));
      return {
        kind,
        offsets: numbersOf(next(8), Float64Array),
        rows: numbersOf(next(4), Uint32Array),
        indices: numbersOf(next(4), Int32Array),
      };
    }
    default:
      throw new SealedFileError('The saved upload (changes) is from another version of the app.');
  }
}

function record(kind: RowChange['kind'], option: number, ...parts: readonly Uint8Array[]): Buffer {
  return Buffer.concat([Buffer.of(kinds.indexOf(kind), option, 0, 0), ...parts]);
}

/** The bytes of numbers as in memory, which is little-endian on every platform of the app. */
export function bytesOf(numbers: ArrayBufferView): Buffer {
  return Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength);
}

/** A copy, because the bytes may not be aligned for numbers. */
export function numbersOf<Numbers>(
  bytes: Uint8Array,
  as: { new (buffer: ArrayBuffer): Numbers; readonly BYTES_PER_ELEMENT: number },
): Numbers {
  const whole = bytes.byteLength - (bytes.byteLength % as.BYTES_PER_ELEMENT);
  const copy = new Uint8Array(whole);
  copy.set(bytes.subarray(0, whole));
  return new as(copy.buffer);
}

/** First and last of each run of numbers. */
function rangesOf(rows: Uint32Array): Uint32Array {
  const ranges: number[] = [];
  for (const row of rows) {
    const last = ranges.length - 1;
    if (last > 0 && ranges[last] === row - 1) ranges[last] = row;
    else ranges.push(row, row);
  }
  return Uint32Array.from(ranges);
}

function rowsOf(ranges: Uint32Array): Uint32Array {
  let count = 0;
  for (let index = 0; index < ranges.length; index += 2) {
    count += (ranges[index + 1] ?? 0) - (ranges[index] ?? 0) + 1;
  }
  const rows = new Uint32Array(count);
  let at = 0;
  for (let index = 0; index < ranges.length; index += 2) {
    for (let row = ranges[index] ?? 0; row <= (ranges[index + 1] ?? 0); row++) rows[at++] = row;
  }
  return rows;
}
