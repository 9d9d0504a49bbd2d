import type { Json } from '../domain/json.ts';
import { countOf } from '../text/phrases.ts';
import { visibleLine } from '../text/visibleText.ts';
import { atomsIn, envelopeWords, missingWords } from './atomsIn.ts';
import { errorShape, errorWords } from './errorShape.ts';
import type { FactEvidence, Lesson } from './factBook.ts';
import type { GapId } from './gaps.ts';
import { isArray, isFieldName, isObject, placeWords, type JsonObject } from './jsonPlaces.ts';
import { listInBody } from './listInBody.ts';
import { bytesOf, evidenceOf, itemsSent, requestWords, sentText, type SeenExchange } from './seenExchange.ts';

/** The requests of the API, and those of the open server that correspond to them. */
type Topic = 'read' | 'recall' | 'batch-read' | 'store' | 'batch-store' | 'weights' | 'list';

/** The lists that services offer in addition to the API. */
export const listPaths = { pages: '/api/v1/atoms', export: '/atoms/export' } as const;

const codes = new Map([
  [401, 'UNAUTHORIZED'],
  [403, 'FORBIDDEN'],
  [404, 'NOT_FOUND'],
  [413, 'PAYLOAD_TOO_LARGE'],
  [422, 'SENSITIVE_CONTENT_REJECTED'],
  [429, 'RATE_LIMITED'],
] as const);

/** What a response shows about the gaps of the API. Whether it is true is another matter: proofs show that. */
export function learnFromExchange(exchange: SeenExchange): readonly Lesson[] {
  const topic = topicOf(exchange);
  const lessons: Lesson[] = [...lessonsOfHeaders(exchange)];
  if (topic === null) return lessons;
  const { status } = exchange;
  if (topic === 'list') return [...lessons, ...lessonsOfList(exchange)];
  lessons.push(...lessonsOfSizes(exchange, topic));
  if (status >= 400) return [...lessons, ...lessonsOfRefusal(exchange, topic)];
  if (status < 200 || status >= 300) return lessons;
  return [...lessons, ...lessonsOfSuccess(exchange, topic)];
}

function topicOf({ method, path, sent }: SeenExchange): Topic | null {
  const [bare = ''] = path.split('?', 1);
  if (method === 'GET') {
    if (bare === listPaths.pages || bare === listPaths.export || bare === '/atoms') return 'list';
    if (bare.startsWith('/weights/')) return 'weights';
    // The API has no parameters for a read: this one is of another kind, such as a read of the past.
    return bare.startsWith('/atoms/') && bare === path ? 'read' : null;
  }
  switch (bare) {
    case '/recall':
    case '/search':
      return 'recall';
    case '/batch-access':
      return 'batch-read';
    case '/atoms':
      return isObject(sent ?? undefined) ? 'store' : null;
    case '/batch-atoms':
      return 'batch-store';
    default:
      return null;
  }
}

const rateHeader = /rate-?limit|retry-after/;
const longestHeader = 200;

function lessonsOfHeaders(exchange: SeenExchange): readonly Lesson[] {
  const about = (gap: GapId, headers: SeenExchange['headers'], absence: string): Lesson => ({
    gap,
    evidence: {
      request: requestWords(exchange),
      status: exchange.status,
      response:
        headers.length === 0
          ? 'no such header'
          : visibleLine(
              headers
                .map(([name, value]) => `${name}: ${value}`)
                .join(', ')
                .slice(0, longestHeader),
            ),
    },
    ...(headers.length === 0
      ? { answer: absence, isAbsence: true as const }
      : {
          answer: visibleLine(
            headers
              .map(([name]) => `\`${name}\``)
              .sort()
              .join(', '),
          ),
        }),
  });
  const rate = exchange.headers.filter(
    ([name]) => rateHeader.test(name) && !(name === 'retry-after' && exchange.status === 429),
  );
  const others = exchange.headers.filter(([name]) => !rateHeader.test(name));
  const lessons = [about('rate-headers', rate, 'none so far'), about('api-version', others, 'none so far')];
  if (exchange.status !== 429) return lessons;
  const retryAfter = exchange.headers.find(([name]) => name === 'retry-after')?.[1] ?? null;
  const evidence: FactEvidence = {
    request: requestWords(exchange),
    status: 429,
    response:
      retryAfter === null
        ? 'no such header'
        : visibleLine(`retry-after: ${retryAfter.slice(0, longestHeader)}`),
  };
  return [...lessons, { gap: 'retry-after', evidence, answer: retryAfterWords(retryAfter) }];
}

/** In which of its two forms (RFC 9110, 10.2.3) the header was sent. */
function retryAfterWords(header: string | null): string {
  if (header === null) return 'missing';
  if (/^\d+$/.test(header.trim())) return 'in seconds';
  return Number.isNaN(Date.parse(header)) ? 'neither seconds nor a date' : 'as a date';
}

