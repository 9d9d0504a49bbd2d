import { levelsOf } from './undoEscapes.ts';

/**
 * Texts that give away a secret: the secret, base64 and hex of a text with it, and all of them once their escapes are
 * undone. Longest first, so that no form is cut up by another.
 *
 * @param shortest shorter forms are left out, because they would match ordinary words
 */
export function formsOf(secret: string, shortest: number): readonly string[] {
  if (secret === '') return [];
  // The characters that depend on a short secret alone may be too few.
  const encoded = secret.length < wholeInBase64 ? `Bearer ${secret}` : secret;
  // The hex of a secret that is too short would match in hashes.
  const hex = secret.length < shortest ? [] : hexForms(secret);
  const forms = [secret, ...base64Forms(encoded), ...hex].flatMap((form) => [
    ...levelsOf(form),
    JSON.stringify(form).slice(1, -1),
  ]);
  return [...new Set(forms)]
    .filter(({ length }) => length >= Math.max(1, shortest))
    .sort((a, b) => b.length - a.length);
}

/** The secret as it would be in the name of a header: Node gives these with all ASCII letters in lower case. */
export function inHeaderName(secret: string): string {
  return secret.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}

const wholeInBase64 = 12;

/** The characters of base64 and base64url that depend on the text alone, wherever in a longer text it starts. */
function base64Forms(text: string): readonly string[] {
  const bytes = Buffer.from(text, 'utf8');
  return [0, 1, 2].flatMap((before) => {
    const bits = (before + bytes.length) * 8;
    const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    const own = encoded.slice(Math.ceil((before * 8) / 6), Math.floor(bits / 6));
    return [own, own.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

function hexForms(text: string): readonly string[] {
  const hex = Buffer.from(text, 'utf8').toString('hex');
  return [hex, hex.toUpperCase()];
}
