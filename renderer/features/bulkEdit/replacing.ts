import { hasLoneSurrogate } from '#shared/text/surrogates.ts';

/** What is looked for in values, and what takes its place. */
export interface FindChoice {
  readonly find: string;
  /** For a regular expression `$1`, `$<name>`, `$&` and `$$` mean what they mean in JavaScript; else it is put in as it is. */
  readonly replace: string;
  readonly isExpression: boolean;
  readonly matchesCase: boolean;
}

export interface Replaced {
  readonly value: string;
  /** Places that were found, whether or not their text is another now. */
  readonly count: number;
}

export type Replacer = (value: string) => Replaced;

/** A choice that cannot be searched for. */
export interface UnusableChoice {
  readonly field: 'find' | 'replace';
  readonly why: string;
}

/**
 * Makes what replaces. A match never splits a character pair; `^` and `$` are the beginning and end of a line, of which CR LF is one end.
 * How long an expression takes is not bounded: run it where it can be ended.
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

/** CR LF is one end of a line, though the language takes it for two: nothing begins or ends between. */
function isBetweenReturnAndFeed({ 0: found, index, input }: RegExpExecArray): boolean {
  return found === '' && input[index - 1] === '\r' && input[index] === '\n';
}

/** What takes the place of a match: `$1`, `$<name>` and the others, as `String.prototype.replace` fills them in. */
function filledIn(template: string, match: RegExpExecArray): string {
  const { 0: found, index, input, groups } = match;
  const most = match.length - 1;
  return template.replace(
    /\$(?:([$&`'])|(\d\d?)|<([^>]*)>)/g,
    (mark: string, sign?: string, digits?: string, name?: string) => {
      if (sign !== undefined) {
        return sign === '$'
          ? '$'
          : sign === '&'
            ? found
            : sign === '`'
              ? input.slice(0, index)
              : input.slice(index + found.length);
      }
      if (digits !== undefined) {
        const both = Number(digits);
        if (both >= 1 && both <= most) return match[both] ?? '';
        const first = Number(digits.slice(0, 1));
        return digits.length === 2 && first >= 1 && first <= most
          ? `${match[first] ?? ''}${digits.slice(1)}`
          : mark;
      }
      return groups === undefined ? mark : (groups[name ?? ''] ?? '');
    },
  );
}

function literal(text: string): string {
  return text.replace(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`);
}

/** `Invalid regular expression: /(/gmu: Unterminated group` without what the user can see. */
function expressionProblem(caught: unknown): string {
  const said = caught instanceof Error ? caught.message : String(caught);
  return `${said.slice(said.lastIndexOf(': ') + 1).trim()}.`;
}
