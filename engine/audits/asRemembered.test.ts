import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { embeddedServiceScheme } from '#shared/merkle/embeddedServiceScheme.ts';
import type { SchemePin } from '#shared/merkle/scheme.ts';
import { startTestService, type TestService } from '../../service/testing/startTestService.ts';
import { newsOfFirst } from '../known/firstReadings.ts';
import type { KeyNews } from '../known/keyNews.ts';
import { openKeyStore, type KeyStore } from '../known/keyStore.ts';
import { openDatabase } from '../storage/database.ts';
import { rootName } from '../reading/responseReading.ts';
import type { BatchFindings, BatchToCheck } from './batchMessages.ts';
import { readPlainBody } from './plainBody.ts';
import { createWholeBatches, type Learned, type WholeBatches } from './wholeBatches.ts';
import { connectionGrounds } from '#shared/merkle/testing/verifyInput.ts';

const keys = Array.from(
  { length: 11 },
  (_, at) => `v1.area${String(at % 3)}.${String(at).padStart(2, '0')} é`,
).sort();
/** With escapes, beyond ASCII, and empty. */
const values = ['plain', 'two\nlines, "quoted" \\', 'naïve 😀', ''];
const pin: SchemePin = {
  path: [embeddedServiceScheme.path],
  leaf: [embeddedServiceScheme.leaf],
  origin: 'specified',
  samples: 0,
  pinnedAt: 0,
};
let service: TestService;
let folder: string;
/** One has read all keys before, the other none: it only knows the names of some. */
let stores: { readonly read: KeyStore; readonly unread: KeyStore };
/** What the service responds to a batch recall of all keys. */
let body: Buffer;
let later: Buffer;

beforeAll(async () => {
  service = await startTestService();
  folder = await mkdtemp(path.join(tmpdir(), 'as-remembered-'));
  stores = { read: await openStore('read'), unread: await openStore('unread') };
  await nameSome(stores.unread);
  const put = (some: readonly string[], suffix = '') =>
    service.post('/batch-atoms', {
      atoms: some.map((key, at) => ({ key, value: `${values[at % values.length] ?? ''}${suffix}` })),
    });
  const recall = async () => Buffer.from((await service.post('/batch-access', { keys })).text);
  await put(keys);
  await put(Array.from({ length: 90 }, (_, at) => `v2.other.${String(at)}`));
  body = await recall();
  await stores.read.learn((await judgeBy(plainly(stores.read), body))?.learned.news ?? []);
  // Two atoms have another version, and all are under another root.
  await put(keys.slice(4, 6), ' later');
  later = await recall();
});
afterAll(async () => {
  await stores.read.close();
  await stores.unread.close();
  await service.stop();
  await rm(folder, { recursive: true });
});

const openStore = (name: string): Promise<KeyStore> =>
  openKeyStore(path.join(folder, name), { now: Date.now, firstRevision: 0 });

/** Judges every atom as those of any response. */
const plainly = ({ remembered, index }: KeyStore): WholeBatches =>
  createWholeBatches({ remembered, isGone: index.isGone });

async function nameSome(store: KeyStore): Promise<void> {
  await store.learn(
    keys.slice(3, 5).map((key) => ({ kind: 'named', key, source: 'prediction', at: 3 }) as const),
  );
  await store.annotate(keys.slice(4, 5), { bookmarked: true, note: 'say "é"', addTags: ['one', 'two'] });
}

interface Judgement {
  readonly findings: Omit<BatchFindings, 'block'> & { readonly lines: string };
  readonly learned: Learned;
}

/** null if the response cannot be read. */
async function judgeBy(batches: WholeBatches, received: Buffer): Promise<Judgement | null> {
  const found = await checkBy(batches, received);
  if (found === null) return null;
  const { block, ...findings } = found;
  const lines = Buffer.from(block.text).toString('utf8');
  return { findings: { ...findings, lines }, learned: batches.learned('one') };
}

