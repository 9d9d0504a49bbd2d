import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Precedes the fuses in Electron's program: then come the version of the wire, its length, and one character for each fuse. */
const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';

/** The names of electron-builder, in the order of the wire. */
const fuseNames = [
  'runAsNode',
  'enableCookieEncryption',
  'enableNodeOptionsEnvironmentVariable',
  'enableNodeCliInspectArguments',
  'enableEmbeddedAsarIntegrityValidation',
  'onlyLoadAppFromAsar',
  'loadBrowserProcessSpecificV8Snapshot',
  'grantFileProtocolExtraPrivileges',
];

/**
 * The fuses in `electron-builder.yml`.
 *
 * @param {string} config its text
 * @returns {ReadonlyMap<string, boolean>}
 */
export function configuredFuses(config) {
  const [, block = ''] = /^electronFuses:\n((?: {2}.+\n)+)/m.exec(config) ?? [];
  const fuses = [...block.matchAll(/^ {2}(\w+): (true|false)$/gm)];
  return new Map(fuses.map(([, name = '', state]) => [name, state === 'true']));
}

/**
 * The fuses of a packaged program that are not as configured; of a program without fuses, or with a wire of an unknown version,
 * all.
 *
 * @param {string} program a file
 * @param {ReadonlyMap<string, boolean>} configured
 * @returns {readonly string[]}
 */
export function wrongFuses(program, configured) {
  const content = readFileSync(program);
  const at = content.indexOf(sentinel);
  const wire = content.subarray(at + sentinel.length);
  const isReadable = at !== -1 && wire[0] === 1;
  const states = isReadable ? wire.subarray(2, 2 + (wire[1] ?? 0)).toString('latin1') : '';
  return [...configured].flatMap(([name, isOn]) => {
    const position = fuseNames.indexOf(name);
    return states[position] === (isOn ? '1' : '0') ? [] : [name];
  });
}

/**
 * The apps that electron-builder packaged, before they went into installers: their folders, and the files that hold their fuses.
 *
 * @param {string} output its output folder
 * @returns {readonly { readonly folder: string, readonly program: string }[]}
 */
export function packagedPrograms(output) {
  if (!existsSync(output)) return [];
  return readdirSync(output).flatMap((name) => {
    const program = programIn(name);
    const folder = join(output, name);
    return program === null ? [] : [{ folder, program: join(folder, program) }];
  });
}

/** @param {string} name of a folder in the output */
function programIn(name) {
  if (name.endsWith('linux-unpacked')) return 'atom-explorer-app';
  if (name.endsWith('win-unpacked')) return 'Atom Explorer.exe';
  const framework = 'Electron Framework.framework/Electron Framework';
  return /^mac(?:-\w+)?$/.test(name) ? `Atom Explorer.app/Contents/Frameworks/${framework}` : null;
}
