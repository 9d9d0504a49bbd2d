import { hasLoneSurrogate } from './surrogates.ts';

/** What to find in values, and its replacement. */
export interface FindChoice {
  readonly find: string;
  /** In a regular expression, `$1`, `$<name>`, `$&` and `$$` work as in JavaScript; otherwise this is plain text. */
  readonly replace: string;
  readonly isExpression: boolean;
  readonly matchesCase: boolean;
}

export interface Replaced {
  readonly value: string;
  /** The number of matches, even if replacing them changes nothing. */
  readonly count: number;
}

export type Replacer = (value: string) => Replaced;

/** Why a choice cannot be used. */
export interface UnusableChoice {
  readonly field: 'find' | 'replace';
  readonly why: string;
}

/**
 * A match never splits a surrogate pair. `^` and `$` match at the start and end of a line; CR LF is one line ending.
 * An expression can take forever: run it where it can be stopped.
 */
export function createReplacer(choice: FindChoice): Replacer | UnusableChoice {
  const { find, replace, isExpression, matchesCase } = choice;
  if (hasLoneSurrogate(find)) return { field: 'find', why: 'It contains an unpaired surrogate.' };
  if (hasLoneSurrogate(replace)) return { field: 'replace', why: 'It contains an unpaired surrogate.' };
  let expression: RegExp;
  try {
    expression = new RegExp(isExpression ? find : literal(find), matchesCase ? 'gmu' : 'gimu');
  } catch (caught) {
    return { field: 'find', why: expressionProblem(caught) };
  }
  const inPlaceOf = isExpression ? (match: RegExpExecArray) => filledIn(replace, match) : () => replace;
  return (value) => {
    const parts: string[] = [];
    let count = 0;
    let done = 0;
    for (const match of value.matchAll(expression)) {
      if (isBetweenReturnAndFeed(match)) continue;
      count += 1;
      parts.push(value.slice(done, match.index), inPlaceOf(match));
      done = match.index + match[0].length;
    }
    if (count === 0) return { value, count };
    parts.push(value.slice(done));
    return { value: parts.join(''), count };
  };
}

/** JavaScript takes CR LF for two line endings, and matches `^` and `$` between them. */
function isBetweenReturnAndFeed({ 0: found, index, input }: RegExpExecArray): boolean {
  return found === '' && input[index - 1] === '\r' && input[index] === '\n';
}

/** If an expression names no group, `$<` is plain text, and a mark can begin right behind it. */
const numberedMark = /\$(?:([$&`'])|(\d\d?))/g;
const anyMark = /\$(?:([$&`'])|(\d\d?)|<([^>]*)>)/g;

/** Fills in `$1`, `$<name>`, and so on, as `String.prototype.replace` does. */
function filledIn(template: string, match: RegExpExecArray): string {
  const { 0: found, index, input, groups } = match;
  const most = match.length - 1;
  return template.replace(
    groups === undefined ? numberedMark : anyMark,
    (mark: string, sign?: string, digits?: string, name?: string) => {
      if (sign === '$') return '$';
      if (sign === '&') return found;
      if (sign !== undefined) return sign === '`' ? input.slice(0, index) : input.slice(index + found.length);
      if (digits !== undefined) {
        const both = Number(digits);
        if (both >= 1 && both <= most) return match[both] ?? '';
        const first = Number(digits.slice(0, 1));
        return digits.length === 2 && first >= 1 && first <= most
          ? `${match[first] ?? ''}${digits.slice(1)}`
          : mark;
      }
      return groups?.[name ?? ''] ?? '';
    },
  );
}

function literal(text: string): string {
  return text.replace(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`);
}

/** `Unterminated group.` from `Invalid regular expression: /(/gmu: Unterminated group`. */
function expressionProblem(caught: unknown): string {
  const said = caught instanceof Error ? caught.message : String(caught);
  return `${said.slice(said.lastIndexOf(': ') + 1).trim()}.`;
}
