import { cp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { parseJson } from '../shared/domain/json.ts';

/** What a writer of a state folder may do to one of its files, to one of its folders, or to the list of connections. */
export type Damage =
  /** `at` chooses the file or folder among all of them, in the order of their names. */
  | { readonly kind: (typeof fileDamages)[number]; readonly at: number }
  | { readonly kind: 'delete-several'; readonly names: readonly string[] }
  /** Edits the list of connections; `at` chooses one of them. */
  | { readonly kind: 'list'; readonly edit: ListEdit; readonly at: number }
  /** Makes every audit that has ended look interrupted. */
  | { readonly kind: 'reopen-audits' };

const fileDamages = [
  'delete',
  'empty',
  'change-digit',
  'earlier-copy',
  'delete-folder',
  'earlier-folder',
] as const;

const listEdits = [
  'empty',
  'unlist',
  'mark-removed',
  'move',
  'move-to-localhost',
  'swap-addresses',
  'another-id',
  'another-kind',
  'second-copy',
  'strip',
] as const;

/** What a state folder has at the top. */
const topNames = ['audits', 'catalogue', 'connections.json', 'lock', 'pins', 'state-records'];

export type ListEdit = (typeof listEdits)[number];

const at = fc.nat(60);
const damage: fc.Arbitrary<Damage> = fc.oneof(
  fc.record({ kind: fc.constantFrom(...fileDamages), at }),
  fc.record({ kind: fc.constant('delete-several'), names: fc.subarray(topNames) }),
  fc.constant<Damage>({ kind: 'reopen-audits' }),
  fc.record({ kind: fc.constant('list'), edit: fc.constantFrom(...listEdits), at }),
);
/** Several at once, of any files. */
export const damages = fc.array(damage, { minLength: 1, maxLength: 5 });

/** Damages a state folder. @returns what it did, for the message of a failed test */
export async function damageState(
  folder: string,
  earlier: string,
  many: readonly Damage[],
): Promise<readonly string[]> {
  const done: string[] = [];
  for (const one of many) done.push(await damageOnce(folder, earlier, one));
  return done;
}

async function damageOnce(folder: string, earlier: string, one: Damage): Promise<string> {
  switch (one.kind) {
    case 'delete-several':
      for (const name of one.names) await rm(path.join(folder, name), { recursive: true, force: true });
      return `delete ${one.names.join(', ')}`;
    case 'list':
      await editList(path.join(folder, 'connections.json'), one.edit, one.at);
      return `${one.edit} in connections.json`;
    case 'reopen-audits':
      for (const name of await readdir(path.join(folder, 'audits'), { recursive: true }).catch(() => [])) {
        if (path.basename(name) !== 'audit.json') continue;
        const file = path.join(folder, 'audits', name);
        const memo = parseJson(await readFile(file, 'utf8')) as Listed;
        await writeFile(file, JSON.stringify({ ...memo, endedAt: null, verdict: null, result: null }));
      }
      return one.kind;
    default:
      return damageFile(folder, earlier, one);
  }
}

async function damageFile(
  folder: string,
  earlier: string,
  { kind, at: place }: Extract<Damage, { readonly kind: (typeof fileDamages)[number] }>,
): Promise<string> {
  const names = (await readdir(folder, { recursive: true })).sort();
  const kinds = await Promise.all(
    names.map(async (name) => ({ name, isFile: (await stat(path.join(folder, name))).isFile() })),
  );
  const fitting = kinds.filter(({ isFile }) => isFile !== kind.endsWith('folder'));
  const { name } = fitting[place % Math.max(1, fitting.length)] ?? {};
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
      const middle = digits[Math.floor(digits.length / 2)];
      if (middle === undefined) return 'nothing';
      const changed = text[middle] === '9' ? '8' : '9';
      await writeFile(file, `${text.slice(0, middle)}${changed}${text.slice(middle + 1)}`, 'latin1');
      break;
    }
    case 'earlier-copy':
    case 'earlier-folder':
      await rm(file, { recursive: true });
      await cp(path.join(earlier, name), file, { recursive: true }).catch(() => undefined);
      break;
  }
  return `${kind} ${name}`;
}

type Listed = Readonly<Record<string, unknown>>;