async function checkBy(batches: WholeBatches, received: Buffer): Promise<BatchFindings | null> {
  const taken = await batches.take('one', received, keys);
  if (taken === null) return null;
  const input: BatchToCheck = {
    token: 'one',
    pin,
    rootStatuses: new Map(
      taken.roots.map((root) => [rootName(root), { kind: 'seen', firstSeenAt: 1, times: 1 } as const]),
    ),
    grounds: connectionGrounds,
    exchange: {
      requestId: 'one',
      method: 'POST',
      path: '/batch-access',
      status: 200,
      startedAt: 5,
      elapsedMs: 1,
      bodyBytes: received.length,
      retries: 0,
    },
    now: 7,
    lists: {
      expected: new Map([[keys[2] ?? '', { version: 1, valueHash: null }]]),
      changes: new Set(keys.slice(5, 7)),
      earlier: new Map(),
    },
    places: { places: new Map(), count: 0 },
    others: [],
  };
  return batches.check(input);
}

/** Judges a response both ways, and compares what was found and what would be learned. */
async function judgeWith(store: KeyStore, received: Buffer): Promise<Judgement | null> {
  const quick = await judgeBy(store.batches, received);
  const plain = await judgeBy(plainly(store), received);
  expect(quick?.findings).toEqual(plain?.findings);
  const { first = null, repeated = null, news: judged = [] } = quick?.learned ?? {};
  const news = [...judged, ...(first?.readings.map((reading) => newsOfFirst(reading, first)) ?? [])];
  const isRepeated = new Set(repeated?.keys);
  const inOrder = (some: readonly KeyNews[]) =>
    [...some].sort((one, other) => (one.key < other.key ? -1 : 1));
  expect(inOrder(news)).toEqual(inOrder(plain?.learned.news.filter(({ key }) => !isRepeated.has(key)) ?? []));
  for (const said of plain?.learned.news ?? [])
    if (isRepeated.has(said.key))
      // Nothing but the time and the root of what is known.
      expect({
        ...store.index.get(said.key),
        readAt: 7,
        placed: said.kind === 'read' ? said.placed : null,
      }).toMatchObject(
        said.kind === 'read'
          ? {
              version: said.version,
              hash: said.hash,
              leafIndex: said.leafIndex,
              verdict: said.verdict,
              readAt: said.at,
              gone: false,
              conflicting: (said.said?.finding ?? null) !== null,
              placed: { rootHash: repeated?.rootHash, treeSize: repeated?.treeSize, path: 'pass' },
            }
          : { verdict: 'only a reading can repeat another' },
      );
  return quick;
}

/** The same where all keys were read before, and where none was. */
async function judge(received: Buffer): Promise<{
  /** The keys of each that the quick check settled; null if it was not possible. */
  readonly repeated: readonly string[] | null;
  readonly first: readonly string[] | null;
  readonly hasFailed: boolean;
}> {
  const read = await judgeWith(stores.read, received);
  const unread = await judgeWith(stores.unread, received);
  expect(read?.learned.first?.readings ?? []).toEqual([]);
  expect(unread?.learned.repeated?.keys ?? []).toEqual([]);
  return {
    repeated: read?.learned.repeated?.keys ?? null,
    first: unread?.learned.first?.readings.map(({ key }) => key) ?? null,
    hasFailed: (read?.findings.failed ?? null) !== null,
  };
}

const allQuick = (): object => ({ repeated: keys, first: keys, hasFailed: false });

type RawAtom = Record<string, unknown> & { proof: Record<string, unknown> & { siblings: string[] } };
interface Raw {
  atoms: RawAtom[];
}
const otherHash = 'ab'.repeat(32);
const inAll =
  (change: (atom: RawAtom) => unknown) =>
  ({ atoms }: Raw): void => {
    for (const atom of atoms) change(atom);
  };
