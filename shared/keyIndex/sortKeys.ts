import { verdictStatuses } from '../merkle/verdict.ts';

/** A packed hash: SHA-256. */
export const hashBytes = 32;

/** 64-bit sort keys of entries: first the upper, then the lower half; if both are equal, `compare` decides. */
export interface SortKeys {
  readonly isNull: (number: number) => boolean;
  readonly upper: (number: number) => number;
  readonly lower: (number: number) => number;
  /** For keys that 64 bits do not fully represent; null if they do. */
  readonly compare: ((a: number, b: number) => number) | null;
}

/** By the index in `verdictStatuses`, from 1: the worst comes first. */
export const gravity = [0, ...verdictStatuses.map((_, at) => verdictStatuses.length - 1 - at)];

export function byteKeys(
  column: Uint8Array,
  ranks: readonly number[] | null,
  isNull: (number: number) => boolean,
): SortKeys {
  const rank = (number: number): number => {
    const value = column[number] ?? 0;
    return ranks === null ? value : (ranks[value] ?? 0);
  };
  return { isNull, upper: () => 0, lower: rank, compare: null };
}

const scratch = new DataView(new ArrayBuffer(8));

export function floatKeys(column: Float64Array): SortKeys {
  return {
    isNull: (number) => Number.isNaN(column[number] ?? NaN),
    upper: (number) => upperBits(column[number] ?? 0),
    lower: (number) => lowerBits(column[number] ?? 0),
    compare: null,
  };
}

/** The bits of a number, transformed so that they sort like the numbers. */
export function upperBits(value: number): number {
  scratch.setFloat64(0, value + 0);
  const upper = scratch.getUint32(0);
  return upper >= 0x80000000 ? ~upper >>> 0 : (upper | 0x80000000) >>> 0;
}

export function lowerBits(value: number): number {
  scratch.setFloat64(0, value + 0);
  const lower = scratch.getUint32(4);
  return scratch.getUint32(0) >= 0x80000000 ? ~lower >>> 0 : lower;
}

export function hashBits(hashes: Uint8Array, number: number, from: number): number {
  let bits = 0;
  for (let at = 0; at < 4; at += 1) bits = bits * 0x100 + (hashes[number * hashBytes + from + at] ?? 0);
  return bits;
}

export function textBits(text: string, from: number): number {
  let bits = 0;
  for (let at = from; at < from + 2; at += 1) {
    bits = bits * 0x10000 + (at < text.length ? text.charCodeAt(at) : 0);
  }
  return bits;
}

/** Compares decimal strings of any length without leading zeros. */
export function compareDecimals(left: string, right: string): number {
  return left.length === right.length ? comparePlain(left, right) : left.length - right.length;
}

export function comparePlain(left: string, right: string): number {
  return left < right ? -1 : Number(left > right);
}
