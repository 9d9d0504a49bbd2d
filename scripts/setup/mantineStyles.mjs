import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { listFiles } from './contentHash.mjs';
import { root } from './repository.mjs';

const packages = join(root, 'node_modules/@mantine');
const modules = join(packages, 'core/esm');
const wholeSheet = join(packages, 'core/styles.layer.css');
const sheets = join(packages, 'core/styles');

/**
 * A bundler plugin that leaves out the styles of components that the window does not use: more than half of them.
 * What is left keeps the order of the whole sheet. During development the whole sheet is used.
 *
 * @returns {import('vite').Plugin}
 */
export function onlyUsedMantineStyles() {
  /** @type {ReadonlySet<string>} */
  let kept = new Set();
  return {
    name: 'only-used-mantine-styles',
    apply: 'build',
    load(id) {
      if (id !== wholeSheet) return null;
      kept = usedComponents();
      return stylesOf(kept);
    },
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        for (const id of chunk.moduleIds) {
          const name = styledBy(id);
          if (name !== null && kept.size > 0 && !kept.has(name))
            this.error(`The window uses the component ${name}, whose styles were left out.`);
        }
      }
    },
  };
}

/** The sheet that a module of the library takes its class names from: `Button`; null if it takes none. @param {string} id */
function styledBy(id) {
  const name = /@mantine\/core\/esm\/.*\/(\w+)\.module\.mjs$/.exec(id.replaceAll('\\', '/'))?.[1];
  return name !== undefined && existsSync(join(sheets, `${name}.layer.css`)) ? name : null;
}

/** What the window and the library's package of notifications import from the library, with all that it is made of. */
function usedComponents() {
  const sources = [
    ...listFiles(root, ['renderer']).filter((file) => /\.tsx?$/.test(file)),
    ...listFiles(root, ['node_modules/@mantine/notifications/esm']).filter((file) => file.endsWith('.mjs')),
  ];
  const fileOf = new Map(
    importsOf(join(modules, 'index.mjs'))
      .filter(({ from }) => from.startsWith('.'))
      .flatMap(({ names, from }) => names.map((name) => [name, from])),
  );
  /** @type {Set<string>} */
  const visited = new Set();
  /** @param {string} file */
  const visit = (file) => {
    if (visited.has(file)) return;
    visited.add(file);
    for (const { from } of importsOf(file)) if (from.startsWith('.')) visit(join(dirname(file), from));
  };
  for (const source of sources) {
    for (const { names, from } of importsOf(join(root, source))) {
      if (from !== '@mantine/core') continue;
      for (const name of names) {
        const file = fileOf.get(name);
        if (file !== undefined) visit(join(modules, file));
      }
    }
  }
  return new Set([...visited].map(styledBy).filter((name) => name !== null));
}

/** @param {string} file */
function importsOf(file) {
  const imports = readFileSync(file, 'utf8').matchAll(
    /import\s+(?:\w+|\{([^}]*)\})\s+from\s+["']([^"']+)["']/g,
  );
  return [...imports].map(([, names = '', from = '']) => ({
    names: names.split(',').map((name) => name.replace(/ as .*/, '').trim()),
    from,
  }));
}

/** @param {ReadonlySet<string>} components */
function stylesOf(components) {
  const whole = withoutSpace(readFileSync(wholeSheet, 'utf8'));
  return (
    readdirSync(sheets)
      .filter((file) => file.endsWith('.layer.css'))
      .map((file) => ({
        name: file.slice(0, -'.layer.css'.length),
        text: readFileSync(join(sheets, file), 'utf8'),
      }))
      // In lower case: variables and resets, which belong to no component.
      .filter(({ name }) => /^[a-z]/.test(name) || components.has(name))
      .map(({ name, text }) => {
        const rules = /^@layer mantine \{(.*)\}$/.exec(withoutSpace(text))?.[1]?.trim();
        const place = rules === undefined ? -1 : whole.indexOf(rules);
        if (place === -1) throw new Error(`The library's style sheet holds other styles for ${name}.`);
        return { text, place };
      })
      .sort((one, other) => one.place - other.place)
      .map(({ text }) => text)
      .join('\n')
  );
}

/** @param {string} css */
function withoutSpace(css) {
  return css.replace(/\s+/g, ' ').trim();
}
