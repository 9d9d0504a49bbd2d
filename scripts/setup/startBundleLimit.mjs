/**
 * The parts of an output file of the bundler that count here.
 *
 * @typedef {object} Output
 * @property {'chunk' | 'asset'} type
 * @property {string} [code]
 * @property {string | Uint8Array} [source]
 * @property {boolean} [isEntry]
 * @property {readonly string[]} [imports]
 * @property {{ readonly importedCss?: ReadonlySet<string> }} [viteMetadata]
 */

/**
 * A bundler plugin that fails the build if what the window loads before it can show anything grows over a limit.
 *
 * @param {number} mostBytes
 * @returns {import('vite').Plugin}
 */
export function startBundleLimit(mostBytes) {
  return {
    name: 'start-bundle-limit',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const complaint = complaintAbout(bundle, mostBytes);
        if (complaint !== null) this.error(complaint);
      },
    },
  };
}

/**
 * What is wrong with the size of the start bundle; null if it is within the limit. It is made of the scripts of the page,
 * of all that they import, and of the styles of both. What is loaded on use does not count.
 *
 * @param {Readonly<Record<string, Output>>} bundle
 * @param {number} mostBytes
 */
export function complaintAbout(bundle, mostBytes) {
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
  const bytes = [...files].reduce((sum, file) => {
    const { code, source } = bundle[file] ?? {};
    return sum + Buffer.byteLength(code ?? source ?? '');
  }, 0);
  if (bytes <= mostBytes) return null;
  return (
    `The window loads ${bytes} bytes before its first screen; the limit is ${mostBytes}. ` +
    'Load what the first screen does not need with `loadOnUse`, or raise the limit for a good reason.'
  );
}
