import { atomsIn, envelopeWords, missingWords } from './atomsIn.ts';
import {
  answerWords,
  bodyOf,
  checkOneSnapshot,
  checkRefusal,
  get,
  keepSample,
  post,
  proofTypes,
  wrongMembers,
  type Context,
} from './context.ts';
import { isObject } from './jsonPlaces.ts';
import { checkRecall } from './recallChecks.ts';

const readTypes = {
  key: 'string',
  value: 'string',
  version: 'integer',
  hash: 'string',
  proof: 'object',
} as const;
/** Sections 4.2, 4.4, 4.5: reading. `knownKeys` exist for certain; where there are none, recall finds some. */
export async function checkReads(context: Context, knownKeys: readonly string[]): Promise<void> {
  const recalled = await checkRecall(context, knownKeys);
  const keys = [...new Set([...knownKeys, ...recalled])].slice(0, 20);
  await checkRetrieve(context, keys[0] ?? null);
  await checkBatchRecall(context, keys);
}

async function checkRetrieve(context: Context, key: string | null): Promise<void> {
  const { report } = context;
  const missing = await get(context, `v1.conformance.absent.${absent}`);
  checkRefusal(
    context,
    '4.2 retrieve',
    'a key that does not exist is 404 NOT_FOUND',
    missing,
    404,
    'NOT_FOUND',
  );
  if (key === null) {
    report.check('4.2 retrieve', 'an existing key is answered 200', 'unchecked', 'no key is known');
    return;
  }
  const answer = await get(context, key);
  report.check(
    '4.2 retrieve',
    'an existing key is answered 200',
    answer.ok && answer.status === 200,
    answerWords(answer),
  );
  const atom = bodyOf(answer);
  if (atom === null) return;
  const wrong = wrongMembers(atom, readTypes);
  report.check(
    '2 atom (retrieve)',
    'the answer has key, value, version, hash and proof',
    wrong.length === 0,
    wrong.length === 0 ? 'all of them' : `missing or of another type: ${wrong.join(', ')}`,
  );
  report.check(
    '4.2 retrieve',
    'the key that was asked for is the one answered',
    atom['key'] === key,
    'compared',
  );
  keepSample(context, key, atom);
  const proof = isObject(atom['proof']) ? atom['proof'] : null;
  const wrongInProof = wrongMembers(proof ?? {}, proofTypes);
  report.check(
    '2 proof',
    'a proof has leafHash, siblings, rootHash, leafIndex and treeSize',
    wrongInProof.length === 0,
    wrongInProof.length === 0 ? 'all of them' : `missing or of another type: ${wrongInProof.join(', ')}`,
  );
  if (proof !== null && typeof atom['hash'] === 'string') {
    report.check(
      '2 proof',
      'the hash of the atom is that of its leaf',
      proof['leafHash'] === atom['hash'],
      'compared',
    );
  }
}

async function checkBatchRecall(context: Context, keys: readonly string[]): Promise<void> {
  const { report } = context;
  const missingKey = `v1.conformance.absent.${absent}`;
  if (keys.length === 0) {
    report.check(
      '4.5 batch recall',
      'all matching atoms come, each with a proof',
      'unchecked',
      'no key is known',
    );
    report.gap('4.6 batch recall', 'envelope', null);
    return;
  }
  const alone = await post(context, '/batch-access', { keys });
  const found = atomsIn(alone.ok ? alone.json : undefined, keys);
  const answered = new Set(found.atoms.map(({ key }) => key));
  const isRight = alone.ok && alone.status < 300;
  report.check(
    '4.5 batch recall',
    'all matching atoms come, each with a proof',
    isRight &&
      keys.every((key) => answered.has(key)) &&
      found.atoms.every(({ atom }) => isObject(atom['proof'])),
    isRight ? `${answered.size} of ${keys.length}` : answerWords(alone),
  );
  report.gap(
    '4.6 batch recall',
    'envelope',
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
    '4.6 batch recall',
    'order of the atoms',
    order.length === 0 ? null : order.join('\n') === keys.join('\n') ? 'as asked for' : 'not as asked for',
    order.length,
  );

  const [first = ''] = keys;
  const withMissing = await post(context, '/batch-access', { keys: [first, missingKey] });
  if (withMissing.ok) {
    const what = missingWords(
      withMissing.status,
      withMissing.json,
      missingKey,
      atomsIn(withMissing.json, [first, missingKey]),
    );
    report.gap('4.6 batch recall', 'keys that do not exist', `status ${withMissing.status}, ${what}`, {
      status: withMissing.status,
      words: what,
    });
  } else report.gap('4.6 batch recall', 'keys that do not exist', null);
  const twice = await post(context, '/batch-access', { keys: [first, first] });
  const times = atomsIn(twice.ok ? twice.json : undefined, [first]).atoms.length;
  report.gap(
    '4.6 batch recall',
    'a key asked for twice',
    twice.ok && twice.status < 300 ? `comes ${times === 1 ? 'once' : `${times} times`}` : answerWords(twice),
    times,
  );
}

/** Unlikely to exist anywhere. */
const absent = '3b1f0c6e-never-stored';
