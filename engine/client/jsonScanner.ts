/** Deepest nesting accepted. The API needs 4; the limit protects recursive code that runs later. */
const maxDepth = 100;
/** Longest number or literal, in characters. */
const longestLiteral = 1_000;
/** Longest whitespace between the parts of an envelope. */
const longestSpace = 1024 * 1024;
/** How many characters of a string to check one by one before using a native search for its end. */
const shortString = 96;

/**
 * A response that cannot be used; `field` is a path such as `atoms[2].version`, or null for the whole
 * response.
 */
export class UnreadableResponse extends Error {
  readonly field: string | null;

  /** @param why continues "The response" or "The response's field ..." */
  constructor(field: string | null, why: string) {
    super(field === null ? `The response ${why}.` : `The response’s field ${field} ${why}.`);
    this.field = field;
  }
}

/**
 * Walks over JSON in UTF-8 without building objects: finds where values end and counts their contents, so
 * that nothing with too much content is parsed. It checks only brackets and strings; `JSON.parse` validates
 * the parts that are used.
 */
export interface JsonScanner {
  /** Offset of the next byte. */
  readonly at: () => number;
  /** The next byte after whitespace; -1 at the end. */
  readonly peek: () => number;
  /** Consumes one byte after whitespace. @throws UnreadableResponse if it is a different one */
  readonly take: (byte: number) => void;
  /**
   * Skips one value. @param most values that it may contain, including itself. @param level how deeply it is
   * nested
   * @returns the number of its member names, including nested ones
   * @throws UnreadableResponse, with the message `tooMany` if it contains more
   */
  readonly skipValue: (most: number, level: number, tooMany: string) => number;
  /** Number of values skipped so far. */
  readonly values: () => number;
}

export function createJsonScanner(bytes: Uint8Array): JsonScanner {
  let at = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  let values = 0;

  const skipSpace = (): void => {
    for (const start = at; at < bytes.length; at++) {
      const byte = bytes[at];
      if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return;
      if (at - start > longestSpace) throw notJson();
    }
  };
  /** `at` is on the opening quote before the call, and after the closing quote afterwards. */
  const skipString = (): void => {
    const near = Math.min(bytes.length, at + shortString);
    for (at += 1; at < near; at++) {
      const byte = bytes[at];
      if (byte === 0x5c) at++;
      else if (byte === 0x22) {
        at += 1;
        return;
      }
    }
    for (;;) {
      const quote = bytes.indexOf(0x22, at);
      if (quote === -1) throw notJson();
      let backslashes = 0;
      while (quote - backslashes > at && bytes[quote - backslashes - 1] === 0x5c) backslashes += 1;
      at = quote + 1;
      if (backslashes % 2 === 0) return;
    }
  };
  const skipLiteral = (): void => {
    const start = at;
    for (; at < bytes.length; at++) {
      const byte = bytes[at] ?? 0;
      if (byte <= 0x20 || byte === 0x2c || byte === 0x5d || byte === 0x7d || byte === 0x3a) break;
    }
    if (at === start || at - start > longestLiteral) throw notJson();
  };
  const skipContainer = (most: number, level: number, tooMany: string): number => {
    let depth = 0;
    let members = 0;
    let held = 1;
    for (;;) {
      if (at >= bytes.length) throw notJson();
      switch (bytes[at]) {
        case 0x22:
          skipString();
          continue;
        case 0x5b:
        case 0x7b:
          depth += 1;
          if (level + depth > maxDepth) throw tooDeep();
          held += 1;
          break;
        case 0x5d:
        case 0x7d:
          depth -= 1;
          if (depth === 0) {
            at += 1;
            values += held;
            return members;
          }
          break;
        case 0x2c:
          held += 1;
          break;
        case 0x3a:
          members += 1;
          break;
        default:
      }
      if (held > most) throw new UnreadableResponse(null, tooMany);
      at += 1;
    }
  };
  return {
    at: () => at,
    peek: () => {
      skipSpace();
      return bytes[at] ?? -1;
    },
    take: (byte) => {
      skipSpace();
      if (bytes[at] !== byte) throw notJson();
      at += 1;
    },
    skipValue: (most, level, tooMany) => {
      skipSpace();
      const first = bytes[at];
      if (first === 0x5b || first === 0x7b) return skipContainer(most, level, tooMany);
      values += 1;
      if (first === 0x22) skipString();
      else skipLiteral();
      return 0;
    },
    values: () => values,
  };
}

export function notJson(): UnreadableResponse {
  return new UnreadableResponse(null, 'is not valid JSON');
}

function tooDeep(): UnreadableResponse {
  return new UnreadableResponse(null, `is nested more than ${String(maxDepth)} levels deep`);
}
