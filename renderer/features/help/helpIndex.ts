export interface HelpEntry {
  readonly page: string;
  readonly title: string;
}

export interface HelpSection {
  readonly title: string;
  readonly entries: readonly HelpEntry[];
}

/** The sections of `docs/README.md`, each with the pages that it links to. A page is listed once, where it comes first. */
export function readHelpIndex(markdown: string): readonly HelpSection[] {
  const listed = new Set<string>();
  return markdown
    .split(/^## /m)
    .slice(1)
    .map((text) => {
      const [title = '', ...lines] = text.split('\n');
      const entries = [...lines.join('\n').matchAll(/\[([^\]]+)\]\(([\w-]+)\.md\)/g)].flatMap(
        ([, name = '', page = '']) => {
          if (listed.has(page)) return [];
          listed.add(page);
          return [{ page, title: name }];
        },
      );
      return { title, entries };
    })
    .filter(({ entries }) => entries.length > 0);
}
