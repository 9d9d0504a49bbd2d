const placeholderWord =
  /^(?:your|my|the|some|example|sample|dummy|fake|test|demo|placeholder|redacted|removed|hidden|masked|omitted|change|replace|insert|todo|none|null|undefined|true|false|required|optional|disabled|enabled|unset|empty|password|passwd|secret|token|pass|user|1password|bitwarden|keychain|keyring)(?:$|[^A-Za-z0-9]|me$|me[^A-Za-z]|ed$|this|with)/i;

/** Whether a would-be secret only stands for one: `<password>`, `${TOKEN}`, `****`, `changeme`, `your-key-here`. */
export function isPlaceholder(value: string): boolean {
  return (
    /^[<[({$%]/.test(value) ||
    /\$\{|\{\{|\.\.\.|…/.test(value) ||
    /(.)\1{5}/.test(value) ||
    /^(?:x{3,}|\*+|•+|\.+|-+|_+)$/i.test(value) ||
    placeholderWord.test(value)
  );
}

/**
 * Whether what stands after `password=` or `Bearer` looks like a real secret, rather than a word of prose,
 * a placeholder, a date, a path, a reference, or a piece of code.
 */
export function looksLikeSecretValue(value: string): boolean {
  const bare = withoutTrailingMarks(value);
  if (isPlaceholder(bare) || isReference(bare) || isDate(bare)) return false;
  const hasLetter = /\p{L}/u.test(bare);
  const hasDigit = /[0-9]/.test(bare);
  const hasMark = /[!#%^*+?~@$][A-Za-z0-9]/.test(bare);
  if (!hasLetter) return bare.length >= 8 && hasDigit;
  return hasDigit || hasMark;
}

function withoutTrailingMarks(value: string): string {
  let end = value.length;
  while (end > 0 && ').]}>:!?'.includes(value.charAt(end - 1))) end -= 1;
  return value.slice(0, end);
}

/** A path, an address, a call, or a dotted name such as `process.env.API_KEY` or `v1.tool.vault`. */
function isReference(value: string): boolean {
  return (
    /^(?:[/~]|\.{1,2}\/|[A-Za-z]:\\)/.test(value) ||
    /^[A-Za-z][A-Za-z0-9+.-]{0,31}:\/\//.test(value) ||
    /^[A-Za-z_][\w.]*[([]/.test(value) ||
    /^(?:v[0-9]+|process|config|env|os|self|this|settings|options|props|import)\.[A-Za-z]/.test(value)
  );
}

function isDate(value: string): boolean {
  return /^[0-9]{4}-[0-9]{2}-[0-9]{2}(?:$|T)/.test(value);
}
