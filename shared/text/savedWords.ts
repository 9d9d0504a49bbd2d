import { visibleLine } from './visibleText.ts';

/** What saving did: `Saved to /home/ada/a.csv`, and what became of a link that was there. */
export function savedWords(path: string, replacedLink?: string): string {
  const saved = `Saved to ${visibleLine(path)}`;
  return replacedLink === undefined ? saved : `${saved}. ${replacedLinkWords(replacedLink)}`;
}

/** What became of a link that was where the file is now. */
export function replacedLinkWords(replacedLink: string): string {
  return `The file replaced a link; ${visibleLine(replacedLink)}, where it led, is unchanged.`;
}