const inOne =
  (change: (atom: RawAtom, next: RawAtom) => unknown) =>
  ({ atoms: [, , , atom, next] }: Raw): void => {
    if (atom !== undefined && next !== undefined) change(atom, next);
  };
const altered = (change: (raw: Raw) => void, from = body): Buffer => {
  const raw = JSON.parse(from.toString('utf8')) as Raw;
  change(raw);
  return Buffer.from(JSON.stringify(raw));
};

describe('atoms that are as remembered or read for the first time', () => {
  it('are found without judging each, also under another root, and what changed is judged', async () => {
    expect(await judge(body)).toEqual(allQuick());
    expect(await judge(later)).toEqual({
      ...allQuick(),
      repeated: keys.filter((key) => !keys.slice(4, 6).includes(key)),
    });
    expect(readPlainBody(body, keys)).not.toBeNull();
  });

  it('are found however their fields are ordered and spaced', async () => {
    const spaced = Buffer.from(JSON.stringify(JSON.parse(body.toString('utf8')), null, 2));
    expect(await judge(spaced)).toEqual(allQuick());
    const turned = altered((raw) => {
      const turn = <T extends object>(fields: T): T =>
        Object.fromEntries(Object.entries(fields).reverse()) as T;
      raw.atoms = raw.atoms.map((atom) => turn({ ...atom, proof: turn(atom.proof) }));
    });
    expect(await judge(turned)).toEqual(allQuick());
    const list = Buffer.from(JSON.stringify((JSON.parse(body.toString('utf8')) as Raw).atoms));
    expect(await judge(list)).toEqual(allQuick());
  });

  it('leave the same records when they are read first, also of keys that someone else read meanwhile', async () => {
    const [read = '', changed = '', , , gone = ''] = keys;
    const meanwhile = async (store: KeyStore): Promise<void> => {
      const judged = (await judgeBy(plainly(store), body))?.learned.news ?? [];
      const others = (await judgeBy(plainly(store), later))?.learned.news ?? [];
      await store.learn([
        ...judged.filter(({ key }) => key === read),
        ...others.filter(({ key }) => key === changed),
        { kind: 'not-returned', key: gone, at: 6, conflict: null },
      ]);
    };
    const left = async (name: string, learn: (store: KeyStore) => Promise<unknown>) => {
      const store = await openStore(name);
      await nameSome(store);
      await learn(store);
      const entries = keys.map(store.index.get);
      const remembered = await store.remembered(keys);
      await store.close();
      const { database, loaded } = await openDatabase({
        folder: path.join(folder, name),
        load: (opened) => opened.iterator().all(),
        now: Date.now,
      });
      await database.close();
      // How often it was written to is not what it holds.
      return { entries, remembered, loaded: loaded.filter(([record]) => record !== 'writes') };
    };
    const quickly = await left('quickly', async (store) => {
      await checkBy(store.batches, body);
      await meanwhile(store);
      await store.learnBatch('one');
    });
    const slowly = await left('slowly', async (store) => {
      const news = (await judgeBy(plainly(store), body))?.learned.news ?? [];
      await meanwhile(store);
      await store.learn(news);
    });
    expect(quickly).toEqual(slowly);
    expect(quickly.loaded).toHaveLength(2 * keys.length);
  });

  it.each<readonly [string, (raw: Raw) => void]>([
    ['a value', inOne((atom) => (atom['value'] = 'another'))],
    ['a version', inOne((atom) => (atom['version'] = 2))],
    ['a hash', inOne((atom) => (atom['hash'] = otherHash))],
    ['a leaf hash', inOne(({ proof }) => (proof['leafHash'] = otherHash))],
    ['a root', inOne(({ proof }) => (proof['rootHash'] = otherHash))],
    ['all roots', inAll(({ proof }) => (proof['rootHash'] = otherHash))],
    ['all sizes', inAll(({ proof }) => (proof['treeSize'] = 4_000))],
    ['a place', inOne(({ proof }) => (proof['leafIndex'] = 4))],
    ['a shared sibling', inOne(({ proof }) => (proof.siblings[6] = otherHash))],
    ['every shared sibling', inAll(({ proof }) => (proof.siblings[6] = otherHash))],
    ['a missing sibling', inOne(({ proof }) => proof.siblings.pop())],
    ['another sibling', inOne(({ proof }) => proof.siblings.push(otherHash))],
    ['a repeated atom', inOne((atom, next) => Object.assign(atom, next))],
    ['a missing atom', ({ atoms }) => void atoms.splice(3, 1)],
    ['no atoms', (raw) => void (raw.atoms = [])],
    [
      'an atom more',
      (raw) => void (raw.atoms = raw.atoms.flatMap((atom) => [atom, { ...atom, key: 'v1.x' }])),
    ],
    ['another order', ({ atoms }) => void atoms.reverse()],
    ['swapped proofs', inOne((atom, next) => ([atom.proof, next.proof] = [next.proof, atom.proof]))],
    ['a field more', inOne((atom) => (atom['score'] = 1))],
  ])('are judged as ever with %s', async (_what, change) => {
    for (const from of [body, later])
      expect(await judge(altered(change, from))).toMatchObject({ repeated: null, first: null });
  });

  it('are judged as ever whatever byte is altered, left out, or added', async () => {
    const byte = fc.oneof(fc.constantFrom(...Buffer.from('0a9f"\\,:{}[] A-é')), fc.nat(255));
    const change = fc.record({
      where: fc.noBias(fc.nat(1_000_000)),
      // Mostly such that the response can still be read.
      kind: fc.constantFrom('digit', 'digit', 'digit', 'replace', 'leave out', 'add'),
      byte,
    });
    let unlike = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('body', 'later'),
        fc.array(change, { minLength: 1, maxLength: 2 }),
        async (which, changes) => {
          let received = which === 'body' ? body : later;
          for (const { where, kind, byte: to } of changes) {
            const at = where % received.length;
            const known = received[at] ?? 0;
            const other = /[0-9a-f]/.test(String.fromCharCode(known))
              ? known === 0x62
                ? 0x63
                : 0x62
              : known;
            received = Buffer.concat([
              received.subarray(0, at),
              Buffer.from(kind === 'leave out' ? [] : [kind === 'digit' ? other : to]),
              received.subarray(kind === 'add' ? at : at + 1),
            ]);
          }
          if ((await judge(received)).hasFailed) unlike += 1;
        },
      ),
      // An escape that JSON does not have.
      { numRuns: 300, examples: [['later', [{ where: 633_076, kind: 'leave out', byte: 48 }]]] },
    );
    expect(unlike).toBeGreaterThan(20);
  });

  it('are judged as ever however the fields, numbers, and texts of a response are written', async () => {
    const quick = { repeated: 0, first: 0 };
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('body', 'later'),
        // Mostly such that the response can still be read.
        fc.oneof(
          { weight: 4, arbitrary: fc.constantFrom('list', 'atoms', 'none missing') },
          { weight: 1, arbitrary: fc.constantFrom(...Object.keys(envelopes)) },
        ),
        fc.constantFrom('', '', ' ', ' ', '\r\n\t', '\u00a0', '\ufeff'),
        fc.array(rewriting, { maxLength: 2 }),
        async (which, envelope, space, rewritings) => {
          const { repeated, first } = await judge(
            rewritten(which === 'body' ? body : later, envelope, space, rewritings),
          );
          if ((repeated?.length ?? 0) > 0) quick.repeated += 1;
          if ((first?.length ?? 0) > 0) quick.first += 1;
        },
      ),
      {
        numRuns: 200,
        examples: [
          ...Object.keys(envelopes).map((envelope) => ['body', envelope, '', []] as never),
          ...Object.entries(rewritings).flatMap(([kind, texts]) =>
            [...texts.keys()].flatMap((text) => [
              ['body', 'atoms', '', [{ kind, text, atom: 3, field: 0, place: 9, all: false }]] as never,
              ['later', 'atoms', '', [{ kind, text, atom: 0, field: 4, place: 0, all: true }]] as never,
            ]),
          ),
        ],
      },
    );
    expect(Math.min(quick.repeated, quick.first)).toBeGreaterThan(5);
  });
});

