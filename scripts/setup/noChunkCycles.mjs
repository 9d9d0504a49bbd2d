/**
 * A bundler plugin that fails the build if chunks import each other in a circle. One of them then runs before what it
 * imports, and finds `undefined` where the source has a value.
 *
 * @returns {import('vite').Plugin}
 */
export function noChunkCycles() {
  return {
    name: 'no-chunk-cycles',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const cycle = findCycle(
          new Map(
            Object.entries(bundle).flatMap(([file, output]) =>
              output.type === 'chunk' ? [[file, output.imports]] : [],
            ),
          ),
        );
        if (cycle !== null) {
          this.error(`Chunks import each other: ${cycle.join(' → ')}. Change the chunk groups of the build.`);
        }
      },
    },
  };
}

/**
 * The first circle of imports, with its first file again at the end; null if there is none.
 *
 * @param {ReadonlyMap<string, readonly string[]>} importsByFile
 * @returns {readonly string[] | null}
 */
export function findCycle(importsByFile) {
  /** @type {Set<string>} */
  const done = new Set();
  /** @type {(file: string, path: readonly string[]) => readonly string[] | null} */
  const follow = (file, path) => {
    const start = path.indexOf(file);
    if (start >= 0) return [...path.slice(start), file];
    if (done.has(file)) return null;
    for (const imported of importsByFile.get(file) ?? []) {
      const cycle = follow(imported, [...path, file]);
      if (cycle !== null) return cycle;
    }
    done.add(file);
    return null;
  };
  for (const file of importsByFile.keys()) {
    const cycle = follow(file, []);
    if (cycle !== null) return cycle;
  }
  return null;
}
