import { anchorOf } from './helpTarget.ts';

export interface HelpMatch {
  readonly page: string;
  /** The heading that has all words, to scroll to; null: they are elsewhere. */
  readonly anchor: string | null;
  /** That heading, or the first line that has one of the words, without the marks of Markdown. */
  readonly line: string;
}

/**
 * The pages that contain all words: first those with all of them in the title, then in another heading. An empty text finds
 * nothing.
 */
export function searchHelp(pages: ReadonlyMap<string, string>, text: string): readonly HelpMatch[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return [];
  const hasAll = (line: string): boolean => words.every((word) => line.toLowerCase().includes(word));
  const matches = [...pages].flatMap(([page, content]) => {
    const lines = content.split('\n').map((line) => ({ isHeading: /^#+ /.test(line), text: plain(line) }));
    if (!hasAll(lines.map((line) => line.text).join('\n'))) return [];
    const heading = lines.find((line) => line.isHeading && hasAll(line.text));
    if (heading !== undefined) {
      const isTitle = heading === lines[0];
      const anchor = isTitle ? null : anchorOf(heading.text);
      return [{ rank: isTitle ? 0 : 1, match: { page, anchor, line: heading.text } }];
    }
    const lower = lines.map((line) => line.text.toLowerCase());
    const best =
      lines.find((line) => hasAll(line.text)) ??
      lines[lower.findIndex((line) => words.some((word) => line.includes(word)))];
    return [{ rank: 2, match: { page, anchor: null, line: best?.text ?? '' } }];
  });
  return [...matches].sort((a, b) => a.rank - b.rank).map(({ match }) => match);
}

function plain(line: string): string {
  return line
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[*`|]|<[^>]*>|^#+ |^\s*(?:-|\d+\.) /g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
