import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openServerApp, valueOf, type OpenServerApp } from './testing/openServerApp.ts';
import {
  startOpenServerStandIn,
  type Generation,
  type OpenServerStandIn,
} from './testing/openServerStandIn.ts';
import { discoveryEndWords, isShownComplete } from '#shared/text/discoveryWords.ts';

const options = { requestId: 'r', signal: null };
const atoms = Array.from(
  { length: 60 },
  (_, at) => `v1.fact.pump_${at % 3}_reading_${String(at).padStart(2, '0')}`,
);
const long = `v1.event.${'a_very_long_event_'.repeat(20)}end`;
const [first = '', second = '', third = ''] = atoms;

let server: OpenServerStandIn;
let app: OpenServerApp;

async function begin(generation: Generation): Promise<void> {
  server = await startOpenServerStandIn({ generation });
  server.add([...atoms, long]);
  app = await openServerApp(server, server.fullKey);
}
afterEach(async () => {
  await app.close();
  await server.close();
});

const failedChecks = (verdict: { checks: readonly { name: string; status: string }[] }): readonly string[] =>
  verdict.checks.filter(({ status }) => status === 'fail').map(({ name }) => name);

describe.each([1, 2] as const)('an open server of generation %i', (generation) => {
  beforeEach(() => begin(generation));

  it('is recognized by one request, and remembered', async () => {
    valueOf(await app.readings.read(app.id, first, options));
    valueOf(await app.readings.read(app.id, second, options));
    expect(server.seen.filter(({ path }) => path === '/tree-head')).toHaveLength(1);
    expect(app.connections.list()[0]).toMatchObject({
      service: { dialect: 'open-server', evidence: { request: 'GET /tree-head', status: 200 } },
      scheme: {
        origin: 'built-in',
        // The first proof has shown which of the two it is.
        path: [{ links: [generation === 1 ? 'hash-hex' : 'same'] }],
        leaf: [{ preimage: 'atom' }],
      },
    });
  });

  it('verifies an atom up to the root of the memory, over both trees', async () => {
    const reading = valueOf(await app.readings.read(app.id, long, options));
    expect(reading).toMatchObject({
      key: long,
      value: '',
      version: null,
      verdict: { status: 'green', binds: ['key'] },
    });
    const path = reading.verdict.checks.find(({ name }) => name === 'path');
    expect(path?.reason).toMatchObject({
      code: 'root-reached',
      links: [generation === 1 ? 'hash-hex' : 'same'],
    });
    const wellFormed = reading.verdict.checks.find(({ name }) => name === 'wellFormed');
    expect(wellFormed?.status).toBe('undecided');
  });

  it('fails an atom whose shard proof was altered', async () => {
    server.faults.alteredProofOf = first;
    const { atoms: read } = valueOf(await app.readings.readMany(app.id, [first, second], options));
    expect(read.map(({ verdict }) => verdict.status)).toEqual(['red', 'green']);
    expect(failedChecks(read[0]?.verdict ?? { checks: [] })).toEqual(['path']);
  });

  it('fails an atom whose shard root is not the leaf of the master tree', async () => {
    server.faults.otherShardOf = first;
    const reading = valueOf(await app.readings.read(app.id, first, options));
    expect(reading.verdict.status).toBe('red');
    const path = reading.verdict.checks.find(({ name }) => name === 'path');
    expect(path?.reason).toMatchObject({ code: 'chain-unlinked' });
  });

  it('finds all keys from the list, and confirms it by their positions', async () => {
    server.remove(third);
    const { end } = await app.discover();
    expect(end).toEqual({
      kind: 'listed',
      keys: 60,
      deleted: 1,
      notRead: 0,
      leaves: 60,
      gaps: 1,
      unshown: 0,
      stillThere: [],
      openEnds: 0,
    });
    expect(end !== null && isShownComplete(end)).toBe(true);
    expect(new Set(await app.knownKeys())).toEqual(new Set([...atoms, long].filter((one) => one !== third)));
  });

  it('C11: does not believe that an atom is deleted while a proof shows its leaf, and names it', async () => {
    server.faults.calledDeleted = third;
    const { end } = await app.discover();
    expect(end).toMatchObject({ kind: 'listed', deleted: 1, gaps: 1, unshown: 1, stillThere: [third] });
    expect(end !== null && isShownComplete(end)).toBe(false);
    expect(end === null ? null : discoveryEndWords(end, { coverage: null })).toMatchObject({
      title: 'The list is false',
      words: expect.stringContaining(third) as string,
    });
  });

  it('C11: is not complete if nothing shows that the leaves of deleted atoms are empty', async () => {
    // Both of a pair: no atom beside them has a proof.
    const [one = '', other = ''] = server.pairOf(third);
    server.remove(one);
    server.faults.calledDeleted = other;
    const { end } = await app.discover();
    expect(end).toMatchObject({ deleted: 2, gaps: 2, unshown: 2 });
    expect(end !== null && isShownComplete(end)).toBe(false);
  });

  it('says that a list is not confirmed if it leaves an atom out', async () => {
    server.faults.unlisted = second;
    const { end } = await app.discover();
    expect(end !== null && isShownComplete(end)).toBe(false);
  });

  it('audits all keys without a failure, and would have caught one', async () => {
    await app.discover();
    const details = await app.audit(await app.knownKeys());
    expect(details.info.progress).toMatchObject({ done: 61 });
    expect(details.verdict).toMatchObject({ status: 'green' });
    expect(details.selfTest?.faults).toEqual([
      { fault: 'sibling', caughtBy: 'path' },
      { fault: 'root', caughtBy: 'path' },
    ]);
  });
});

