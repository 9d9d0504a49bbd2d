import { describe, expect, it } from 'vitest';
import { withLessons, type FactBook } from './factBook.ts';
import { factRows, factsAsJson, factsAsText } from './factReport.ts';
import { factWords } from './factWords.ts';
import { serviceGaps, type GapId } from './gaps.ts';
import { jsonShape } from './jsonShape.ts';
import { learnFromExchange } from './learnFromExchange.ts';
import { evidenceOf, type SeenExchange } from './seenExchange.ts';

const plain: SeenExchange = {
  method: 'GET',
  path: '/atoms/v1.secret.key',
  sent: null,
  status: 200,
  headers: [],
  body: 'json',
  json: undefined,
  head: '',
};
const proof = { leafHash: 'ab', siblings: ['cd'], rootHash: 'e'.repeat(64), leafIndex: 0, treeSize: 2 };
const atom = { key: 'v1.secret.key', value: 'a value', version: 1, hash: 'ab', proof };

function learned(...exchanges: readonly Partial<SeenExchange>[]): FactBook {
  return exchanges.reduce<FactBook>(
    (book, exchange, at) => withLessons(book, learnFromExchange({ ...plain, ...exchange }), at),
    {},
  );
}
const words = (book: FactBook, id: GapId): string | null => {
  const fact = book[id];
  return fact === undefined ? null : factWords(id, fact);
};
const batch = (count: number, status = 200): Partial<SeenExchange> => ({
  method: 'POST',
  path: '/batch-access',
  sent: { keys: Array.from({ length: count }, (_, at) => `k${String(at)}`) },
  status,
});

