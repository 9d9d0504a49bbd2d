// Scans the sources with Electronegativity, and compares its findings with those that docs/security.md explains. It is not
// a dependency: it brings 400 packages, among them old versions with known flaws, and is needed only now and then.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from './setup/repository.mjs';

const scanner = '@doyensec/electronegativity@1.10.3';
const folders = ['electron', 'renderer', 'shared', 'engine', 'service', 'cli'];
/** Scanned with the sources, to see that the scanner reads them: without it, a parser that gives up finds nothing. */
const planted = {
  file: 'planted/window.ts',
  text: "import { BrowserWindow } from 'electron';\nnew BrowserWindow({ webPreferences: { sandbox: false } });\n",
  finding: 'SANDBOX_JS_CHECK planted/window.ts',
};

const folder = mkdtempSync(join(tmpdir(), 'electronegativity-'));
try {
  const files = execFileSync('git', ['ls-files', 'package.json', ...folders], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.(?:ts|tsx|html|json)$/u.test(file) && !/\.test\.|\/testing\//u.test(file));
  for (const file of files) cpSync(join(root, file), join(folder, 'sources', file));
  const plant = join(folder, 'sources', planted.file);
  mkdirSync(dirname(plant), { recursive: true });
  writeFileSync(plant, planted.text);

  const report = join(folder, 'findings.csv');
  const args = ['--yes', scanner, '-i', join(folder, 'sources'), '-r', '-v', 'false', '-o', report];
  const isWindows = process.platform === 'win32';
  const { status, error } = spawnSync('npx', args, { cwd: folder, stdio: 'inherit', shell: isWindows });
  if (!existsSync(report)) {
    const why = error?.message ?? `it ended with exit code ${String(status)}`;
    throw new Error(
      `The scanner wrote no report: ${why}. It is downloaded from the npm registry, which must be reachable.`,
    );
  }
  const found = new Set(
    [...readFileSync(report, 'utf8').matchAll(/^([A-Z_]+),"[^"]*","[^"]*","([^"]*)"/gmu)]
      .map(([, check = '', file = '']) => `${check} ${file.replaceAll('\\', '/')}`)
      .filter((finding) => !finding.includes(' planted/') || finding === planted.finding),
  );
  const explained = new Set(
    [
      ...readFileSync(join(root, 'docs', 'security.md'), 'utf8').matchAll(
        /^\| `([A-Z_]+_CHECK)` +\| `([^`]+)`/gmu,
      ),
    ].map(([, check = '', file = '']) => `${check} ${file}`),
  );
  if (!found.delete(planted.finding)) throw new Error('The scanner did not find the planted mistake.');
  const unexplained = [...found].filter((finding) => !explained.has(finding));
  const gone = [...explained].filter((finding) => !found.has(finding));
  for (const finding of unexplained) console.error(`Not explained in docs/security.md: ${finding}`);
  for (const finding of gone) console.error(`Explained in docs/security.md, but no longer found: ${finding}`);
  if (unexplained.length > 0 || gone.length > 0) process.exitCode = 1;
  else console.log(`All ${String(found.size)} findings are explained in docs/security.md.`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
