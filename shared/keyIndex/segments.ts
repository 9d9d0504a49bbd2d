/**
 * Where the segment that starts at `offset` ends: at the next delimiter, or -1 if it is the last one. A delimiter at
 * the start of a key belongs to its first segment, because the empty path is the row of all keys.
 */
export function endOfSegment(key: string, delimiter: string, offset: number): number {
  return key.indexOf(delimiter, Math.max(offset, 1));
}

/** The segments of a key; the empty key has one empty segment. */
export function segmentsOf(key: string, delimiter: string): readonly string[] {
  const segments: string[] = [];
  let offset = 0;
  for (let end = endOfSegment(key, delimiter, 0); end !== -1; end = endOfSegment(key, delimiter, offset)) {
    segments.push(key.slice(offset, end));
    offset = end + delimiter.length;
  }
  segments.push(key.slice(offset));
  return segments;
}

/**
 * Orders keys segment by segment: a delimiter sorts before every other character, and the end of a key before a
 * delimiter. So all keys below a path are next to each other, unlike in plain string order (where `a-b` comes
 * between `a` and `a.c`).
 */
export function compareKeys(left: string, right: string, delimiter: string): number {
  const shared = Math.min(left.length, right.length);
  let at = 0;
  while (at < shared && left.charCodeAt(at) === right.charCodeAt(at)) at += 1;
  if (at === shared && left.length === right.length) return 0;
  const separatorOfLeft = separatorOver(left, delimiter, at);
  const separatorOfRight = separatorOver(right, delimiter, at);
  if (separatorOfLeft < separatorOfRight) return separatorOfLeft === right.length ? 1 : -1;
  if (separatorOfRight < separatorOfLeft) return separatorOfRight === left.length ? -1 : 1;
  return unitOrEnd(left, at) - unitOrEnd(right, at);
}

function unitOrEnd(text: string, at: number): number {
  return at < text.length ? text.charCodeAt(at) : -1;
}

/** Where the delimiter that contains the unit at `at` starts; Infinity if there is none. */
function separatorOver(key: string, delimiter: string, at: number): number {
  // A delimiter of one unit can only start here. At the start of a key, it still sorts first.
  if (delimiter.length === 1) return key.startsWith(delimiter, at) ? at : Infinity;
  let start = endOfSegment(key, delimiter, 0);
  while (start !== -1 && start + delimiter.length <= at)
    start = key.indexOf(delimiter, start + delimiter.length);
  return start === -1 || start > at ? Infinity : start;
}

/** Whether a key is the path itself or below it, in whole segments. */
export function isAtOrBelow(key: string, path: string, delimiter: string): boolean {
  if (path === '' || key === path) return true;
  if (!key.startsWith(path) || !key.startsWith(delimiter, path.length)) return false;
  // A delimiter of several units can overlap itself, as in `a:::b`. Then the segments decide.
  return delimiter.length === 1 || ancestorsOf(key, delimiter).includes(path);
}

/** The paths above a key or path, nearest last: for `a.b.c`, `''`, `a`, and `a.b`. */
export function ancestorsOf(path: string, delimiter: string): readonly string[] {
  if (path === '') return [];
  const ancestors = [''];
  let end = endOfSegment(path, delimiter, 0);
  while (end !== -1) {
    ancestors.push(path.slice(0, end));
    end = path.indexOf(delimiter, end + delimiter.length);
  }
  return ancestors;
}
