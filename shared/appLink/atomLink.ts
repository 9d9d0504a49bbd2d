import { hasLoneSurrogate } from '../text/surrogates.ts';

/** Without the colon. Registered with the system when the app is installed. */
export const linkScheme = 'atom-explorer';

/** In UTF-16 units. A link with more is not opened. */
export const longestLink = 8_192;
/** The same for its parameters. */
export const longestInLink = { url: 2_000, name: 100, key: 4_000 } as const;

// Control characters, and marks that change the direction of text.
// oxlint-disable-next-line no-control-regex -- they are what is looked for
export const hiddenInLink = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

/** A link to an atom of the service at an address; null if the app would not open it. */
export function atomLink(address: string, key: string): string | null {
  if (key === '' || key.length > longestInLink.key || hiddenInLink.test(key) || hasLoneSurrogate(key))
    return null;
  const link = `${linkScheme}://atom?url=${encodeURIComponent(address)}&key=${encodeURIComponent(key)}`;
  return link.length > longestLink ? null : link;
}
