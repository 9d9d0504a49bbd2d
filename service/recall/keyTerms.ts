/** Scripts written without spaces between words: two-character windows are used instead of words. */
const unspaced = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]`;

/** A word of a key or query: a run of an unspaced script, a run of digits, `Word`, `word`, or `WORD`. */
const words = new RegExp(
  String.raw`${unspaced}+|\p{N}+|\p{Lu}?(?:(?!${unspaced})[\p{Ll}\p{Lo}\p{Lm}\p{M}])+|[\p{Lu}\p{M}]+(?!\p{Ll})`,
  'gu',
);

const startsUnspaced = new RegExp(`^${unspaced}`, 'u');

/** Longer runs are cut: nobody searches for more, and a 512-byte key stays cheap to index. */
const longestWord = 64;

/**
 * The terms of a key, in order, with repetitions: its words (see `splitWords`), lightly stemmed. Only for
 * matching: keys themselves are never changed.
 */
export function keyTerms(key: string): readonly string[] {
  return splitWords(key).map(stem);
}

/**
 * Splits a key or a query at everything that is not a letter or digit, at camelCase boundaries, and between
 * letters and digits; lowercased and compatibility-normalized (NFKC). `v1.user.Glen.darkMode2` gives `v 1
 * user glen dark mode 2`.
 */
export function splitWords(text: string): readonly string[] {
  return [...text.normalize('NFKC').matchAll(words)].flatMap(([word]) =>
    startsUnspaced.test(word) ? characterPairs(word) : [word.toLowerCase().slice(0, longestWord)],
  );
}

function characterPairs(run: string): readonly string[] {
  const characters = [...run];
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, index) => `${characters[index] ?? ''}${character}`);
}

const doubledConsonant = /([bdfgmnprt])\1$/;

/**
 * Removes plural, -ed, -ing, and a final -e from an English word, so that `schedules`, `scheduled`, and
 * `scheduling` match. Deliberately light: names and short words are unchanged.
 */
export function stem(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word;
  return withoutFinalE(withoutVerbEnding(singular(word)));
}

function singular(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:ss|sh|ch|x|z)es$/.test(word)) return word.slice(0, -2);
  if (/(?:ss|us|is)$/.test(word)) return word;
  return word.endsWith('s') ? word.slice(0, -1) : word;
}

function withoutVerbEnding(word: string): string {
  const ending = /(?:ing|ed)$/.exec(word);
  if (ending === null) return word;
  const rest = word.slice(0, ending.index);
  const isVerb = rest.length >= 3 && /[aeiouy]/.test(rest) && !rest.endsWith('e');
  return isVerb ? rest.replace(doubledConsonant, '$1') : word;
}

function withoutFinalE(word: string): string {
  return word.length > 4 && word.endsWith('e') ? word.slice(0, -1) : word;
}
