import { presentableDiff } from '@codemirror/merge';
import { Text } from '@codemirror/state';
import { conflictMarks } from '#shared/safety/localChecks.ts';
import { lineEndsOf, separatorOf, type LineSeparator } from '#shared/text/lineEnds.ts';

export interface MergeInput {
  /** The text that both sides started from. */
  readonly base: string;
  /** What is stored now. */
  readonly theirs: string;
  /** The text in the editor. */
  readonly mine: string;
  /** Follow the conflict markers, to say whose text it is. */
  readonly names: { readonly mine: string; readonly theirs: string };
}

export interface Merged {
  readonly text: string;
  /** How many of their changes were merged, not counting those that both sides made. */
  readonly takenOver: number;
  /** How many places both sides changed differently, in the same or adjacent lines. Both texts are kept there between markers. */
  readonly conflicts: number;
}

/** Lines of the base, `to` exclusive, and what one side replaced them with. */
interface Hunk {
  readonly from: number;
  readonly to: number;
  readonly lines: readonly string[];
}

/**
 * Merges two changes to one text, line by line. Nothing is resolved silently: where both sides changed overlapping or
 * adjacent lines differently, both texts are kept between conflict markers.
 */
export function mergeThreeWay({ base, theirs, mine, names }: MergeInput): Merged {
  const separator = commonSeparator([base, theirs, mine]);
  const baseLines = base.split(separator);
  const ours = hunksOf(baseLines, mine.split(separator));
  const others = hunksOf(baseLines, theirs.split(separator));
  const merged: string[] = [];
  let takenOver = 0;
  let conflicts = 0;
  let done = 0;
  for (const { from, to, mineHunks, theirHunks } of groups(ours, others)) {
    pushAll(merged, baseLines.slice(done, from));
    done = to;
    const mineLines = applied(baseLines, from, to, mineHunks);
    const theirLines = applied(baseLines, from, to, theirHunks);
    if (theirHunks.length === 0 || sameLines(mineLines, theirLines)) {
      pushAll(merged, mineLines);
    } else if (mineHunks.length === 0) {
      takenOver += theirHunks.length;
      pushAll(merged, theirLines);
    } else {
      conflicts += 1;
      merged.push(`${conflictMarks.begin}${names.mine}`);
      pushAll(merged, mineLines);
      merged.push(conflictMarks.middle);
      pushAll(merged, theirLines);
      merged.push(`${conflictMarks.end}${names.theirs}`);
    }
  }
  pushAll(merged, baseLines.slice(done));
  return { text: merged.join(separator), takenOver, conflicts };
}

/** A line feed if the texts do not agree: carriage returns are then part of the lines and compared with them. */
function commonSeparator(texts: readonly string[]): LineSeparator {
  const ends = new Set(texts.map(lineEndsOf).filter((each) => each !== 'none'));
  const [only] = ends;
  return ends.size === 1 && only !== undefined ? separatorOf(only) : '\n';
}

/**
 * Built from character changes: the library's own line chunks miss blank lines that are added or removed next to other
 * blank lines.
 */
function hunksOf(before: readonly string[], after: readonly string[]): readonly Hunk[] {
  const a = Text.of(before);
  const b = Text.of(after);
  const ranges: LineRange[] = [];
  for (const change of presentableDiff(a.toString(), b.toString(), { scanLimit: 1_000 })) {
    const range = {
      fromA: lineIndex(a, change.fromA),
      toA: lineIndex(a, change.toA) + 1,
      fromB: lineIndex(b, change.fromB),
      toB: lineIndex(b, change.toB) + 1,
    };
    const last = ranges.at(-1);
    if (last === undefined || (range.fromA > last.toA && range.fromB > last.toB)) ranges.push(range);
    else ranges[ranges.length - 1] = { ...last, toA: range.toA, toB: range.toB };
  }
  return ranges.map((range) => {
    const { fromA, toA, fromB, toB } = withoutSameEnds(before, after, range);
    return { from: fromA, to: toA, lines: after.slice(fromB, toB) };
  });
}

/** Corresponding lines of two texts, the ends exclusive. */
interface LineRange {
  readonly fromA: number;
  readonly toA: number;
  readonly fromB: number;
  readonly toB: number;
}

/** Drops the lines at the start and the end that are the same in both. */
function withoutSameEnds(
  before: readonly string[],
  after: readonly string[],
  { fromA, toA, fromB, toB }: LineRange,
): LineRange {
  const most = Math.min(toA - fromA, toB - fromB);
  let first = 0;
  while (first < most && before[fromA + first] === after[fromB + first]) first += 1;
  let last = 0;
  while (last < most - first && before[toA - 1 - last] === after[toB - 1 - last]) last += 1;
  return { fromA: fromA + first, toA: toA - last, fromB: fromB + first, toB: toB - last };
}

function lineIndex(text: Text, place: number): number {
  return text.lineAt(place).number - 1;
}

interface Group {
  readonly from: number;
  readonly to: number;
  readonly mineHunks: readonly Hunk[];
  readonly theirHunks: readonly Hunk[];
}

/** Groups the hunks of both sides that overlap or touch. */
function* groups(mine: readonly Hunk[], theirs: readonly Hunk[]): Generator<Group, void, void> {
  let nextMine = 0;
  let nextTheirs = 0;
  while (nextMine < mine.length || nextTheirs < theirs.length) {
    const from = Math.min(mine[nextMine]?.from ?? Infinity, theirs[nextTheirs]?.from ?? Infinity);
    const firstMine = nextMine;
    const firstTheirs = nextTheirs;
    let to = from;
    for (;;) {
      const one = mine[nextMine];
      const other = theirs[nextTheirs];
      if (one !== undefined && one.from <= to) {
        to = Math.max(to, one.to);
        nextMine += 1;
      } else if (other !== undefined && other.from <= to) {
        to = Math.max(to, other.to);
        nextTheirs += 1;
      } else break;
    }
    yield {
      from,
      to,
      mineHunks: mine.slice(firstMine, nextMine),
      theirHunks: theirs.slice(firstTheirs, nextTheirs),
    };
  }
}

function applied(
  base: readonly string[],
  from: number,
  to: number,
  hunks: readonly Hunk[],
): readonly string[] {
  const lines: string[] = [];
  let done = from;
  for (const hunk of hunks) {
    pushAll(lines, base.slice(done, hunk.from));
    pushAll(lines, hunk.lines);
    done = hunk.to;
  }
  pushAll(lines, base.slice(done, to));
  return lines;
}

/** Not spread into one call: a million lines are more arguments than a call can take. */
function pushAll(lines: string[], more: readonly string[]): void {
  for (const line of more) lines.push(line);
}

function sameLines(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((line, index) => line === other[index]);
}
