import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { root } from './setup/repository.mjs';
import { say } from './setup/say.mjs';
import { textsIn } from './strings/textsIn.mjs';

/**
 * Writes every text that people read (window, dialogs, errors, command line, log) to one file for proofreading, one
 * `file:line  text` per line: `npm run strings [-- FILE]`. FILE is out/strings.txt unless given.
 */
const folders = ['renderer', 'shared', 'electron', 'engine', 'cli', 'service', 'scripts', 'bench'];
const skipped = /\.test\.|\/testing\/|\.d\.ts$/;
const out = resolve(process.argv[2] ?? join(root, 'out/strings.txt'));

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...folders], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.(ts|tsx|mjs|cjs)$/.test(file) && !skipped.test(file))
  .sort();

const lines = files.flatMap((file) =>
  textsIn(file, readFileSync(join(root, file), 'utf8')).map(({ line, text }) => `${file}:${line}  ${text}`),
);
mkdirSync(dirname(out), { recursive: true });
writeFileSync(out, `${lines.join('\n')}\n`);
say(`${lines.length} texts from ${files.length} files are in ${out}`);
