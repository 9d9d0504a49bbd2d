export type JsonColour = 'name' | 'string' | 'number' | 'word' | 'mark';

export interface JsonPart {
  readonly from: number;
  readonly to: number;
  readonly colour: JsonColour;
}

const restOfString = /(?:[^"\\]|\\[^])*"?/y;
const part = /("(?:[^"\\]|\\[^])*"?)|(-?\d[\d.eE+-]*)|([A-Za-z]+)|[{}[\],:]/g;
const colon = /\s*:/y;

/**
 * The highlighted parts of a JSON excerpt, in order. Invalid JSON is highlighted as far as it looks like JSON.
 *
 * @param isInString whether the excerpt starts inside a string
 */
export function* coloursOf(text: string, isInString: boolean): Generator<JsonPart, void, void> {
  let at = 0;
  if (isInString) {
    restOfString.lastIndex = 0;
    restOfString.exec(text);
    at = restOfString.lastIndex;
    if (at > 0) yield { from: 0, to: at, colour: stringColour(text, at) };
  }
  const pattern = new RegExp(part);
  pattern.lastIndex = at;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const [, string, number, word] = match;
    const to = pattern.lastIndex;
    const colour =
      string !== undefined
        ? stringColour(text, to)
        : number !== undefined
          ? 'number'
          : word === undefined
            ? 'mark'
            : 'word';
    yield { from: match.index, to, colour };
  }
}

function stringColour(text: string, end: number): JsonColour {
  colon.lastIndex = end;
  return colon.test(text) ? 'name' : 'string';
}

/**
 * Returns a function that says whether a line of JSON starts inside a string. Line feeds may have been inserted anywhere,
 * but the strings themselves contain none. Reads each earlier line only once.
 *
 * @param lineAt returns a line; lines are numbered from 1
 */
export function createStringTracker(lineAt: (line: number) => string): (line: number) => boolean {
  /** 2: inside, after a backslash; a break may separate it from the character that it escapes. */
  const states: (0 | 1 | 2)[] = [0, 0];
  return (line) => {
    for (let known = states.length - 1; known < line; known += 1) {
      states.push(stateAfter(lineAt(known), states[known] ?? 0));
    }
    return states[line] !== 0;
  };
}

function stateAfter(line: string, before: 0 | 1 | 2): 0 | 1 | 2 {
  let state = before;
  for (let at = 0; at < line.length; at += 1) {
    const unit = line.charCodeAt(at);
    if (state === 2) state = 1;
    else if (unit === 0x22) state = state === 0 ? 1 : 0;
    else if (unit === 0x5c && state === 1) state = 2;
  }
  return state;
}
