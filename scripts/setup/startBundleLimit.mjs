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
 * A bundler plugin that fails the build if what is loaded before the window can show anything grows over a limit.
 *
 * @param {number} mostBytes
 * @param {string | null} entry file that is loaded first; null for all entries of the bundle
 * @returns {import('vite').Plugin}
 */
export function startBundleLimit(mostBytes, entry = null) {
  return {
    name: 'start-bundle-limit',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const complaint = complaintAbout(bundle, mostBytes, entry);
        if (complaint !== null) this.error(complaint);
      },
    },
  };
}

/**
 * What is wrong with the size of the start bundle; null if it is within the limit. It is made of the entries, of all that
 * they import, and of the styles of both. What is loaded on use does not count.
 *
 * @param {Readonly<Record<string, Output>>} bundle
 * @param {number} mostBytes
 * @param {string | null} entry
 */
export function complaintAbout(bundle, mostBytes, entry = null) {
  /** @type {Set<string>} */
  const files = new Set();
  /** @param {string} file */
  const add = (file) => {
    if (files.has(file)) return;
    files.add(file);
    const { imports = [], viteMetadata } = bundle[file] ?? {};
    [...imports, ...(viteMetadata?.importedCss ?? [])].forEach(add);
  };
  for (const [file, output] of Object.entries(bundle)) {
    if (entry === null ? output.isEntry === true : file === entry) add(file);
  }
  const bytes = [...files].reduce((sum, file) => {
    const { code, source } = bundle[file] ?? {};
    return sum + Buffer.byteLength(code ?? source ?? '');
  }, 0);
  if (bytes <= mostBytes) return null;
  return (
    `${bytes} bytes are loaded before the first screen; the limit is ${mostBytes}. ` +
    'Load what the first screen does not need later (`loadOnUse` in the window), or raise the limit for a good reason.'
  );
}
