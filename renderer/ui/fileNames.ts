/** A suggested file name: the kind of content, the first words of a query, and the extension. */
export function fileNameOf(what: string, query: string, extension: string): string {
  const words = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const name = [what, ...words].join('-').slice(0, 60).replace(/-$/, '');
  return `${name}.${extension}`;
}
