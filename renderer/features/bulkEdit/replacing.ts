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
 * Makes what replaces. A match never splits a character pair; `^` and `$` are the beginning and end of a line.
 * How long an expression takes is not bounded: run it where it can be ended.
 */
export function createReplacer(choice: FindChoice): Replacer | UnusableChoice {
  const { find, replace, isExpression, matchesCase } = choice;
  if (hasLoneSurrogate(find)) return { field: 'find', why: 'It holds half of a character.' };
  if (hasLoneSurrogate(replace)) return { field: 'replace', why: 'It holds half of a character.' };
  let expression: RegExp;
  try {
    expression = new RegExp(isExpression ? find : literal(find), matchesCase ? 'gmu' : 'gimu');
  } catch (caught) {
    return { field: 'find', why: expressionProblem(caught) };
  }
  return (value) => {
    const count = countMatches(value, expression);
    if (count === 0) return { value, count };
    return {
      value: isExpression ? value.replace(expression, replace) : value.replace(expression, () => replace),
      count,
    };
  };
}

function literal(text: string): string {
  return text.replace(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`);
}

function countMatches(value: string, expression: RegExp): number {
  let count = 0;
  const matches = value.matchAll(expression);
  while (matches.next().done !== true) count += 1;
  return count;
}

/** `Invalid regular expression: /(/gmu: Unterminated group` without what the user can see. */
function expressionProblem(caught: unknown): string {
  const said = caught instanceof Error ? caught.message : String(caught);
  return `${said.slice(said.lastIndexOf(': ') + 1).trim()}.`;
}