/** The fields of an object as they are written, with repetitions. */
type Written = [name: string, text: string][];
interface WrittenAtom {
  readonly atom: Written;
  readonly proof: Written;
}

const envelopes: Record<string, (atoms: string, one: string) => string> = {
  list: (atoms) => `[${atoms}]`,
  atoms: (atoms) => `{"atoms":[${atoms}]}`,
  results: (atoms) => `{"results":[${atoms}]}`,
  'none missing': (atoms) => `{"atoms":[${atoms}],"missing":[]}`,
  'one missing': (atoms) => `{"atoms":[${atoms}],"missing":[${JSON.stringify(keys[3])}]}`,
  'missing first': (atoms) => `{"missing":[],"atoms":[${atoms}]}`,
  'atoms twice': (atoms, one) => `{"atoms":[${one}],"atoms":[${atoms}]}`,
  'other atoms last': (atoms, one) => `{"atoms":[${atoms}],"atoms":[${one}]}`,
  'another field': (atoms) => `{"atoms":[${atoms}],"missing":[],"error":"none"}`,
  'an escape in a name': (atoms) => `{"\\u0061toms":[${atoms}]}`,
  'a null': (atoms) => `[${atoms},null]`,
  'an atom more': (atoms, one) => `[${atoms},${one}]`,
  'a comma more': (atoms) => `[${atoms},]`,
  'text after it': (atoms) => `[${atoms}] []`,
  'a map': (atoms) => `{"atoms":{${atoms}}}`,
};

