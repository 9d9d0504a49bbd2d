import { countOf } from '#shared/text/phrases.ts';
import { countWords } from '#shared/text/sizes.ts';
import { kindOf, type JsonKind, type JsonScan } from './jsonOutline.ts';

/** Describes a value by its text: a kind of JSON, or text. */
export function kindWords(value: string, scan: JsonScan): string {
  if (value === '') return 'Empty';
  switch (scan.kind) {
    case 'json': {
      const { outline } = scan;
      const kind = kindOf(outline, 0);
      const size = outline.sizes[0] ?? 0;
      if (kind === 'object') return `JSON object, ${countOf(size, 'property', 'properties')}`;
      if (kind === 'array') return `JSON array, ${countOf(size, 'item')}`;
      return jsonWords[kind];
    }
    case 'too-many-parts':
      return `JSON-like, with more than ${countWords(scan.limit)} parts`;
    case 'not-json':
      return linesOf(value);
  }
}

const jsonWords: Readonly<Record<JsonKind, string>> = {
  object: 'JSON object',
  array: 'JSON array',
  string: 'JSON string',
  number: 'Number',
  boolean: 'Boolean',
  null: 'null',
};

/** Lines are not counted in longer texts, which would take too long. In UTF-16 units. */
const countedLength = 1_000_000;

function linesOf(value: string): string {
  if (value.length > countedLength) return 'Text';
  let lines = 1;
  for (let at = value.indexOf('\n'); at !== -1 && at < value.length - 1; at = value.indexOf('\n', at + 1)) {
    lines += 1;
  }
  return lines === 1 ? 'Text' : `Text, ${countWords(lines)} lines`;
}

/** No guess is made for longer values. In UTF-16 units. */
const longestGuess = 200_000;

/**
 * What a text looks like, to complete "looks like …"; null if nothing fits. Only a guess: to the service it is just
 * text. Never turn it into a link because of this.
 */
export function guessWords(value: string): string | null {
  if (value.length > longestGuess) return null;
  const text = value.trim();
  return guesses.find(({ fits }) => fits(text))?.words ?? null;
}

interface Guess {
  readonly words: string;
  readonly fits: (text: string) => boolean;
}

const guesses: readonly Guess[] = [
  { words: 'a UUID', fits: (text) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) },
  { words: 'a date', fits: isDate },
  { words: 'a time in milliseconds since 1970', fits: (text) => /^1[0-9]{12}$/.test(text) },
  { words: 'a signed token (JWT)', fits: isToken },
  { words: 'a key or certificate (PEM)', fits: (text) => text.startsWith('-----BEGIN ') },
  {
    words: 'a script URL, shown as text only',
    fits: (text) => /^(?:javascript|vbscript|data):\S/i.test(text),
  },
  { words: 'a URL', fits: (text) => /^[a-z][a-z0-9+.-]{1,30}:\/\/[^\s]+$/i.test(text) },
  { words: 'an email address', fits: (text) => /^[^\s@]{1,64}@[^\s@]{1,200}\.[a-z]{2,}$/i.test(text) },
  {
    words: 'hexadecimal bytes',
    fits: (text) => /^(?:0x)?(?:[0-9a-f]{2}){8,}$/i.test(text) && /[a-f]/i.test(text),
  },
  { words: 'Base64', fits: isBase64 },
  {
    words: 'HTML or XML',
    fits: (text) => /^<(?:!doctype|\?xml|[a-z][a-z0-9-]*)[\s>/]/i.test(text) && text.endsWith('>'),
  },
];

const date = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?$/;

function isDate(text: string): boolean {
  const match = date.exec(text);
  if (match === null) return false;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1)
    .map((part) => Number(part ?? 0));
  const daysInMonth = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return (
    month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth && hour <= 24 && minute <= 59 && second <= 60
  );
}

function isToken(text: string): boolean {
  const match = /^(eyJ[A-Za-z0-9_-]+)\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*$/.exec(text);
  if (match === null) return false;
  try {
    return /"alg"\s*:/.test(atob((match[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')));
  } catch {
    return false;
  }
}

/** Plain words are valid Base64 too, so this also requires padding, or mixed case with digits. */
function isBase64(text: string): boolean {
  if (text.length < 16 || text.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return false;
  return text.endsWith('=') || (/[a-z]/.test(text) && /[A-Z]/.test(text) && /\d/.test(text));
}
