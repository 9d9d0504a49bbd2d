import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commands } from '../cli/commands/all.ts';
import { parseOptions } from '../cli/parseOptions.ts';
import { parseCommand } from '../service/cli/command.ts';
import packageJson from '../package.json' with { type: 'json' };

// What the pages promise: every link leads somewhere, every page can be found, and every command line is accepted.

const root = join(import.meta.dirname, '..');
const inDocs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.md'))
  .map((file) => `docs/${file.replaceAll('\\', '/')}`);
const pages = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', ...inDocs];

const textOf = (page: string) => readFileSync(join(root, page), 'utf8');

/** Without code, in which brackets are no links. */
const withoutCode = (text: string) => text.replaceAll(/^```[^]*?^```/gm, '').replaceAll(/`[^`\n]*`/g, '');

/** The links of a page to files of this repository, as `path#anchor` from the root. */
function linksOf(page: string) {
  const text = withoutCode(textOf(page));
  const written = [...text.matchAll(/\]\(([^)\s]+)\)/g), ...text.matchAll(/(?:src|srcset)="([^"]+)"/g)].map(
    ([, target = '']) => target,
  );
  return written
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => {
      const [path = '', anchor] = target.split('#');
      const file = path === '' ? page : relative(root, join(root, dirname(page), path));
      return { page, target, file: file.replaceAll('\\', '/'), anchor };
    });
}

/** The anchors of the headings of a page, as the usual renderers make them. */
function anchorsOf(page: string) {
  return new Set(
    [...textOf(page).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) =>
      heading
        .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .trim()
        .replaceAll(/\s/g, '-'),
    ),
  );
}

/** The lines of the code blocks of all pages, with continued lines joined. */
function codeLines() {
  return pages
    .filter((page) => !page.startsWith('docs/decisions/'))
    .flatMap((page) =>
      [...textOf(page).matchAll(/^```\w*\n([^]*?)^```/gm)].flatMap(([, block = '']) =>
        block
          .replaceAll(/\\\n\s*/g, '')
          .split('\n')
          .map((line) => ({ page, line: line.trim() })),
      ),
    );
}

/** The words of a command line, as a shell would split a plain one. */
function words(text: string) {
  return [...text.matchAll(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g)].map(([word]) => word.replaceAll(/['"]/g, ''));
}

/** Whether a word ends the command, such as a pipe or a comment. */
const endsCommand = (word: string) => /^(?:[|;&#]|\|\||&&|:::|[12]?>.*|<.*)$/.test(word);

/** What follows a program in the code of the pages. */
function callsOf(program: RegExp) {
  return codeLines().flatMap(({ page, line }) => {
    const at = program.exec(line);
    if (at === null || line.startsWith('#') || line.includes('[options]')) return [];
    const all = words(line.slice(at.index + at[0].length));
    const end = all.findIndex(endsCommand);
    return [{ page, line, args: end === -1 ? all : all.slice(0, end) }];
  });
}

test('README is short', () => {
  const count = textOf('README.md')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  expect(count).toBeLessThanOrEqual(600);
});

test('every link leads to a file and to a heading', () => {
  const links = pages.flatMap(linksOf);
  expect(links.length).toBeGreaterThan(200);
  const broken = links.filter(
    ({ file, anchor }) =>
      !existsSync(join(root, file)) || (anchor !== undefined && !anchorsOf(file).has(anchor)),
  );
  expect(broken.map(({ page, target }) => `${page}: ${target}`)).toEqual([]);
});

test('the index lists every page, and the index of decisions every record in order', () => {
  const listed = new Set(linksOf('docs/README.md').map(({ file }) => file));
  const own = inDocs.filter((page) => page !== 'docs/README.md' && !page.startsWith('docs/decisions/'));
  expect(own.filter((page) => !listed.has(page))).toEqual([]);

  const records = readdirSync(join(root, 'docs/decisions')).filter((file) => /^\d{4}-/.test(file));
  expect(
    linksOf('docs/decisions/README.md').flatMap(({ target }) => (/^\d/.test(target) ? [target] : [])),
  ).toEqual(records.sort());
});

describe('commands in the pages', () => {
  test('of npm exist', () => {
    const { scripts } = packageJson;
    const named = pages.flatMap((page) =>
      [...textOf(page).matchAll(/(?:^|`)npm (?:run )?([a-z]+(?::[a-z]+)?)\b/gm)].map(([, name = '']) => name),
    );
    const ofNpm = new Set(['install', 'i', 'ci', 'pack', 'view']);
    expect([...new Set(named)].filter((name) => !ofNpm.has(name) && !Object.hasOwn(scripts, name))).toEqual(
      [],
    );
  });

  test('of atom-explorer are accepted', () => {
    const calls = callsOf(/(?:^|[\s"'/])atom-explorer (?=[a-z])/);
    expect(calls.length).toBeGreaterThan(40);
    const refused = calls.flatMap(({ page, line, args: [name = '', ...args] }) => {
      const command = commands.find(({ definition }) => definition.name === name);
      if (command === undefined) return [`${page}: ${line}: no such command`];
      const part = command.subcommands?.find((each) => each.name === `${name} ${args[0]}`);
      try {
        parseOptions(part ?? command.definition, part === undefined ? args : args.slice(1));
        return [];
      } catch (error) {
        return [`${page}: ${line}: ${String(error)}`];
      }
    });
    expect(refused).toEqual([]);
  });

  test('of the service are accepted', () => {
    const calls = callsOf(/npm run service --\s/);
    expect(calls.length).toBeGreaterThan(0);
    for (const { args } of calls) expect(() => parseCommand(args)).not.toThrow();
  });
});