function lessonsOfRefusal(exchange: SeenExchange, topic: Topic): readonly Lesson[] {
  const { status } = exchange;
  const code = codes.get(status as 401);
  // A 404 to a batch may be about the path.
  if (code === undefined || (status === 404 && topic !== 'read')) return [];
  const answer = errorWords(errorShape(exchange, code));
  return [{ gap: `error-${status as 401}`, evidence: evidenceOf(exchange), answer }];
}

/** Statuses that may be about the size of a request. */
const aboutSize: ReadonlySet<number> = new Set([400, 413, 422]);

function lessonsOfSizes(exchange: SeenExchange, topic: Topic): readonly Lesson[] {
  const { status, sent, path } = exchange;
  const evidence = evidenceOf(exchange);
  const isAccepted = status >= 200 && status < 300;
  const lessons: Lesson[] = [];
  const bound = (gap: GapId, value: number, mayRefuse: boolean): void => {
    if (isAccepted) lessons.push({ gap, evidence, accepted: value });
    else if (mayRefuse) lessons.push({ gap, evidence, refused: value });
  };
  const items = itemsSent(sent).length;
  switch (topic) {
    case 'batch-read':
      if (items > 0) bound('batch-read-size', items, aboutSize.has(status) && items > 1);
      break;
    case 'batch-store':
      if (items > 0) bound('batch-store-size', items, status === 413 && items > 1);
      break;
    case 'recall': {
      const limit = isObject(sent ?? undefined) ? (sent as JsonObject)['limit'] : undefined;
      if (typeof limit === 'number') bound('recall-limit', limit, aboutSize.has(status) && limit > 1);
      break;
    }
    case 'store': {
      const value = sentText(sent, 'value');
      const key = sentText(sent, 'key');
      if (value !== null) bound('value-size', bytesOf(value), status === 413);
      if (key !== null) bound('key-length', bytesOf(key), false);
      break;
    }
    case 'read':
      bound('key-length', keyBytes(path), status === 414);
      break;
    case 'weights':
    case 'list':
      break;
  }
  return lessons;
}

function lessonsOfSuccess(exchange: SeenExchange, topic: Topic): readonly Lesson[] {
  const { json, sent } = exchange;
  const evidence = evidenceOf(exchange);
  const said = (gap: GapId, answer: string): Lesson => ({ gap, evidence, answer });
  if (topic === 'store' || topic === 'batch-store') {
    const isBatch = topic === 'batch-store';
    const words = exchange.body === 'empty' ? 'empty body' : json === undefined ? null : fieldWords(json);
    if (words === null) return [];
    return [said(isBatch ? 'stored-batch' : 'stored-fields', `status ${String(exchange.status)}, ${words}`)];
  }
  if (json === undefined) return [];
  switch (topic) {
    case 'weights':
      return [said('predictions', 'with weights, from GET /weights/:key')];
    case 'read':
      return [
        said('read-fields', fieldWords(json)),
        ...lessonsOfProof(isObject(json) ? json['proof'] : undefined, evidence),
      ];
    case 'recall': {
      if (!isObject(json)) return [said('recall-fields', fieldWords(json))];
      const { predictions } = json;
      const atoms = [json['atoms'], json['results']].find(isArray) ?? [];
      return [
        said('recall-fields', fieldWords(json)),
        ...(exchange.path === '/recall' ? [said('predictions', predictionWords(predictions))] : []),
        ...lessonsOfScores(atoms, evidence),
        ...lessonsOfProof(firstProof(atoms), evidence),
      ];
    }
    case 'batch-read':
      return lessonsOfBatch(exchange, itemsSent(sent), evidence);
    case 'list':
      return [];
  }
}

function lessonsOfBatch(
  { json, status }: SeenExchange,
  items: readonly Json[],
  evidence: FactEvidence,
): readonly Lesson[] {
  const keys = items.filter((key) => typeof key === 'string');
  const ofOpenServer = openServerResults(json);
  if (ofOpenServer !== null) return lessonsOfResults(ofOpenServer, evidence);
  const found = atomsIn(json, keys);
  const lessons: Lesson[] = [];
  if (found.atoms.length > 0) {
    lessons.push({
      gap: 'batch-envelope',
      evidence,
      answer: `status ${String(status)}, ${envelopeWords(found.envelope)}`,
    });
    lessons.push(...lessonsOfProof(found.atoms[0]?.atom['proof'], evidence));
  }
  const order = found.atoms.map(({ key }) => key);
  const wanted = keys.filter((key) => order.includes(key));
  if (order.length > 1 && new Set(keys).size === keys.length)
    lessons.push({
      gap: 'batch-order',
      evidence,
      answer: order.join('\n') === wanted.join('\n') ? 'as requested' : 'not as requested',
    });
  const missing =
    found.atoms.length === 0 && keys.length > 1 ? undefined : keys.find((key) => !order.includes(key));
  if (missing !== undefined && new Set(keys).size === keys.length)
    lessons.push({
      gap: 'batch-missing',
      evidence,
      answer: `status ${String(status)}, ${missingWords(status, json, missing, found)}`,
    });
  return lessons;
}

