import type { KeyFilter, ValuePreview } from '../domain/catalogueQuery.ts';

type Search = Pick<KeyFilter, 'text' | 'matchCase' | 'wholeWord'>;

/** Finds a text in values, literally. Case is ignored like in keys, unless it counts. */
export function valuePattern({ text, matchCase, wholeWord }: Search, more = ''): RegExp {
  const literal = text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  const source = wholeWord === true ? `(?<![\\p{L}\\p{N}_])${literal}(?![\\p{L}\\p{N}_])` : literal;
  return new RegExp(source, `u${matchCase === true ? '' : 'i'}${more}`);
}

/** Characters of a preview, and of those before the first match: few, so that a narrow cell shows the match. */
const longest = 240;
const before = 8;
/** More matches than fit into a preview are not looked for. */
const mostRanges = 50;

/** The start of a value on one line, or the part around its first match. `pattern`: with the flag `g`; null marks nothing. */
export function previewOf(value: string, pattern: RegExp | null): ValuePreview {
  const first = pattern === null ? -1 : indexOfMatch(value, pattern);
  // Within a pair of surrogates, half a character would be left.
  const from = first <= before ? 0 : withoutHalf(value, first - before);
  const end = withoutHalf(value, Math.min(value.length, from + longest));
  const part = value.slice(from, end);
  const start = from > 0 ? '…' : '';
  const text = `${start}${part.replace(/[\n\r\t\u2028\u2029]/g, ' ')}${end < value.length ? '…' : ''}`;
  return {
    text,
    ranges: pattern === null ? [] : rangesIn(value, pattern, { from, end, by: start.length - from }),
  };
}

function indexOfMatch(value: string, pattern: RegExp): number {
  pattern.lastIndex = 0;
  return pattern.exec(value)?.index ?? -1;
}

function rangesIn(
  value: string,
  pattern: RegExp,
  { from, end, by }: { readonly from: number; readonly end: number; readonly by: number },
): ValuePreview['ranges'] {
  const ranges: { readonly start: number; readonly end: number }[] = [];
  pattern.lastIndex = from;
  for (let found = pattern.exec(value); found !== null; found = pattern.exec(value)) {
    if (found.index >= end || ranges.length === mostRanges) break;
    const to = Math.min(end, found.index + found[0].length);
    ranges.push({ start: found.index + by, end: to + by });
  }
  return ranges;
}

function withoutHalf(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return at > 0 && at < text.length && unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at;
}
