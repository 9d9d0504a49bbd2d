/** Usual names of key columns. */
export const keyColumnName = /^(atom[ _-]?)?(keys?|names?|ids?|atoms?)$/i;
export const valueColumnName = /^(atom[ _-]?)?(values?|texts?|contents?|body)$/i;

/** Names of columns whose numbers stand for something: `zip_code`, `Order No`, `orderId`. */
export const numberedName =
  /(?:^|[ _-])(?:[Ii][Dd]|(?:[Nn]o|[Nn]r|[Nn]umber|[Cc]ode|[Ii]ndex|[Zz]ip)\.?)$|[a-z](?:Id|ID|No|Number|Code)$/;

/** Keys have parts: `v1.team.name`, `a/b`, `a:b`, `a|b`. */
export function looksLikeKey(text: string): boolean {
  return /\S[./:|]\S/.test(text) && !/\s/.test(text.trim()) && !isNumberOrDate(text.trim());
}

export function isYear(text: string): boolean {
  return /^[12]\d{3}$/.test(text);
}

/** A measurement rather than a name. */
export function isDecimal(text: string): boolean {
  return /^[-+]?\d*[.,]\d+$/.test(text);
}

function isNumberOrDate(text: string): boolean {
  return /^[-+]?[\d.,]+%?$/.test(text) || /^\d{1,4}([-./:])\d{1,2}(\1\d{1,4})?$/.test(text);
}