/** What the open server returns for each key. */
function openServerResults(json: Json | undefined): readonly JsonObject[] | null {
  const results = isObject(json) ? json['results'] : undefined;
  if (!isArray(results)) return null;
  const objects = results.filter(isObject);
  const isOfIt = (one: JsonObject): boolean => 'currentData' in one || (one['ok'] === false && 'item' in one);
  return objects.length > 0 && objects.every(isOfIt) ? objects : null;
}

function lessonsOfResults(results: readonly JsonObject[], evidence: FactEvidence): readonly Lesson[] {
  const found = results.find((one) => isObject(one['currentProof']));
  const absent = results.find((one) => one['ok'] === false);
  return [
    ...(found === undefined
      ? []
      : [
          {
            gap: 'batch-envelope' as const,
            evidence,
            answer: `array in \`results\`, each with ${namesOf(found)}`,
          },
          ...lessonsOfProof(found['currentProof'], evidence),
        ]),
    ...(absent === undefined
      ? []
      : [{ gap: 'batch-missing' as const, evidence, answer: `in its place, with ${namesOf(absent)}` }]),
  ];
}

function firstProof(atoms: readonly Json[]): Json | undefined {
  const first = atoms.find((atom) => isObject(atom) && isObject(atom['proof']));
  return isObject(first) ? first['proof'] : undefined;
}

const mostScores = 1_000;

function lessonsOfScores(atoms: readonly Json[], evidence: FactEvidence): readonly Lesson[] {
  const scores = atoms.slice(0, mostScores).flatMap((atom) => {
    const score = isObject(atom) ? (atom['score'] ?? atom['similarity']) : undefined;
    return typeof score === 'number' && Number.isFinite(score) ? [score] : [];
  });
  if (scores.length === 0) return [];
  return [{ gap: 'score-range', evidence, lowest: Math.min(...scores), highest: Math.max(...scores) }];
}

function lessonsOfProof(proof: Json | undefined, evidence: FactEvidence): readonly Lesson[] {
  if (!isObject(proof)) return [];
  const hash = [proof['rootHash'], proof['root']].find((one) => typeof one === 'string');
  return [
    { gap: 'proof-fields', evidence, answer: namesOf(proof) },
    {
      gap: 'tree-size',
      evidence,
      answer:
        proof['treeSize'] === undefined || proof['treeSize'] === null ? 'not stated' : 'stated in `treeSize`',
    },
    ...(hash === undefined
      ? []
      : [{ gap: 'hash-length' as const, evidence, answer: countOf(hash.length, 'character') }]),
  ];
}

function lessonsOfList(exchange: SeenExchange): readonly Lesson[] {
  const { path, status, json, head } = exchange;
  const [bare = ''] = path.split('?', 1);
  const evidence = evidenceOf(exchange);
  if (status === 200) {
    const place = listInBody(json, head, bare === listPaths.export);
    if (place === null) return [{ gap: 'list', evidence, answer: 'none found so far', isAbsence: true }];
    return [
      {
        gap: 'list',
        evidence,
        answer: `GET ${bare}: ${place === 'lines' ? 'one atom on each line' : `array of atoms in ${placeWords(place)}`}`,
      },
    ];
  }
  // Other statuses, such as 429 and 500, do not say that there is no list.
  if (![400, 404, 405, 410, 501].includes(status)) return [];
  return [{ gap: 'list', evidence, answer: 'none found so far', isAbsence: true }];
}

function predictionWords(predictions: Json | undefined): string {
  if (predictions === undefined) return 'missing';
  if (!isArray(predictions)) return 'not a list';
  return predictions.every((key) => typeof key === 'string') ? 'a list of keys' : 'a list, not only of keys';
}

function fieldWords(json: Json): string {
  if (isArray(json)) return 'array';
  return isObject(json) ? `object with ${namesOf(json)}` : typeof json;
}

const mostNames = 12;

function namesOf(object: JsonObject): string {
  const names = Object.keys(object).filter(isFieldName);
  if (names.length === 0) return 'no named fields';
  const more = names.length - mostNames;
  return `${names
    .slice(0, mostNames)
    .map((name) => `\`${name}\``)
    .join(', ')}${more > 0 ? `, and ${String(more)} more` : ''}`;
}

function keyBytes(path: string): number {
  try {
    return bytesOf(decodeURIComponent(path.slice('/atoms/'.length)));
  } catch {
    return 0;
  }
}