describe('an open server', () => {
  beforeEach(() => begin(1));

  it('is recalled from, with whole proofs, and says which keys follow a key', async () => {
    server.train([first, second]);
    server.train([first, third]);
    server.train([first, third]);
    const found = valueOf(await app.readings.recall(app.id, 'pump_0', 3, options));
    expect(found.atoms.map(({ score, verdict }) => [score, verdict.status])).toEqual([
      [1, 'green'],
      [1, 'green'],
      [1, 'green'],
    ]);
    // What an atom was received with is not the request that names it.
    expect(found.exchange.path).toBe('/search');
    expect(found.atoms.map(({ exchange }) => exchange.path)).toEqual(Array(3).fill('/batch-access'));
    const followed = valueOf(await app.readings.recall(app.id, first, 1, options));
    expect(followed.atoms.map(({ key }) => key)).toEqual([first]);
    expect(followed.predictions).toEqual([third, second]);
    expect(followed.shares).toEqual([2 / 3, 1 / 3]);
  });

  it('returns 404 for long keys in a path, which is never taken for a denial', async () => {
    server.train([long, first]);
    const followed = valueOf(await app.readings.recall(app.id, long, 1, options));
    expect(followed.predictions).toEqual([first]);
    expect(
      server.seen.some(({ method, path }) => method === 'GET' && /^\/(atoms|weights)\/./.test(path)),
    ).toBe(false);
  });

  it('stores: the response comes when the atom is committed, and can be read back', async () => {
    const stored = valueOf(await app.readings.send(app.id, { key: 'v1.fact.new', value: '' }, options));
    expect(stored).toMatchObject({ key: 'v1.fact.new', version: null, rootHash: null });
    expect(valueOf(await app.readings.read(app.id, 'v1.fact.new', options)).verdict.status).toBe('green');
  });

  it.each([
    ['a value', { key: 'v1.fact.new', value: 'text' }, 'invalid_input', /have no value/],
    ['a key of another form', { key: 'plain', value: '' }, 'unexpected_status', /malformed/],
    ['a credential', { key: 'v1.fact.my_password', value: '' }, 'sensitive_content', /422/],
    [
      'what needs a review',
      { key: 'v1.fact.override_all', value: '' },
      'sensitive_content',
      /wants a review/,
    ],
  ])('stores nothing of a batch with %s', async (_, atom, code, message) => {
    const sent = await app.readings.sendBatch(app.id, [{ key: 'v1.fact.fine', value: '' }, atom], options);
    expect(sent).toMatchObject({ ok: false, mayHaveBeenDone: false, error: { code } });
    expect(sent.ok ? '' : sent.error.message).toMatch(message);
    expect(await app.readings.read(app.id, 'v1.fact.fine', options)).toMatchObject({
      ok: false,
      error: { code: 'not_found' },
    });
  });

  it('reports a missing key as not found, and one of another form as refused', async () => {
    expect(await app.readings.read(app.id, 'v1.fact.missing', options)).toMatchObject({
      error: { code: 'not_found' },
    });
    expect(await app.readings.read(app.id, 'plain', options)).toMatchObject({
      error: { code: 'unexpected_status', status: 400 },
    });
  });

  it('is not assumed to be at another address', async () => {
    valueOf(await app.readings.read(app.id, first, options));
    const [before] = app.connections.list();
    if (before === undefined) throw new Error('no connection');
    const { id, name, colour, readOnly } = before;
    await app.connections.edit({ id, name, colour, readOnly, baseUrl: `${server.address}/other` });
    const [after] = app.connections.list();
    expect(after?.service).toBeUndefined();
    expect(after?.scheme).toBeNull();
  });
});

it('reads with a read key, and is told that it may not store', async () => {
  server = await startOpenServerStandIn();
  server.add(atoms);
  app = await openServerApp(server, server.readKey);
  expect(valueOf(await app.readings.read(app.id, first, options)).verdict.status).toBe('green');
  const sent = await app.readings.send(app.id, { key: 'v1.fact.new', value: '' }, options);
  expect(sent).toMatchObject({
    ok: false,
    mayHaveBeenDone: false,
    error: { code: 'forbidden', during: 'write' },
  });
});
