/** Usual names of key columns. */
export const keyColumnName = /^(atom[ _-]?)?(keys?|names?|ids?|atoms?)$/i;
export const valueColumnName = /^(atom[ _-]?)?(values?|texts?|contents?|body)$/i;

/** Keys have parts: `v1.team.name`, `a/b`, `a:b`, `a|b`. */
export function looksLikeKey(text: string): boolean {
  return /\S[./:|]\S/.test(text) && !/\s/.test(text.trim());
}
