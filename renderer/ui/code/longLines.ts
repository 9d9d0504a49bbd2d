import type { LineSeparator } from '#shared/text/lineEnds.ts';

/** A text with its long lines broken, because an editor lays out an entire line even if little of it is visible. */
export interface BrokenText {
  readonly text: string;
  /** The positions in `text` of the inserted line feeds, ascending. */
  readonly breaks: readonly number[];
}

/** In UTF-16 units. */
const longestLine = 2_000;
/** Punctuation after which a line can break. */
const joint = /[,;.!?}\]]\s*/y;

/**
 * Breaks the lines that are too long.
 *
 * @param places `even`: at a fixed number of characters. `joints`: after punctuation, which depends only on the text
 *   nearby, so that two texts with one difference break the same way everywhere else.
 */
export function breakLongLines(text: string, places: 'even' | 'joints' = 'even'): BrokenText {
  const parts: string[] = [];
  const breaks: number[] = [];
  let length = 0;
  const put = (part: string): void => {
    parts.push(part);
    length += part.length;
  };
  let copied = 0;
  for (let start = 0; start < text.length;) {
    const feed = text.indexOf('\n', start);
    const end = feed === -1 ? text.length : feed;
    if (end - start > longestLine) {
      put(text.slice(copied, start));
      for (let at = start; at < end;) {
        const next = places === 'even' ? evenEnd(text, at, end) : jointEnd(text, at, end);
        put(text.slice(at, next));
        if (next < end) {
          breaks.push(length);
          put('\n');
        }
        at = next;
      }
      copied = end;
    }
    start = end + 1;
  }
  if (breaks.length === 0) return { text, breaks };
  put(text.slice(copied));
  return { text: parts.join(''), breaks };
}

function evenEnd(text: string, from: number, end: number): number {
  const next = from + longestLine;
  if (next >= end) return end;
  const last = text.charCodeAt(next - 1);
  return last >= 0xd800 && last <= 0xdbff ? next - 1 : next;
}

function jointEnd(text: string, from: number, end: number): number {
  const latest = evenEnd(text, from, end);
  for (let at = from; at < latest; at += 1) {
    joint.lastIndex = at;
    if (joint.test(text)) return Math.min(joint.lastIndex, end);
  }
  return latest;
}

/** Whether a line is longer than `most`, in UTF-16 units. */
export function hasLineOver(text: string, most: number): boolean {
  for (let start = 0; text.length - start > most;) {
    const feed = text.indexOf('\n', start);
    if ((feed === -1 ? text.length : feed) - start > most) return true;
    start = feed + 1;
  }
  return false;
}

/** The position in the original of a position in the broken text. */
export function originalPlace({ breaks }: BrokenText, at: number): number {
  return at - breaksBefore(breaks, at);
}

/** How many of the breaks come before a position. */
export function breaksBefore(breaks: readonly number[], at: number): number {
  let low = 0;
  let high = breaks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((breaks[middle] ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Larger parts would block the window. In UTF-16 units. */
const partLength = 1_000_000;

/** Where the parts of a text start: after a nearby line ending if there is one, and never inside a character. */
export function cutIntoParts(text: string): readonly number[] {
  const starts = [0];
  for (let start = 0; text.length - start > partLength;) {
    const latest = start + partLength;
    const halfway = start + partLength / 2;
    // Search only this range: without line feeds, every part would search the text from the start.
    const feed = text.slice(halfway, latest).lastIndexOf('\n');
    const last = text.charCodeAt(latest - 1);
    const isHalf = last >= 0xd800 && last <= 0xdbff;
    start = feed >= 0 ? halfway + feed + 1 : isHalf ? latest - 1 : latest;
    starts.push(start);
  }
  return starts;
}

/** Converts offsets in a text to offsets where every line separator is one character long. */
export function placeIn(text: string, separator: LineSeparator): (offset: number) => number {
  if (separator.length === 1) return (offset) => offset;
  const ends: number[] = [];
  for (let at = text.indexOf(separator); at !== -1; at = text.indexOf(separator, at + 2)) ends.push(at);
  return (offset) => offset - breaksBefore(ends, offset);
}
