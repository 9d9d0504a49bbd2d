import { visibleLine } from './visibleText.ts';

/** Where a file was saved, `Saved to /home/ada/a.csv`, and what happened to a link that was there. */
export function savedWords(path: string, replacedLink?: string): string {
  const saved = `Saved to ${visibleLine(path)}`;
  return replacedLink === undefined ? saved : `${saved}. ${replacedLinkWords(replacedLink)}`;
}

/** What happened to a link that was where the file is now. */
export function replacedLinkWords(replacedLink: string): string {
  return `It replaced a link. The file that the link pointed to, ${visibleLine(replacedLink)}, is unchanged.`;
}
