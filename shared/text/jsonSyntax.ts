/** Where JSON text becomes invalid, and why. Lines and columns are counted from 1, columns in UTF-16 units. */
export interface JsonFault {
  readonly offset: number;
  readonly line: number;
  readonly column: number;
  /** Completes a sentence: `a comma or ] is missing`. */
  readonly what: string;
}

export type JsonReading =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly fault: JsonFault };

/** Deeper than any proof, and shallow enough for recursive code. */
export const deepestProof = 500;

/**
 * Parses JSON. Unlike the messages of the JavaScript engine, faults have stable texts and always a position.
 *
 * @param deepest how deep arrays and objects may be nested; deeper text is refused before it is parsed.
 * @param names `unique`: refuses an object that has a name twice, because programs differ in which member they use
 */
export function readJson(text: string, deepest = Infinity, names: 'unique' | 'any' = 'any'): JsonReading {
  const tooDeep = deepest === Infinity ? null : nestedTooDeepAt(text, deepest);
  if (tooDeep !== null) {
    const what = `arrays and objects are nested more than ${deepest} levels deep`;
    return { ok: false, fault: { offset: tooDeep, what, ...positionOf(text, tooDeep) } };
  }
  const refuse = ({ offset, what }: Fault): JsonReading => ({
    ok: false,
    fault: { offset, what, ...positionOf(text, offset) },
  });
  try {
    const value: unknown = JSON.parse(text);
    const repeated = names === 'unique' ? findFault(text, names) : null;
    return repeated === null ? { ok: true, value } : refuse(repeated);
  } catch {
    return refuse(findFault(text, names) ?? { offset: 0, what: 'this is not JSON' });
  }
}

/** The offset of the first bracket that is too deep. Misjudges some invalid JSON, which is refused anyway. */
function nestedTooDeepAt(text: string, deepest: number): number | null {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (isInString) {
      if (unit === 0x5c) at += 1;
      else if (unit === 0x22) isInString = false;
    } else if (unit === 0x22) isInString = true;
    else if (unit === 0x5b || unit === 0x7b) {
      depth += 1;
      if (depth > deepest) return at;
    } else if (unit === 0x5d || unit === 0x7d) depth -= 1;
  }
  return null;
}

function positionOf(text: string, offset: number): { readonly line: number; readonly column: number } {
  const lines = text.slice(0, offset).split('\n');
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

interface Fault {
  readonly offset: number;
  readonly what: string;
}

/** What may come next. `first...` is right after an opening bracket, which may be closed at once. */
type Expected = 'value' | 'firstValue' | 'name' | 'firstName' | 'colon' | 'end';

const missing: Readonly<Record<Expected, string>> = {
  value: 'a value is missing',
  firstValue: 'a value or ] is missing',
  name: 'a property name in double quotes is missing',
  firstName: 'a property name in double quotes or } is missing',
  colon: 'a colon is missing after the property name',
  end: 'nothing may follow',
};

/** Scans the text with its own stack, so that deep nesting cannot overflow the call stack. */
function findFault(text: string, mayRepeat: 'unique' | 'any'): Fault | null {
  const open: ('[' | '{')[] = [];
  /** Of each open object, the names so far; of an array, none. */
  const names: Set<string>[] = [];
  const close = (): void => {
    open.pop();
    names.pop();
  };
  let expected = 'value' as Expected;
  let at = 0;
  for (;;) {
    at = skip(/[\t\n\r ]*/y, text, at);
    const next = text.charAt(at);
    const inside = open.at(-1);
    if (next === '') {
      if (expected === 'end' && inside === undefined) return null;
      const what = expected === 'end' ? commaWords(inside) : missing[expected];
      return { offset: at, what: `the text ends here, but ${what}` };
    }
    if (expected === 'end') {
      if (inside === undefined) return { offset: at, what: 'there is text after the end of the JSON' };
      if (next === ',') expected = inside === '[' ? 'value' : 'name';
      else if (next === (inside === '[' ? ']' : '}')) close();
      else return { offset: at, what: commaWords(inside) };
      at += 1;
    } else if (expected === 'colon') {
      if (next !== ':') return { offset: at, what: missing.colon };
      expected = 'value';
      at += 1;
    } else if ((expected === 'firstName' && next === '}') || (expected === 'firstValue' && next === ']')) {
      close();
      expected = 'end';
      at += 1;
    } else if (next === '"') {
      const string = readString(text, at);
      if (typeof string !== 'number') return string;
      if (mayRepeat === 'unique' && (expected === 'name' || expected === 'firstName')) {
        // The same name may be written with other escapes.
        const name = String(JSON.parse(text.slice(at, string)));
        if (names.at(-1)?.has(name) === true)
          return { offset: at, what: 'this object has another member with this name' };
        names.at(-1)?.add(name);
      }
      at = string;
      expected = expected === 'name' || expected === 'firstName' ? 'colon' : 'end';
    } else if (expected === 'name' || expected === 'firstName') {
      return {
        offset: at,
        what: next === "'" ? 'property names must be in double quotes' : missing[expected],
      };
    } else if (next === '[' || next === '{') {
      open.push(next);
      names.push(new Set());
      expected = next === '[' ? 'firstValue' : 'firstName';
      at += 1;
    } else {
      const end = skip(/-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y, text, at);
      if (end === at)
        return { offset: at, what: next === "'" ? 'strings must be in double quotes' : missing[expected] };
      if (/[\w.+-]/.test(text.charAt(end))) return { offset: at, what: 'this is not a valid JSON value' };
      at = end;
      expected = 'end';
    }
  }
}

function commaWords(inside: '[' | '{' | undefined): string {
  return `a comma or ${inside === '[' ? ']' : '}'} is missing`;
}

function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return at + (pattern.exec(text)?.[0].length ?? 0);
}

/** The offset after the string, or what is wrong with it. */
function readString(text: string, start: number): number | Fault {
  for (let at = start + 1; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === 0x22) return at + 1;
    if (unit < 0x20) return { offset: at, what: 'a string contains a line break or control character' };
    if (unit === 0x5c) {
      const escape = skip(/\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y, text, at);
      if (escape === at) return { offset: at, what: 'a backslash is not followed by a valid JSON escape' };
      at = escape - 1;
    }
  }
  return { offset: start, what: 'the string that begins here is never closed' };
}
