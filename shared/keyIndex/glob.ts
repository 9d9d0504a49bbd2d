import { endOfSegment } from './segments.ts';

/** One step of a pattern: `*` within a segment, `**` anywhere, `?` one character within a segment, or a character. */
type Token = '*' | '**' | '?' | { readonly character: string };

export interface Glob {
  /** Runs of characters that every matching text holds. */
  readonly pieces: readonly string[];
  readonly matches: (key: string, folded: string) => boolean;
}

/**
 * Compiles a pattern that matches whole keys. All ways to match are followed at once, as a set of steps reached: the
 * time is that of the key times that of the pattern, whatever the pattern.
 *
 * @param pattern with case put aside.
 */
export function compileGlob(pattern: string, delimiter: string): Glob {
  const tokens = tokensOf(pattern);
  const pieces = pattern.split(/[*?]+/u).filter((piece) => piece !== '');
  return { pieces, matches: (key, folded) => matchesTokens(tokens, key, folded, delimiter) };
}

function tokensOf(pattern: string): readonly Token[] {
  return (pattern.match(/\*+|[^*]/gu) ?? []).map((text): Token => {
    if (text === '*' || text === '?') return text;
    return text.startsWith('*') ? '**' : { character: text };
  });
}

function matchesTokens(tokens: readonly Token[], key: string, folded: string, delimiter: string): boolean {
  let reached = new Uint8Array(tokens.length + 1);
  let next = new Uint8Array(tokens.length + 1);
  reached[0] = 1;
  skipStars(tokens, reached);
  let separator = endOfSegment(key, delimiter, 0);
  for (let at = 0; at < folded.length;) {
    const character = String.fromCodePoint(folded.codePointAt(at) ?? 0);
    const isSeparator = separator !== -1 && at >= separator;
    next.fill(0);
    let any = false;
    for (let step = 0; step < tokens.length; step += 1) {
      if (reached[step] === 0) continue;
      const token = tokens[step];
      if (token === undefined) continue;
      if (token === '**' || (token === '*' && !isSeparator)) next[step] = 1;
      else if (token === '*') continue;
      else if (token === '?' ? !isSeparator : token.character === character) next[step + 1] = 1;
      else continue;
      any = true;
    }
    if (!any) return false;
    skipStars(tokens, next);
    [reached, next] = [next, reached];
    at += character.length;
    if (separator !== -1 && at >= separator + delimiter.length) {
      separator = key.indexOf(delimiter, separator + delimiter.length);
    }
  }
  return reached[tokens.length] === 1;
}

/** A star may stand for nothing. */
function skipStars(tokens: readonly Token[], reached: Uint8Array): void {
  for (let step = 0; step < tokens.length; step += 1) {
    const token = tokens[step];
    if (reached[step] === 1 && (token === '*' || token === '**')) reached[step + 1] = 1;
  }
}
