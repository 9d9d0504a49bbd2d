/** The kind of content and the first words of a query, for a file name. */
export function contentName(what: string, query: string): string {
  const words = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return [what, ...words].join('-').slice(0, 60).replace(/-$/, '');
}
