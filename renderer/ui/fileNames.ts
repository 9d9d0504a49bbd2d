/** A name to suggest for a file: what it holds, the first words of a query, and the ending. */
export function fileNameOf(what: string, query: string, extension: string): string {
  const words = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const name = [what, ...words].join('-').slice(0, 60).replace(/-$/, '');
  return `${name}.${extension}`;
}
