import type { LineSeparator } from '#shared/text/lineEnds.ts';

/** A text with its longest lines broken, since an editor lays a line out whole however little of it is in sight. */
export interface BrokenText {
  readonly text: string;
  /** Where line feeds were put in that are not in the original: their places in `text`, ascending. */
  readonly breaks: readonly number[];
}

/** In UTF-16 units. */
const longestLine = 2_000;
/** Where a sentence, a list or a part of JSON goes on. */
const joint = /[,;.!?}\]]\s*/y;

/**
 * Breaks the lines that are too long.
 *
 * @param places `even`: every so many characters. `joints`: wherever a sentence or a list goes on, which depends on
 *   nothing but what stands there; so two texts that differ in one place are broken alike everywhere else.
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

/** The place in the original of a place in the broken text. */
export function originalPlace({ breaks }: BrokenText, at: number): number {
  return at - breaksBefore(breaks, at);
}

/** How many of the breaks come before a place. */
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

/** More at once would hold up the window; in UTF-16 units. */
const partLength = 1_000_000;

/** Where the parts of a text begin: after a line where one ends nearby, and never inside a character. */
export function cutIntoParts(text: string): readonly number[] {
  const starts = [0];
  for (let start = 0; text.length - start > partLength;) {
    const latest = start + partLength;
    const halfway = start + partLength / 2;
    // In what may be cut only: where there is no line feed, all before would be searched for each part.
    const feed = text.slice(halfway, latest).lastIndexOf('\n');
    const last = text.charCodeAt(latest - 1);
    const isHalf = last >= 0xd800 && last <= 0xdbff;
    start = feed >= 0 ? halfway + feed + 1 : isHalf ? latest - 1 : latest;
    starts.push(start);
  }
  return starts;
}

/** Offsets of a text, as they are where every line is parted from the next by one character. */
export function placeIn(text: string, separator: LineSeparator): (offset: number) => number {
  if (separator.length === 1) return (offset) => offset;
  const ends: number[] = [];
  for (let at = text.indexOf(separator); at !== -1; at = text.indexOf(separator, at + 2)) ends.push(at);
  return (offset) => offset - breaksBefore(ends, offset);
}
