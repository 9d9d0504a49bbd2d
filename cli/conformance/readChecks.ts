import { quoteText } from '#shared/text/phrases.ts';
import { atomsIn, envelopeWords, missingWords } from '#shared/serviceFacts/atomsIn.ts';
import {
  responseWords,
  bodyOf,
  checkOneSnapshot,
  checkRefusal,
  countOf,
  get,
  keepSample,
  post,
  proofTypes,
  someOf,
  unreadWords,
  wrongMembers,
  type Context,
} from './context.ts';
import { isObject } from '#shared/serviceFacts/jsonPlaces.ts';
import type { Answer } from './probe.ts';
import { checkRecall } from './recallChecks.ts';

const readTypes = {
  key: 'string',
  value: 'string',
  version: 'integer',
  hash: 'string',
  proof: 'object',
} as const;
/** Sections 4.2, 4.4, 4.5: reading. `knownKeys` certainly exist; if there are none, recall finds some. */
export async function checkReads(context: Context, knownKeys: readonly string[]): Promise<void> {
  const recalled = await checkRecall(context, knownKeys);
  const keys = [...new Set([...knownKeys, ...recalled])].slice(0, 20);
  await checkRetrieve(context, keys);
  await checkBatchRecall(context, keys);
}

/** The service may be unable to read one particular key, so several are tried. */
const keysToRead = 5;

async function checkRetrieve(context: Context, keys: readonly string[]): Promise<void> {
  const { report } = context;
  const missing = await get(context, `v1.conformance.absent.${absent}`);
  checkRefusal(
    context,
    '4.2 retrieve',
    'reading a missing key returns 404 NOT_FOUND',
    missing,
    404,
    'NOT_FOUND',
  );
  const answers: { readonly key: string; readonly answer: Answer }[] = [];
  for (const key of keys.slice(0, keysToRead)) answers.push({ key, answer: await get(context, key) });
  if (answers.length === 0) {
    report.check('4.2 retrieve', 'reading an existing key returns 200', 'unchecked', 'no key found to read');
    return;
  }
  const isRead = (answer: Answer) => answer.ok && answer.status === 200;
  const unread = answers.filter(({ answer }) => !isRead(answer));
  report.check(
    '4.2 retrieve',
    'reading an existing key returns 200',
    unread.length === 0,
    unread.length === 0
      ? countOf(answers.length, 'key')
      : `${answers.length - unread.length} of ${countOf(answers.length, 'key')}; not: ${someOf(unread.map(({ key, answer }) => unreadWords(key, answer)))}`,
  );
  const atoms = answers.flatMap(({ key, answer }) => {
    const atom = isRead(answer) ? bodyOf(answer) : null;
    return atom === null ? [] : [{ key, atom }];
  });
  if (atoms.length === 0) return;
  for (const { key, atom } of atoms) keepSample(context, key, atom);
  checkMembers(
    context,
    '2 atom (retrieve)',
    'the response has key, value, version, hash, and proof',
    atoms.flatMap(({ atom }) => wrongMembers(atom, readTypes)),
  );
  const others = atoms.filter(({ key, atom }) => atom['key'] !== key).map(({ key }) => quoteText(key));
  report.check(
    '4.2 retrieve',
    'the response has the requested key',
    others.length === 0,
    others.length === 0 ? 'compared' : `not for ${someOf(others)}`,
  );
  checkMembers(
    context,
    '2 proof',
    'a proof has leafHash, siblings, rootHash, leafIndex, and treeSize',
    atoms.flatMap(({ atom: { proof } }) => wrongMembers(isObject(proof) ? proof : {}, proofTypes)),
  );
  const compared = atoms.filter(({ atom }) => isObject(atom['proof']) && typeof atom['hash'] === 'string');
  if (compared.length === 0) return;
  const unlike = compared
    .filter(({ atom: { proof, hash } }) => isObject(proof) && proof['leafHash'] !== hash)
    .map(({ key }) => quoteText(key));
  report.check(
    '2 proof',
    'the atom’s hash equals its proof’s leaf hash',
    unlike.length === 0,
    unlike.length === 0 ? 'compared' : `not for ${someOf(unlike)}`,
  );
}

function checkMembers({ report }: Context, section: string, rule: string, wrong: readonly string[]): void {
  const names = [...new Set(wrong)];
  report.check(
    section,
    rule,
    names.length === 0,
    names.length === 0 ? 'all of them' : `missing or of another type: ${names.join(', ')}`,
  );
}

async function checkBatchRecall(context: Context, keys: readonly string[]): Promise<void> {
  const { report } = context;
  const missingKey = `v1.conformance.absent.${absent}`;
  if (keys.length === 0) {
    report.check(
      '4.5 batch recall',
      'all matching atoms are returned with a proof',
      'unchecked',
      'no key found to read',
    );
    report.gap('batch-envelope', null);
    return;
  }
  const alone = await post(context, '/batch-access', { keys });
  const found = atomsIn(alone.ok ? alone.json : undefined, keys);
  const answered = new Set(found.atoms.map(({ key }) => key));
  const isRight = alone.ok && alone.status < 300;
  const left = keys.filter((key) => !answered.has(key)).map((key) => quoteText(key));
  report.check(
    '4.5 batch recall',
    'all matching atoms are returned with a proof',
    isRight && left.length === 0 && found.atoms.every(({ atom }) => isObject(atom['proof'])),
    isRight
      ? `${keys.length - left.length} of ${keys.length}${left.length === 0 ? '' : `; not: ${someOf(left)}`}`
      : responseWords(alone),
  );
  report.gap(
    'batch-envelope',
    isRight ? `status ${alone.ok ? alone.status : 0}, ${envelopeWords(found.envelope)}` : null,
    alone.ok ? { status: alone.status, envelope: { ...found.envelope } } : null,
  );
  checkOneSnapshot(
    context,
    '4.5 batch recall',
    found.atoms.map(({ atom }) => atom),
  );
  for (const { key, atom } of found.atoms) keepSample(context, key, atom);
  const order = found.atoms.map(({ key }) => key);
  report.gap(
    'batch-order',
    order.length === 0 ? null : order.join('\n') === keys.join('\n') ? 'as requested' : 'not as requested',
    order.length,
  );

  // A limit that the service is known to accept.
  const first = keys.find((key) => answered.has(key)) ?? keys[0] ?? '';
  const withMissing = await post(context, '/batch-access', { keys: [first, missingKey] });
  if (withMissing.ok) {
    const what = missingWords(
      withMissing.status,
      withMissing.json,
      missingKey,
      atomsIn(withMissing.json, [first, missingKey]),
    );
    report.gap('batch-missing', `status ${withMissing.status}, ${what}`, {
      status: withMissing.status,
      words: what,
    });
  } else report.gap('batch-missing', null);
  const twice = await post(context, '/batch-access', { keys: [first, first] });
  const times = atomsIn(twice.ok ? twice.json : undefined, [first]).atoms.length;
  report.gap(
    'batch-twice',
    twice.ok && twice.status < 300
      ? `returned ${times === 1 ? 'once' : `${times} times`}`
      : responseWords(twice),
    times,
  );
}

/** Unlikely to exist anywhere. */
const absent = '3b1f0c6e-never-stored';
