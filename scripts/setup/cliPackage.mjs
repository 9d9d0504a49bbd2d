import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { packageFolders } from './bundledPackages.mjs';
import { readJson, root } from './repository.mjs';
import { SetupError } from './say.mjs';
import { noticesText } from './thirdPartyNotices.mjs';

/** The command, and the programs of the threads that it starts. */
const cliPrograms = {
  cli: 'cli/index.ts',
  'catalogue-worker': 'engine/catalogueWorker.ts',
  'verify-worker': 'engine/reading/verifyWorker.ts',
  'inference-worker': 'engine/reading/inferenceWorker.ts',
  'key-file-worker': 'engine/discovery/imports/keyFileWorker.ts',
  'upload-rows-worker': 'engine/uploads/rows/uploadRowsWorker.ts',
};

/** Native modules, which npm installs for the system. The second one is for the keychain, which a server may lack. */
const needed = ['classic-level'];
const optional = ['@napi-rs/keyring'];

/**
 * Puts a package for npm into an empty folder: the bundled command, its man page and completions, and the notices of what it contains.
 *
 * @param {string} folder
 */
export async function assembleCliPackage(folder) {
  /** @type {Set<string>} */
  const modules = new Set();
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true, external: [...needed, ...optional] },
    build: {
      ssr: true,
      outDir: join(folder, 'main'),
      target: 'node18',
      rollupOptions: { input: cliPrograms, output: { format: 'cjs', entryFileNames: '[name].js' } },
    },
    plugins: [
      {
        name: 'list-modules',
        generateBundle(_options, chunks) {
          for (const chunk of Object.values(chunks))
            if (chunk.type === 'chunk') Object.keys(chunk.modules).forEach((id) => modules.add(id));
        },
      },
    ],
  });
  const command = join(folder, 'main/cli.js');
  chmodSync(command, 0o755);
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
  writeFileSync(join(folder, 'third-party-notices.txt'), noticesText(root, packageFolders(modules)));
  copyFileSync(join(root, 'docs/commands.md'), join(folder, 'README.md'));
  for (const each of ['man', 'completions']) mkdirSync(join(folder, each));
  writeFileSync(join(folder, 'man/atom-explorer.1'), printed(command, ['man']));
  for (const shell of ['bash', 'zsh', 'fish'])
    writeFileSync(
      join(folder, `completions/atom-explorer.${shell}`),
      printed(command, ['completion', shell]),
    );
}

function manifest() {
  const { version, description, license, author, engines } = /** @type {Record<string, unknown>} */ (
    readJson(join(root, 'package.json'))
  );
  return {
    name: 'atom-explorer',
    version,
    description,
    license,
    author,
    engines,
    bin: { 'atom-explorer': 'main/cli.js' },
    man: ['man/atom-explorer.1'],
    dependencies: versions(needed),
    optionalDependencies: versions(optional),
  };
}

/** @param {readonly string[]} names */
function versions(names) {
  return Object.fromEntries(
    names.map((name) => {
      const { version } = /** @type {{ version: string }} */ (
        readJson(join(root, 'node_modules', name, 'package.json'))
      );
      return [name, version];
    }),
  );
}

/**
 * What the bundled command prints. It needs no native module for that.
 *
 * @param {string} command
 * @param {readonly string[]} args
 */
function printed(command, args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], { encoding: 'utf8' });
  if (status !== 0) throw new SetupError(`The packaged command cannot run ${args.join(' ')}. ${stderr}`);
  return stdout;
}
