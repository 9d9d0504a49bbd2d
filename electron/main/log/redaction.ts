/** Replaces secrets. Every text that goes into the log passes through it. */
export interface Redaction {
  /**
   * From now on this text is removed wherever it appears. Texts shorter than `shortestSecret` are ignored.
   */
  readonly hide: (secret: string) => void;
  readonly clean: (text: string) => string;
}

/** A shorter text would match ordinary words. */
const shortestSecret = 6;
const replacement = '[removed]';

/** Credentials in headers and addresses, whoever wrote them. */
const credentials: readonly (readonly [pattern: RegExp, replaced: string])[] = [
  [/\b(bearer|basic)\s+[\w.~+/=-]+/gi, `$1 ${replacement}`],
  [
    /\b((?:proxy-)?authorization|x-api-key|api[-_]?key|cookie)(["']?\s*[:=]\s*["']?)[^\s"',;]+/gi,
    `$1$2${replacement}`,
  ],
  [/(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/@]+@/gi, `$1${replacement}@`],
];

export function createRedaction(): Redaction {
  const secrets = new Set<string>();
  return {
    hide: (secret) => {
      if (secret.length < shortestSecret) return;
      // An error may quote a request as it was sent.
      for (const form of [secret, JSON.stringify(secret).slice(1, -1), percentEncoded(secret)])
        secrets.add(form);
    },
    clean: (text) => {
      let cleaned = text;
      for (const secret of secrets) cleaned = cleaned.replaceAll(secret, replacement);
      for (const [pattern, replaced] of credentials) cleaned = cleaned.replace(pattern, replaced);
      return cleaned;
    },
  };
}

/** In the form used in a query or a path. */
function percentEncoded(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1);
}
