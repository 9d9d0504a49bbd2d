/** A text with its escapes undone. */
export interface Undone {
  readonly text: string;
  /** Where a part of it is in the original: whole escapes, even if the part has only one of their characters. */
  readonly placeOf: (start: number, end: number) => Place;
}

export type Place = readonly [start: number, end: number];

/**
 * Escapes of JSON and of source code (`\x2f`), percent encoding (also repeated), and HTML. A run of backslashes is one
 * match, and bytes outside of ASCII are matched together, because only together they are characters.
 */
const escapes =
  /\\+(?:u([0-9a-f]{4})|x([0-9a-f]{2})|(["'/n]))?|((?:%(?:25)*[89a-f][0-9a-f])+)|%(?:25)*([0-7][0-9a-f])|&(?:#x0{0,6}([0-9a-f]{2,4})|#0{0,6}([0-9]{2,5})|(amp|quot|apos|lt|gt));/gi;

/** How often a text may be escaped within another one, such as percent encoding in JSON in JSON. */
const mostLevels = 4;

/** The text, and as it reads once its escapes are undone, as often as that changes it. */
export function* levelsOf(text: string): Generator<string, void, void> {
  yield text;
  for (let level = 0, last = text; level < mostLevels && hasEscapes(last); level += 1) {
    const next = last.replace(escapes, (...match: string[]) => undo(match));
    if (next === last) return;
    yield next;
    last = next;
  }
}

/** The same with the places of all parts in the text. */
export function* placedLevelsOf(text: string): Generator<Undone, void, void> {
  let last: Undone = { text, placeOf: (start, end) => [start, end] };
  yield last;
  for (let level = 0; level < mostLevels && hasEscapes(last.text); level += 1) {
    const next = undoOnce(last.text);
    if (next.text === last.text) return;
    const { placeOf } = last;
    last = { text: next.text, placeOf: (start, end) => placeOf(...next.placeOf(start, end)) };
    yield last;
  }
}

function hasEscapes(text: string): boolean {
  return /[\\%&]/.test(text);
}

interface Unit {
  readonly start: number;
  readonly end: number;
  readonly from: number;
  readonly to: number;
}

function undoOnce(source: string): Undone {
  const units: Unit[] = [];
  let text = '';
  let from = 0;
  for (const match of source.matchAll(escapes)) {
    const undone = undo(match);
    text += source.slice(from, match.index);
    const to = match.index + match[0].length;
    units.push({ start: text.length, end: text.length + undone.length, from: match.index, to });
    text += undone;
    from = to;
  }
  text += source.slice(from);
  /** The last unit that starts at or before a position. */
  const unitAt = (at: number): Unit | undefined => {
    let low = 0;
    let high = units.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((units[middle]?.start ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    return units[low - 1];
  };
  const placeOf = (start: number, end: number): Place => {
    const first = unitAt(start);
    const last = unitAt(end - 1);
    return [
      first === undefined ? start : start < first.end ? first.from : first.to + start - first.end,
      last === undefined ? end : end <= last.end ? last.to : last.to + end - last.end,
    ];
  };
  return { text, placeOf };
}

const named: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
  ['lt', '<'],
  ['gt', '>'],
]);

function undo([all = '', code, pair, character, bytes, byte, hex, decimal, name]: readonly (
  | string
  | undefined
)[]): string {
  if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
  if (pair !== undefined) return String.fromCharCode(Number.parseInt(pair, 16));
  if (character !== undefined) return character.toLowerCase() === 'n' ? '\n' : character;
  if (bytes !== undefined) {
    const pairs = bytes.match(/[89a-f][0-9a-f](?=%|$)/gi) ?? [];
    return Buffer.from(pairs.join(''), 'hex').toString('utf8');
  }
  if (byte !== undefined) return String.fromCharCode(Number.parseInt(byte, 16));
  if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
  if (decimal !== undefined) return String.fromCharCode(Number(decimal));
  if (name !== undefined) return named.get(name.toLowerCase()) ?? all;
  return '\\';
}