describe('what a response shows', () => {
  it('is learned from a read, and repeats neither keys nor values', () => {
    const book = learned({ json: atom });
    expect(words(book, 'read-fields')).toBe('object with `key`, `value`, `version`, `hash`, `proof`');
    expect(words(book, 'tree-size')).toBe('stated in `treeSize`');
    expect(words(book, 'hash-length')).toBe('64 characters');
    expect(words(book, 'key-length')).toBe('13 bytes accepted so far');
    expect(JSON.stringify(book)).not.toMatch(/secret|a value/);
    expect(JSON.stringify(book)).toContain('GET /atoms/:key');
  });

  it('says that no tree size is stated', () => {
    const { treeSize: _, ...rest } = proof;
    expect(words(learned({ json: { ...atom, proof: rest } }), 'tree-size')).toBe('not stated');
  });

  it.each<[string, Partial<SeenExchange>, GapId, string]>([
    [
      'a recall',
      {
        method: 'POST',
        path: '/recall',
        sent: { query: 'q', limit: 10 },
        json: { atoms: [{ ...atom, score: 0.5 }], predictions: ['a'] },
      },
      'predictions',
      'a list of keys',
    ],
    [
      'the scores of a recall',
      {
        method: 'POST',
        path: '/recall',
        sent: { query: 'q', limit: 10 },
        json: { atoms: [{ score: 0.25 }, { score: 0.5 }] },
      },
      'score-range',
      'seen from 0.250 to 0.500',
    ],
    [
      'a batch with a missing key',
      {
        method: 'POST',
        path: '/batch-access',
        sent: { keys: ['v1.secret.key', 'b'] },
        json: { atoms: [atom], missing: ['b'] },
      },
      'batch-missing',
      'status 200, named in `missing[]`',
    ],
    [
      'a batch of the open server',
      {
        method: 'POST',
        path: '/batch-access',
        sent: { items: ['a'] },
        json: { results: [{ ok: true, currentData: 'a', currentProof: { root: 'f'.repeat(64) } }] },
      },
      'batch-envelope',
      'array in `results`, each with `ok`, `currentData`, `currentProof`',
    ],
    [
      'a refusal',
      { status: 404, json: { error: { code: 'NOT_FOUND', message: 'no such atom' } } },
      'error-404',
      'JSON, code in `error.code`, message in `error.message`',
    ],
    ['a refusal in text', { status: 401, body: 'other', head: 'no' }, 'error-401', 'text, not JSON'],
    [
      'a rate limit',
      { status: 429, headers: [['retry-after', 'Mon, 23 Nov 2026 02:00:00 GMT']], json: {} },
      'retry-after',
      'as a date',
    ],
    [
      'a store',
      {
        method: 'POST',
        path: '/atoms',
        status: 201,
        sent: { key: 'k', value: 'v' },
        json: { key: 'k', version: 1 },
      },
      'stored-fields',
      'status 201, object with `key`, `version`',
    ],
    [
      'a list',
      { path: '/api/v1/atoms?offset=0&limit=10', json: { atoms: [{ key: 'a' }], total: 1 } },
      'list',
      'GET /api/v1/atoms: array of atoms in `atoms`',
    ],
    [
      'a list of lines',
      { path: '/atoms/export', body: 'json', head: '{"key":"a","value":"b"}\n{"key":"c"}\n' },
      'list',
      'GET /atoms/export: one atom on each line',
    ],
    ['no list', { path: '/api/v1/atoms?offset=0', status: 404, body: 'html' }, 'list', 'none found so far'],
    [
      'an atom with the key “export”',
      { path: '/atoms/export', json: { ...atom, key: 'export' } },
      'list',
      'none found so far',
    ],
  ])('includes %s', (_, exchange, gap, expected) => {
    expect(words(learned(exchange), gap)).toBe(expected);
  });

  it('narrows sizes down, and forgets a refusal of less than what is accepted', () => {
    expect(words(learned(batch(20), batch(10), batch(500)), 'batch-read-size')).toBe(
      '500 keys accepted so far',
    );
    expect(words(learned(batch(500), batch(1_001, 400), batch(900, 400)), 'batch-read-size')).toBe(
      '500 keys accepted so far; 900 refused',
    );
    expect(words(learned(batch(100, 400), batch(500)), 'batch-read-size')).toBe('500 keys accepted so far');
    expect(words(learned(batch(500), batch(100, 400)), 'batch-read-size')).toBe('500 keys accepted so far');
    expect(learned(batch(500, 500), batch(1, 400))['batch-read-size']).toBeUndefined();
  });

  it('replaces “none so far” once something is seen, and keeps the first evidence', () => {
    const none = learned({ json: atom });
    expect(words(none, 'rate-headers')).toBe('none so far');
    const some = learned(
      { json: atom },
      { headers: [['ratelimit-remaining', '9']] },
      { headers: [['ratelimit-remaining', '8']] },
      {},
    );
    expect(some['rate-headers']).toEqual({
      kind: 'answers',
      seen: [
        {
          answer: '`ratelimit-remaining`',
          evidence: { request: 'GET /atoms/:key', status: 200, response: 'ratelimit-remaining: 9' },
          learnedAt: 1,
        },
      ],
    });
  });

  it('stays bounded, whatever a service returns', () => {
    const many = learned(
      ...Array.from({ length: 50 }, (_, at) => ({ json: { [`field_${String(at)}`]: at, key: 'k' } })),
    );
    expect(many['read-fields']?.kind === 'answers' && many['read-fields'].seen).toHaveLength(4);
    const names = Object.fromEntries(
      Array.from({ length: 500 }, (_, at) => [`n${String(at)}`, 'x'.repeat(999)]),
    );
    expect(evidenceOf({ ...plain, json: names }).response.length).toBeLessThan(700);
    expect(evidenceOf({ ...plain, head: '{"key":"secret","value":"more secret' }).response).not.toContain(
      'secret',
    );
  });

  it('is described by its form', () => {
    const body = { error: { code: 'NOT_FOUND', message: 'gone' }, 'v1.key': 1, list: [1.5, 2] };
    expect(jsonShape(body, true)).toBe(
      '{ error: { code: "NOT_FOUND", message: string }, list: [number, … 2 items], [name]: integer, … 1 members }',
    );
  });

  it('repeats no value that looks like a code, and no key that is the name of a property', () => {
    const secret = { key: 'PAYROLL', value: 'HUNTER2', code: 'TOP_SECRET' };
    expect(evidenceOf({ ...plain, json: secret }).response).toBe(
      '{ key: string, value: string, code: string }',
    );
    const refusal = { status: 404, json: { error: { code: 'NOT_FOUND' }, key: 'PAYROLL' } };
    expect(evidenceOf({ ...plain, ...refusal }).response).toBe(
      '{ error: { code: "NOT_FOUND" }, key: string }',
    );
    const named = { status: 404, json: { error: { code: 'NOT_FOUND' }, keys: { 'v1.payroll': 'gone' } } };
    expect(JSON.stringify(learned(named))).not.toContain('payroll');
  });
});

describe('the report', () => {
  it('lists every gap, with how to learn what is not known', () => {
    const rows = factRows(learned({ json: atom }));
    expect(rows).toHaveLength(serviceGaps.length);
    const subject = { name: 'Plant', address: 'https://a.example' };
    expect(factsAsText(subject, rows)).toContain('2 proof, tree size in proofs: stated in `treeSize`\n    ');
    expect(factsAsText(subject, rows)).toContain('4.4 recall, predictions: Not known yet. Run a recall.');
    const json = JSON.parse(factsAsJson(subject, rows)) as { facts: { id: string; answer: string | null }[] };
    expect(json.facts.find(({ id }) => id === 'predictions')?.answer).toBeNull();
    expect(json.facts.map(({ id }) => id)).toEqual(serviceGaps.map(({ id }) => id));
  });
});