const isHash = (text: string): boolean => /^"[0-9a-f]{64}"$/.test(text);
const isNumber = (text: string): boolean => /^\d+$/.test(text);
const isText = (text: string): boolean => text.startsWith('"') && !isHash(text);
const where =
  (applies: (text: string) => boolean, change: (text: string) => string) =>
  (text: string): string =>
    applies(text) ? change(text) : text;
const inside = (text: string): string => text.slice(1, -1);

/** Other ways to write a field, some of which change what it says. */
const rewritings: Record<string, readonly ((text: string) => string)[]> = {
  number: [
    (text: string) => `${text}.0`,
    (text: string) => `${text}e0`,
    (text: string) => `${text}E+0`,
    (text: string) => `0${text}`,
    (text: string) => `-${text}`,
    (text: string) => `"${text}"`,
    (text: string) => `${text}0000000000000000`,
    () => '-0',
    () => '0',
    () => '9007199254740993',
    () => '999999999999999',
    () => 'null',
    () => 'true',
  ].map((change) => where(isNumber, change)),
  hash: [
    (text: string) => text.toUpperCase(),
    (text: string) => `"0x${inside(text)}"`,
    (text: string) => `" ${inside(text)}"`,
    (text: string) => `"\\u00${Buffer.from(text.slice(1, 2)).toString('hex')}${text.slice(2)}`,
    (text: string) => `"${Buffer.from(inside(text), 'hex').toString('base64')}"`,
    (text: string) => `"${inside(text).slice(2)}"`,
    (text: string) => `"${inside(text)}00"`,
    () => `"${otherHash}"`,
    () => 'null',
  ].map((change) => where(isHash, change)),
  text: [
    (text: string) => `"\\u0076${text.slice(2)}`,
    (text: string) => text.replace('v1', '\\u00761'),
    (text: string) => text.replace('é', 'e\u0301'),
    (text: string) => `"${inside(text)}\\u0000"`,
    (text: string) => `"${inside(text)}\\ud800"`,
    (text: string) => `"${inside(text)}\\ud83d\\ude00"`,
    (text: string) => `"${inside(text)}\ufffd"`,
    (text: string) => `"${inside(text)}\u0001"`,
    (text: string) => `"${inside(text)}\\/"`,
    (text: string) => `"${inside(text)} "`,
    () => '""',
    () => 'null',
    () => '{}',
    () => JSON.stringify(keys[5]),
  ].map((change) => where(isText, change)),
};
/** Changes of the fields of an object. */
const fieldChanges: Record<string, (fields: Written, at: number, place: number, other: Written) => unknown> =
  {
    move: (fields, at, place) => fields.splice(place % fields.length, 0, ...fields.splice(at, 1)),
    'leave out': (fields, at) => fields.splice(at, 1),
    repeat: (fields, at, place) => fields.splice(place % (fields.length + 1), 0, fields[at] ?? ['', '0']),
    'repeat with what another atom says': (fields, at, place, other) => {
      const [name] = fields[at] ?? ['"x"'];
      const said = other.find(([one]) => one === name)?.[1] ?? 'null';
      fields.splice(place % (fields.length + 1), 0, [name, said]);
    },
    'take from another atom': (fields, at, _place, other) => {
      const one = fields[at];
      if (one !== undefined) one[1] = other.find(([name]) => name === one[0])?.[1] ?? 'null';
    },
    'escape the name': (fields, at) => {
      const one = fields[at];
      if (one !== undefined)
        one[0] = `"\\u00${Buffer.from(one[0].slice(1, 2)).toString('hex')}${one[0].slice(2)}`;
    },
    'add a field': (fields, _at, place) =>
      fields.splice(place % (fields.length + 1), 0, ['"__proto__"', '{"value":"other"}']),
  };
