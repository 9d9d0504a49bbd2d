import { cp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** What a writer of a state folder may do to one of its files, or to one of its folders. */
export interface Damage {
  readonly kind: (typeof damageKinds)[number];
  /** Chooses the file or folder among all of them, in the order of their names. */
  readonly at: number;
}

export const damageKinds = ['delete', 'empty', 'change-digit', 'earlier-copy', 'delete-folder'] as const;

/**
 * Damages a state folder, and returns what it did, for the message of a failed test. Setting the whole folder back is left
 * out: nothing on this computer could tell.
 */
export async function damageState(folder: string, earlier: string, { kind, at }: Damage): Promise<string> {
  const names = (await readdir(folder, { recursive: true })).sort();
  const kinds = await Promise.all(
    names.map(async (name) => ({ name, isFile: (await stat(path.join(folder, name))).isFile() })),
  );
  const fitting = kinds.filter(({ isFile }) => isFile !== (kind === 'delete-folder'));
  const { name } = fitting[at % fitting.length] ?? {};
  if (name === undefined) return 'nothing';
  const file = path.join(folder, name);
  switch (kind) {
    case 'delete':
    case 'delete-folder':
      await rm(file, { recursive: true });
      break;
    case 'empty':
      await writeFile(file, '');
      break;
    case 'change-digit': {
      const text = await readFile(file, 'latin1');
      const digits = [...text.matchAll(/\d/g)].map(({ index }) => index);
      const place = digits[Math.floor(digits.length / 2)];
      if (place === undefined) return 'nothing';
      const changed = text[place] === '9' ? '8' : '9';
      await writeFile(file, `${text.slice(0, place)}${changed}${text.slice(place + 1)}`, 'latin1');
      break;
    }
    case 'earlier-copy':
      await cp(path.join(earlier, name), file).catch(() => rm(file));
      break;
  }
  return `${kind} ${name}`;
}
