import type { SchemeEvidence } from '../merkle/checkReason.ts';
import { countWords } from './sizes.ts';
import { visibleLine } from './visibleText.ts';

const longestQuote = 80;

/** `1 leaf`, `1,204 leaves`. Takes decimal strings too, which may exceed 2^53. */
export function countOf(count: number | string, one: string, many = `${one}s`): string {
  return `${countWords(count)} ${String(count) === '1' ? one : many}`;
}

/** With a capital at the beginning. */
export function uncapitalized(words: string): string {
  return `${words.charAt(0).toLowerCase()}${words.slice(1)}`;
}

export function capitalized(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** `key, value, and version`; `key and value`. */
export function listWords(items: readonly string[], last: 'and' | 'or' = 'and'): string {
  if (items.length < 3) return items.join(` ${last} `);
  return `${items.slice(0, -1).join(', ')}, ${last} ${items.at(-1)}`;
}

/** The first few of many: `a, b, and 12 more`. `count`: of all, if `items` are not all of them. */
export function listFirst(items: readonly string[], most: number, count = items.length): string {
  const named = items.slice(0, most);
  const more = count - named.length;
  return listWords(more > 0 ? [...named, `${countWords(more)} more`] : named);
}

/** The parts of a list or a text that apply; the others are `false` or `null`. */
export function applying(parts: readonly (string | false | null)[]): string[] {
  return parts.filter((part) => part !== false && part !== null);
}

/** How many there are of what there is, such as `12 verified` and `1 failed`. */
export function counted(counts: readonly (readonly [count: number, words: string])[]): string[] {
  return counts.flatMap(([count, words]) => (count > 0 ? [`${countWords(count)} ${words}`] : []));
}

/** Untrusted text inside a sentence: shortened, with invisible and direction-changing characters spelled out. */
export function quoteText(text: string): string {
  const shown = text.length > longestQuote ? `${text.slice(0, longestQuote)}…` : text;
  return `“${visibleLine(shown)}”`;
}

/** The same without shortening, for whole sentences of others. */
export function quoteWhole(text: string): string {
  return `“${visibleLine(text)}”`;
}

/** How the rules behind a passed check became known; completes a sentence. */
export function evidenceWords(evidence: SchemeEvidence): string {
  const { origin, samples, confirmations, candidates, pinnedFor } = evidence;
  const settled = candidates > 1 ? `, of which ${candidates} still fit` : '';
  if (pinnedFor !== undefined) {
    const found = origin === 'inferred' ? `, which were inferred from proofs read there${settled}` : '';
    return `by the rules pinned for ${quoteText(pinnedFor)}${found}`;
  }
  switch (origin) {
    case 'specified':
      return 'by the rules that the service specifies';
    case 'built-in':
      return 'by the rules that are built into Atom Explorer for it';
    case 'chosen':
      return 'by the rules that you chose';
    case 'inferred':
      if (samples === 0)
        return candidates > 1
          ? `by one of ${candidates} sets of rules that fit this proof`
          : 'by the only known rules that fit this proof';
      return `by rules inferred from ${countOf(samples, 'proof')}${confirmedWords(confirmations)}${settled}`;
  }
}

/** How many later proofs confirm what was inferred; completes `inferred from 1 proof`. Empty if none do. */
export function confirmedWords(confirmations: number): string {
  if (confirmations === 0) return '';
  // From 10 on the count is kept in steps.
  const least = confirmations >= 10 ? 'at least ' : '';
  return ` and confirmed by ${least}${countOf(confirmations, 'later proof')}`;
}

/** Why nothing can be stored over a connection. */
export const readOnlyWords = 'This connection is read-only. You can change that in its settings.';
