import { formsOf } from './keyForms.ts';
import { levelsOf, placedLevelsOf, type Place } from './undoEscapes.ts';

/** What is put in the place of a key. */
const keyStand = '[API key]';

/**
 * A key, or an encoded form of it, that is shorter than this is not searched for in successful responses: it
 * would match ordinary words and hashes, and removing those would falsify the service's data.
 */
const shortestInData = 8;

/** Finds API keys in texts, however they are written, and removes them. */
export interface KeyRedactor {
  /** What is searched for, once escapes are undone. Empty: nothing. */
  readonly forms: readonly string[];
  readonly isData: boolean;
  readonly isIn: (text: string) => boolean;
  /** The text without the keys; the same text if it has none. */
  readonly clean: (text: string) => string;
}

/**
 * @param isData the texts are data of a service, where a short key may be an ordinary word; otherwise anything in the
 *   place of a bearer token is removed too
 */
export function createKeyRedactor(apiKeys: readonly (string | null)[], isData: boolean): KeyRedactor {
  const forms = [...new Set(apiKeys.flatMap((key) => formsOf(key ?? '', isData ? shortestInData : 1)))];
  const shortestFirst = [...forms].sort((a, b) => a.length - b.length);
  const holds = (text: string): boolean => {
    for (const form of shortestFirst) {
      // Most strings of a response are hashes, which are shorter than the longest forms.
      if (form.length > text.length) return false;
      if (text.includes(form)) return true;
    }
    return false;
  };
  const isIn = (text: string): boolean => {
    for (const level of levelsOf(text)) if (holds(level)) return true;
    return !isData && bearer.test(text);
  };
  return {
    forms,
    isData,
    isIn,
    clean: (text) => {
      if (!isIn(text)) return text;
      const clean = replacePlaces(text, placesIn(text, forms), keyStand);
      return isData ? clean : clean.replaceAll(bearers, `Bearer ${keyStand}`);
    },
  };
}

const token = String.raw`\bbearer\s+(?!\[API key\])[^\s"',<>]+`;
const bearer = new RegExp(token, 'i');
const bearers = new RegExp(token, 'gi');

function placesIn(text: string, forms: readonly string[]): readonly Place[] {
  const places: Place[] = [];
  for (const level of placedLevelsOf(text)) {
    for (const form of forms) {
      for (let at = level.text.indexOf(form); at >= 0; at = level.text.indexOf(form, at + form.length))
        places.push(level.placeOf(at, at + form.length));
    }
  }
  return places;
}

/** Replaces places that may overlap. */
export function replacePlaces(text: string, places: readonly Place[], by: string): string {
  const sorted = [...places].sort(([a], [b]) => a - b);
  const parts: string[] = [];
  let done = 0;
  for (const [start, end] of sorted) {
    if (end <= done) continue;
    if (start >= done) parts.push(text.slice(done, start), by);
    done = end;
  }
  parts.push(text.slice(done));
  return parts.join('');
}