async function editList(file: string, edit: ListEdit, place: number): Promise<void> {
  const list = await readList(file);
  if (list === null) return;
  const { profiles } = list;
  const chosen = profiles[place % Math.max(1, profiles.length)];
  const next = profiles[(place + 1) % Math.max(1, profiles.length)];
  if (chosen === undefined || next === undefined) return;
  const rest = profiles.filter((one) => one !== chosen);
  const addressOf = ({ baseUrl, keyOrigin }: Listed): Listed => ({ baseUrl, keyOrigin });
  const movedTo = (baseUrl: string): readonly Listed[] => [
    ...rest,
    { ...chosen, baseUrl, keyOrigin: baseUrl },
  ];
  const edited = (): Listed => {
    switch (edit) {
      case 'empty':
        return { profiles: [] };
      case 'unlist':
        return { profiles: rest };
      case 'mark-removed':
        return { profiles: rest, removed: [chosen['id']] };
      case 'move':
        return { profiles: movedTo('http://127.0.0.1:9') };
      case 'move-to-localhost':
        return { profiles: movedTo(String(chosen['baseUrl']).replace('127.0.0.1', 'localhost')) };
      case 'swap-addresses':
        return {
          profiles: profiles.map((one) => ({
            ...one,
            ...(one === chosen ? addressOf(next) : one === next ? addressOf(chosen) : {}),
          })),
        };
      case 'another-id':
        return { profiles: [...rest, { ...chosen, id: 'another' }] };
      case 'another-kind':
        return { profiles: [...rest, { ...chosen, kind: 'snapshot' }] };
      case 'second-copy':
        return { profiles: [{ ...chosen, id: 'copy' }, ...profiles] };
      case 'strip':
        return {
          profiles: [
            ...rest,
            {
              ...Object.fromEntries(
                ['id', 'kind', 'name', 'baseUrl', 'colour', 'readOnly'].map((name) => [name, chosen[name]]),
              ),
              scheme: null,
              keyOrigin: null,
            },
          ],
        };
    }
  };
  await writeFile(file, JSON.stringify({ ...list, ...edited() }));
}

async function readList(file: string): Promise<(Listed & { readonly profiles: readonly Listed[] }) | null> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const list = parseJson(text) as (Listed & { readonly profiles?: readonly Listed[] }) | undefined;
  return Array.isArray(list?.profiles) ? { ...list, profiles: list.profiles } : null;
}

const comparedParts = ['state-records', 'catalogue', 'pins'];

/** A connection of a state folder. */
export interface SavedConnection {
  readonly id: string;
  readonly address: string;
}

export async function connectionAt(folder: string, address: string): Promise<SavedConnection> {
  const list = await readList(path.join(folder, 'connections.json'));
  const found = list?.profiles.find(({ baseUrl }) => baseUrl === address);
  if (found === undefined) throw new Error('The state has a connection for this address.');
  return { id: String(found['id']), address };
}

/**
 * Whether nothing of a connection is left, or no part with which a monitor compares is later than in the copy: nothing on this
 * computer could tell that from an honest folder.
 */
export async function isGoneOrSetBack(
  folder: string,
  earlier: string,
  { id, address }: SavedConnection,
): Promise<boolean> {
  const content = async (place: string, parts: readonly string[]): Promise<ReadonlyMap<string, string>> =>
    new Map((await Promise.all(parts.map((part) => contentOf(place, part, id)))).flat());
  const list = await readList(path.join(folder, 'connections.json'));
  const isListed = (list?.profiles ?? []).some((one) => one['id'] === id || one['baseUrl'] === address);
  const left = await content(folder, [...comparedParts, 'audits', 'discovery']);
  if (!isListed && left.size === 0) return true;
  const [now, then] = [await content(folder, comparedParts), await content(earlier, comparedParts)];
  return now.size === then.size && [...then].every(([name, text]) => now.get(name) === text);
}

/** The files and folders of a connection in one part of a folder, with what is in the files. */
async function contentOf(
  folder: string,
  part: string,
  id: string,
): Promise<readonly (readonly [name: string, content: string])[]> {
  const place = path.join(folder, part);
  const entries = await readdir(place, { recursive: true, withFileTypes: true }).catch(() => []);
  const named = entries.map((entry) => {
    const file = path.join(entry.parentPath, entry.name);
    return { file, isFile: entry.isFile(), within: path.relative(place, file) };
  });
  return Promise.all(
    named
      .filter(({ within }) => [id, `${id}.json`].includes(within.split(path.sep)[0] ?? ''))
      .map(
        async ({ file, isFile, within }) =>
          [path.join(part, within), isFile ? await readFile(file, 'latin1') : ''] as const,
      ),
  );
}