const rewriting = fc.record({
  kind: fc.constantFrom(...Object.keys(rewritings), ...Object.keys(fieldChanges)),
  text: fc.nat(),
  atom: fc.nat(10),
  /** First those of the atom, and then those of its proof. */
  field: fc.nat(9),
  place: fc.nat(9),
  all: fc.boolean(),
});
type Rewriting = typeof rewriting extends fc.Arbitrary<infer T> ? T : never;

function rewritten(from: Buffer, envelope: string, space: string, changes: readonly Rewriting[]): Buffer {
  const fieldsOf = (said: object): Written =>
    Object.entries(said).map(([name, one]) => [JSON.stringify(name), JSON.stringify(one)]);
  const atoms = (JSON.parse(from.toString('utf8')) as Raw).atoms.map(({ proof, ...atom }): WrittenAtom => ({
    atom: [...fieldsOf(atom), ['"proof"', '']],
    proof: fieldsOf(proof),
  }));
  for (const { kind, text, atom: chosen, field, place, all } of changes) {
    for (const [at, { atom, proof }] of atoms.entries()) {
      if (!all && at !== chosen) continue;
      const isOfProof = field >= atom.length;
      const fields = isOfProof ? proof : atom;
      const fieldAt = (isOfProof ? field - atom.length : field) % Math.max(fields.length, 1);
      const next = atoms[(at + 1) % atoms.length];
      fieldChanges[kind]?.(fields, fieldAt, place, (isOfProof ? next?.proof : next?.atom) ?? []);
      const ways = rewritings[kind] ?? [];
      // In every field that the change applies to.
      for (const one of fields) one[1] = ways[text % ways.length]?.(one[1]) ?? one[1];
    }
  }
  const written = (fields: Written): string =>
    `{${fields.map(([name, text]) => `${space}${name}${space}:${space}${text}`).join(',')}${space}}`;
  const texts = atoms.map(({ atom, proof }) =>
    written(atom.map(([name, text]) => [name, name === '"proof"' && text === '' ? written(proof) : text])),
  );
  return Buffer.from((envelopes[envelope] ?? String)(texts.join(','), texts[5] ?? ''));
}
