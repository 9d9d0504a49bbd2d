import type { Json } from '#shared/domain/json.ts';
import {
  responseWords,
  bodyOf,
  checkOneSnapshot,
  countOf,
  keepSample,
  post,
  someOf,
  wrongMembers,
  type Context,
} from './context.ts';
import { isArray, isObject, type JsonObject } from '#shared/serviceFacts/jsonPlaces.ts';

const recalledTypes = {
  key: 'string',
  value: 'string',
  version: 'integer',
  score: 'number',
  proof: 'object',
} as const;

/** Section 4.4. Resolves to the keys that were found. */
export async function checkRecall(
  context: Context,
  knownKeys: readonly string[],
): Promise<readonly string[]> {
  const { report } = context;
  const query = knownKeys[0]?.replaceAll('.', ' ') ?? 'status of a project';
  const answer = await post(context, '/recall', { query, limit: 3 });
  report.check(
    '4.4 recall',
    'a recall returns 200',
    answer.ok && answer.status === 200,
    responseWords(answer),
  );
  const body = bodyOf(answer);
  const atoms = isArray(body?.['atoms']) ? body['atoms'].filter(isObject) : null;
  report.check(
    '4.4 recall',
    '`atoms` is an array of objects',
    atoms !== null && isArray(body?.['atoms']) && atoms.length === body['atoms'].length,
    atoms === null ? 'none found' : countOf(atoms.length, 'atom'),
  );
  const predictions = body?.['predictions'];
  report.check(
    '4.4 recall',
    '`predictions` is an array of keys',
    isArray(predictions) && predictions.every((key) => typeof key === 'string'),
    isArray(predictions) ? countOf(predictions.length, 'key') : 'none found',
  );
  if (atoms === null) return [];
  report.check(
    '4.4 recall',
    'at most `limit` atoms are returned',
    atoms.length <= 3,
    `${atoms.length} for a limit of 3`,
  );
  checkRecalledAtoms(context, atoms);
  if (knownKeys.length > 0) {
    report.check(
      '4.4 recall',
      'a query made of a key’s words finds atoms',
      atoms.length > 0 ? 'pass' : 'unchecked',
      countOf(atoms.length, 'atom'),
    );
  }
  const further = await probeLimit(context, query);
  return [...atoms, ...further].flatMap(({ key }) => (typeof key === 'string' ? [key] : []));
}

function checkRecalledAtoms(context: Context, atoms: readonly JsonObject[]): void {
  const { report } = context;
  if (atoms.length === 0) {
    report.check(
      '2 recall result',
      'each atom has key, value, version, score, and proof',
      'unchecked',
      'nothing was found',
    );
    return;
  }
  const wrong = [...new Set(atoms.flatMap((atom) => wrongMembers(atom, recalledTypes)))];
  report.check(
    '2 recall result',
    'each atom has key, value, version, score, and proof',
    wrong.length === 0,
    wrong.length === 0 ? 'all of them' : `missing or of another type: ${wrong.join(', ')}`,
  );
  const scores = atoms.flatMap(({ score }) => (typeof score === 'number' ? [score] : []));
  report.check(
    '4.4 recall',
    'the best match is first',
    scores.every((score, place) => place === 0 || score <= (scores[place - 1] ?? score)),
    `scores ${someOf(scores.map((score) => score.toFixed(3)))}`,
  );
  report.gap(
    'score-range',
    scores.length === 0
      ? null
      : `seen from ${scores.reduce((a, b) => Math.min(a, b)).toFixed(3)} to ${scores.reduce((a, b) => Math.max(a, b)).toFixed(3)}`,
    scores,
  );
  checkOneSnapshot(context, '4.4 recall', atoms);
  for (const atom of atoms) if (typeof atom['key'] === 'string') keepSample(context, atom['key'], atom);
}

/** As many as are checked more closely. */
const keysToFind = 20;

/** Resolves to the atoms of the largest response. */
async function probeLimit(context: Context, query: string): Promise<readonly JsonObject[]> {
  let most: readonly JsonObject[] = [];
  const outcome = async (body: Json): Promise<number | string> => {
    const answer = await post(context, '/recall', body);
    const atoms = bodyOf(answer)?.['atoms'];
    if (isArray(atoms) && atoms.length > most.length) most = atoms.slice(0, keysToFind).filter(isObject);
    return answer.ok && answer.status === 200 && isArray(atoms) ? atoms.length : responseWords(answer);
  };
  const withoutLimit = await outcome({ query });
  const accepted: number[] = [];
  const refused: string[] = [];
  for (const limit of [-1, 0, 1.5, 1, 50, 100, 101, 500, 501, 1_000, 1_001, 10_000]) {
    const what = await outcome({ query, limit });
    if (typeof what === 'number') accepted.push(limit);
    else refused.push(`${limit} (${what})`);
  }
  context.report.gap(
    'recall-limit',
    `omitted: ${outcomeWords(withoutLimit)}; accepted: ${accepted.join(', ') || 'none'}; refused: ${refused.join(', ') || 'none'}`,
    { leftOut: withoutLimit, accepted, refused },
  );
  const withoutQuery = await outcome({ limit: 1 });
  const emptyQuery = await outcome({ query: '', limit: 1 });
  context.report.gap(
    'recall-no-query',
    `omitted: ${outcomeWords(withoutQuery)}; empty: ${outcomeWords(emptyQuery)}`,
    [withoutQuery, emptyQuery],
  );
  return most;
}

function outcomeWords(what: number | string): string {
  return typeof what === 'number' ? countOf(what, 'atom') : what;
}
