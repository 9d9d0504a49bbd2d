import type { Json } from '#shared/domain/json.ts';
import type { Dialect } from '#shared/domain/serviceFacts.ts';
import { openServerScheme } from '#shared/merkle/openServerScheme.ts';
import { describeLeafScheme, describePathScheme } from '#shared/merkle/registry.ts';
import { listPaths } from '#shared/serviceFacts/learnFromExchange.ts';
import { dialectName, eventFeedWords } from '#shared/text/dialectWords.ts';
import { isTreeHead } from '../../engine/client/dialects/detectDialect.ts';
import { isArray, isObject } from '#shared/serviceFacts/jsonPlaces.ts';
import { bodyOf, countOf, post, type Context } from './context.ts';

/** Only the open server has `GET /tree-head`, which needs no key. */
export async function findDialect({ probe, report }: Context): Promise<Dialect> {
  const answer = await probe.ask({ method: 'GET', path: '/tree-head', apiKey: null });
  const isOpen = answer.ok && answer.status === 200 && isTreeHead(answer.json);
  const dialect: Dialect = isOpen ? 'open-server' : 'documented';
  report.gap('dialect', dialectName(dialect), dialect);
  return dialect;
}

/** The lists that some services offer in addition to the API. The responses show whether there is one. */
export async function probeList({ probe, apiKey }: Context): Promise<void> {
  await probe.ask({ method: 'GET', path: `${listPaths.pages}?offset=0&limit=2`, apiKey });
  await probe.ask({ method: 'GET', path: listPaths.export, apiKey });
}

const absent = 'v1.other.conformance_absent';

/** What reading shows about an open server. The responses are learned from; nothing is stored, and no rule is checked. */
export async function learnOfOpenServer(context: Context): Promise<void> {
  const { probe, report, apiKey, progress } = context;
  progress('This is an open Parametric Memory server: learning from its responses…');
  report.check(
    '4 endpoints',
    'the service has the documented API',
    'unchecked',
    'it is an open Parametric Memory server, which has another API',
  );
  const path = '/atoms/v1.conformance.nobody';
  await probe.ask({ method: 'GET', path, apiKey: 'not-a-key-of-this-service' });
  const listed = bodyOf(await probe.ask({ method: 'GET', path: '/atoms?limit=20&offset=0', apiKey }));
  const atoms = isArray(listed?.['atoms']) ? listed['atoms'].filter(isObject) : [];
  const keys = atoms.flatMap(({ atom, status }) =>
    typeof atom === 'string' && status !== 'tombstoned' ? [atom] : [],
  );
  await post(context, '/batch-access', { items: [...keys, absent] });
  await post(context, '/search', { query: keys[0] ?? 'status of a project', limit: 10 });
  const [first] = keys;
  if (first !== undefined)
    await probe.ask({ method: 'GET', path: `/weights/${encodeURIComponent(first)}`, apiKey });
  report.gap('events', `${eventFeedWords}, as its source says; not requested`);
  await learnOfPastReads(context, keys, listed?.['treeVersion']);
  report.gap(
    'path-rules',
    `${openServerScheme.path.map(describePathScheme).join(' or ')}, as its source says; ${countOf(keys.length, 'atom')} read`,
  );
  report.gap('leaf-rules', `${describeLeafScheme(openServerScheme.leaf)}, as its source says`);
  report.gap('proof-covers', 'the whole atom, which is its key');
}

/** The server takes longer keys in a path for unknown addresses. */
const longestInPath = 100;

/** Whether a read as of a version comes with a proof up to the root that the server names for that version. */
async function learnOfPastReads(
  { probe, report, apiKey }: Context,
  keys: readonly string[],
  version: Json | undefined,
): Promise<void> {
  const key = keys.find(({ length }) => length <= longestInPath);
  if (key === undefined || typeof version !== 'number') return;
  const path = `/atoms/${encodeURIComponent(key)}?asOfVersion=${String(version)}`;
  const atom = bodyOf(await probe.ask({ method: 'GET', path, apiKey }));
  const { temporal, proof } = atom ?? {};
  if (!isObject(temporal) || typeof temporal['rootAtVersion'] !== 'string') return;
  const isProven = isObject(proof) && proof['root'] === temporal['rootAtVersion'];
  report.gap(
    'past-reads',
    `GET /atoms/:atom?asOfVersion, ${isProven ? 'with a proof up to' : 'but the proof does not lead to'} the root of that version`,
  );
}
