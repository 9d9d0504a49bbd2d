import { quoteText } from '#shared/text/phrases.ts';
import {
  responseWords,
  atomOf,
  bodyOf,
  countOf,
  get,
  keepSample,
  post,
  someOf,
  unreadWords,
  wrongMembers,
  type Context,
} from './context.ts';
import { atomsIn, envelopeWords } from '#shared/serviceFacts/atomsIn.ts';
import { isObject, jsonPlaces } from '#shared/serviceFacts/jsonPlaces.ts';
import type { Answer } from './probe.ts';
import { checkRefusedWrites } from './refusedWriteChecks.ts';

type Writing = NonNullable<Context['writing']>;

const storedTypes = {
  key: 'string',
  version: 'integer',
  hash: 'string',
  rootHash: 'string',
  createdAt: 'integer',
} as const;

/** Sections 2, 4.1, 4.3: storing. All keys have the prefix. Resolves to the keys that exist afterwards. */
export async function checkWrites(context: Context, writing: Writing): Promise<readonly string[]> {
  const keyed = (name: string) => `${writing.prefix}${name}`;
  const store = (key: string, value: string) => post(context, '/atoms', { key, value }, writing.apiKey);
  const single = await checkSingleStore(context, keyed('single'), store);
  const batch = await checkBatchStore(context, writing, keyed);
  await checkRefusedWrites(context, writing, keyed, store);
  return [...single, ...batch];
}

async function checkSingleStore(
  context: Context,
  key: string,
  store: (key: string, value: string) => Promise<Answer>,
): Promise<readonly string[]> {
  const { report } = context;
  const first = await store(key, 'first value');
  const stored = bodyOf(first);
  report.check(
    '4.1 store',
    'storing an atom returns 201',
    first.ok && first.status === 201,
    responseWords(first),
  );
  if (!first.ok || first.status >= 300) return [];
  const wrong = wrongMembers(stored ?? {}, storedTypes);
  report.check(
    '2 atom (store)',
    'the response has key, version, hash, rootHash, and createdAt',
    wrong.length === 0,
    wrong.length === 0 ? 'all of them' : `missing or of another type: ${wrong.join(', ')}`,
  );
  report.check(
    '2 atom (store)',
    'a new key has version 1',
    typeof stored?.['version'] === 'number' ? stored['version'] === 1 : 'unchecked',
    typeof stored?.['version'] === 'number' ? `version ${stored['version']}` : 'not a number',
  );
  const createdAt = stored?.['createdAt'];
  report.check(
    '2 atom (store)',
    'createdAt looks like epoch milliseconds',
    typeof createdAt === 'number' ? createdAt > 1e12 && createdAt < 1e13 : 'unchecked',
    typeof createdAt === 'number' ? `${String(createdAt).length} digits` : 'not a number',
  );

  const afterFirst = await readBack(context, key);
  report.check(
    '4.2 retrieve',
    'the value read equals the value stored',
    typeof afterFirst?.['value'] === 'string' ? afterFirst['value'] === 'first value' : 'unchecked',
    afterFirst === null
      ? `${quoteText(key)} could not be read`
      : typeof afterFirst['value'] === 'string'
        ? `compared byte for byte, of ${quoteText(key)}`
        : 'the response has no value',
  );
  if (afterFirst !== null && typeof stored?.['hash'] === 'string') {
    report.check(
      '2 proof',
      'storing and reading return the same hash',
      stored['hash'] === afterFirst['hash'],
      'compared',
    );
  }

  const second = bodyOf(await store(key, 'first value'));
  const afterSecond = await readBack(context, key);
  const third = bodyOf(await store(key, 'another value'));
  const versions = [stored, second, third].map((body) => body?.['version'] ?? null);
  report.gap(
    'versions',
    versions.every((version) => typeof version === 'number')
      ? `new key ${String(versions[0])}, same value again ${String(versions[1])}, another value ${String(versions[2])}`
      : null,
    versions.map((version) => (typeof version === 'number' ? version : null)),
  );
  const sizes = [afterFirst, afterSecond].map((atom) =>
    isObject(atom?.['proof']) ? atom['proof']['treeSize'] : null,
  );
  const [before, after] = sizes;
  report.gap(
    'leaf-added',
    typeof before === 'number' && typeof after === 'number'
      ? after > before
        ? 'each stored version adds a leaf'
        : 'a new version of an existing key adds no leaf'
      : null,
    sizes.map((size) => (typeof size === 'number' ? size : null)),
  );
  return [key];
}

/** The atom, with any value; null if the key is not returned. */
async function readBack(context: Context, key: string) {
  const atom = atomOf(await get(context, key), key);
  if (atom !== null) keepSample(context, key, atom);
  return atom;
}

async function checkBatchStore(
  context: Context,
  writing: Writing,
  keyed: (name: string) => string,
): Promise<readonly string[]> {
  const { report } = context;
  const atoms = [1, 2, 3, 4, 5].map((number) => ({
    key: keyed(`batch.${number}`),
    value: `value ${number}`,
  }));
  const keys = atoms.map(({ key }) => key);
  const answer = await post(context, '/batch-atoms', { atoms }, writing.apiKey);
  const isStored = answer.ok && answer.status >= 200 && answer.status < 300;
  report.check('4.3 batch store', 'a batch of atoms is stored', isStored, responseWords(answer));
  if (!isStored) {
    report.gap('stored-batch', null);
    return [];
  }
  const found = atomsIn(answer.json, keys);
  const roots = new Set(
    [...jsonPlaces(answer.json ?? null)].flatMap(({ path, value }) =>
      /(^|\.)rootHash$/.test(path) ? [value] : [],
    ),
  );
  report.gap(
    'stored-batch',
    [
      `status ${answer.status}`,
      answer.body === 'empty' ? 'empty body' : envelopeWords(found.envelope),
      ...(roots.size > 0 ? [roots.size === 1 ? 'one root' : `${roots.size} different roots`] : []),
    ].join(', '),
    { status: answer.status, envelope: { ...found.envelope }, roots: roots.size },
  );

  const missing: string[] = [];
  const changed: string[] = [];
  let compared = 0;
  for (const { key, value } of atoms) {
    const read = await get(context, key);
    const atom = atomOf(read, key);
    if (atom === null) {
      missing.push(unreadWords(key, read));
      continue;
    }
    keepSample(context, key, atom);
    if (typeof atom['value'] !== 'string') continue;
    compared += 1;
    if (atom['value'] !== value) changed.push(quoteText(key));
  }
  report.check(
    '4.3 batch store',
    'every atom in a stored batch can be read',
    missing.length === 0,
    `${atoms.length - missing.length} of ${atoms.length}${missing.length === 0 ? '' : `; not: ${someOf(missing)}`}`,
  );
  report.check(
    '4.3 batch store',
    'the values in a stored batch equal the values sent',
    compared === 0 ? 'unchecked' : changed.length === 0,
    changed.length === 0 ? countOf(compared, 'value') : `not for ${someOf(changed)}`,
  );
  return keys;
}
