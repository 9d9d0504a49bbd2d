import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './setup/repository.mjs';

// Screens are assembled from the kit in renderer/ui. These limits keep their style sheets from growing back; a style that
// two screens need belongs in the kit.
const limits = { modules: 45, repeatedRules: 60, literalDistances: 30 };

const sheets = readdirSync(join(root, 'renderer'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.css'))
  .map((path) => ({
    path,
    text: readFileSync(join(root, 'renderer', path), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//gu, ''),
  }));

test('few components need a style sheet of their own', () => {
  expect(sheets.length).toBeGreaterThan(0);
  expect(
    sheets.map(({ path }) => path).filter((path) => path.endsWith('.module.css')).length,
  ).toBeLessThanOrEqual(limits.modules);
});

test('style sheets do not repeat the rules of others', () => {
  /** @type {Map<string, Set<string>>} */
  const sheetsByBody = new Map();
  const uses = sheets.flatMap(({ path, text }) =>
    [...text.matchAll(/[^{}]+\{([^{}]*)\}/gu)].flatMap(([, body = '']) => {
      const declarations = body.split(';').flatMap((line) => line.trim().replaceAll(/\s+/gu, ' ') || []);
      const normal = declarations.sort().join(';');
      if (normal === '') return [];
      sheetsByBody.set(normal, (sheetsByBody.get(normal) ?? new Set()).add(path));
      return [normal];
    }),
  );
  const repeated = uses.filter((body) => (sheetsByBody.get(body)?.size ?? 0) > 1);
  expect(repeated.length > limits.repeatedRules ? repeated.sort() : []).toEqual([]);
});

test('distances come from the spacing scale of the theme', () => {
  const literal = sheets.flatMap(({ path, text }) =>
    [...text.matchAll(/(?:padding|margin|gap)[a-z-]*\s*:\s*[^;{}]*?\b[1-9][\d.]*(?:px|rem)\b[^;{}]*/gu)].map(
      ([declaration]) => `${path}: ${declaration}`,
    ),
  );
  expect(literal.length > limits.literalDistances ? literal : []).toEqual([]);
});

test('a gap in a component has one value, for Mantine ignores two', () => {
  const components = readdirSync(join(root, 'renderer'), { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.tsx'),
  );
  const ignored = components.flatMap((path) =>
    [...readFileSync(join(root, 'renderer', path), 'utf8').matchAll(/\bgap="[^" ]+ [^"]+"/gu)].map(
      ([prop]) => `${path}: ${prop}`,
    ),
  );
  expect(ignored).toEqual([]);
});

test('no style sheet contains style, which keeps removed elements when it is nested', () => {
  const containing = sheets.flatMap(({ path, text }) =>
    [...text.matchAll(/(?<![\w-])contain\s*:[^;{}]*\b(?:style|strict|content)\b[^;{}]*/gu)].map(
      ([declaration]) => `${path}: ${declaration}`,
    ),
  );
  expect(containing).toEqual([]);
});
