/**
 * A bundler plugin that fails the build if what the window loads before it can show anything grows over a limit:
 * the script of the page with all that it imports, and their styles. What is loaded on use does not count.
 *
 * @param {number} mostBytes
 * @returns {import('vite').Plugin}
 */
export function startBundleLimit(mostBytes) {
  return {
    name: 'start-bundle-limit',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const bytes = startBytes(bundle);
        if (bytes > mostBytes)
          this.error(
            `The window loads ${bytes} bytes before its first screen; the limit is ${mostBytes}. ` +
              'Load what the first screen does not need with `loadOnUse`, or raise the limit for a good reason.',
          );
      },
    },
  };
}

/**
 * @typedef {object} Output The parts of an output file that count here.
 * @property {'chunk' | 'asset'} type
 * @property {string} [code]
 * @property {string | Uint8Array} [source]
 * @property {boolean} [isEntry]
 * @property {readonly string[]} [imports]
 * @property {{ readonly importedCss?: ReadonlySet<string> }} [viteMetadata]
 */

/**
 * Bytes of the entries, of what they import, and of the styles of both.
 *
 * @param {Readonly<Record<string, Output>>} bundle
 */
export function startBytes(bundle) {
  /** @type {Set<string>} */
  const files = new Set();
  /** @param {string} file */
  const add = (file) => {
    if (files.has(file)) return;
    files.add(file);
    const { imports = [], viteMetadata } = bundle[file] ?? {};
    [...imports, ...(viteMetadata?.importedCss ?? [])].forEach(add);
  };
  for (const [file, output] of Object.entries(bundle)) if (output.isEntry === true) add(file);
  return [...files].reduce((sum, file) => {
    const { code, source } = bundle[file] ?? {};
    return sum + Buffer.byteLength(code ?? source ?? '');
  }, 0);
}
