// Part of every runtime, but of no library of the language.
const { TextDecoder } = globalThis as unknown as {
  readonly TextDecoder: new (
    encoding: 'utf-8',
    options: { readonly fatal: true; readonly ignoreBOM: true },
  ) => { readonly decode: (bytes: Uint8Array) => string };
};

/** The text of UTF-8; null if the bytes are anything else. Strict: nothing is replaced, shortened, or skipped. */
export function utf8Text(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
