import type { ValueDifference } from '#shared/domain/upload.ts';

/**
 * The differing part of two values without their common beginning and end; no character pair is cut in two.
 */
export function valueDifference(stored: string, value: string): ValueDifference {
  const shorter = Math.min(stored.length, value.length);
  let start = 0;
  while (start < shorter && stored.charCodeAt(start) === value.charCodeAt(start)) start += 1;
  // If only the second halves of two pairs differ, the whole characters differ.
  if (start > 0 && isFirstHalf(stored.charCodeAt(start - 1))) start -= 1;
  let end = 0;
  while (
    end < shorter - start &&
    stored.charCodeAt(stored.length - 1 - end) === value.charCodeAt(value.length - 1 - end)
  ) {
    end += 1;
  }
  if (end > 0 && isSecondHalf(stored.charCodeAt(stored.length - end))) end -= 1;
  return {
    removed: stored.length - start - end,
    added: value.length - start - end,
    bytes: Buffer.byteLength(value, 'utf8') - Buffer.byteLength(stored, 'utf8'),
  };
}

function isFirstHalf(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isSecondHalf(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
