import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { planAppend, type Append, type Tree } from '../service/store/appending.ts';
import { keyTerms } from '../service/recall/keyTerms.ts';
import { byteArray, connect } from '../service/store/postgres/connect.ts';
import { wordsLiteral } from '../service/store/postgres/postgresWords.ts';
import { openStores } from '../service/store/openStores.ts';
import type { StorePlace, Stores } from '../service/store/stores.ts';
import { startPostgres } from '../service/testing/testPostgres.ts';
import { report, type Target } from './report.ts';
import type { Row } from './measure.ts';
import { keyOf } from './service/sample.ts';

/*
 * The stores of the service without HTTP: LevelDB, PostgreSQL on this computer with its writes on disk, and a bare program that inserts the
 * same rows into the same tables. Ratios within one run; on a busy machine, absolute figures mean nothing.
 */

const { values } = parseArgs({
  options: { json: { type: 'boolean' }, atoms: { type: 'string', default: '50000' } },
});
const atoms = Number(values.atoms);
const inBatch = 1_000;
const singles = 1_000;
const reads = 2_000;

const atomOf = (index: number) => ({
  key: keyOf(index),
  value: `what is known of ${keyOf(index)}, ${index}`,
});
const batchOf = (turn: number) =>
  Array.from({ length: inBatch }, (_, place) => atomOf(turn * inBatch + place));

/** How many of `count` are done in a second, `atOnce` at a time. */
async function perSecond(
  count: number,
  atOnce: number,
  work: (turn: number) => Promise<unknown>,
): Promise<number> {
  let turn = 0;
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let mine = turn++; mine < count; mine = turn++) await work(mine);
    }),
  );
  return (count / (performance.now() - begun)) * 1_000;
}

interface Figures {
  readonly batched: number;
  readonly single: number;
  readonly read: number;
  readonly thousand: number;
}

async function measure({ atoms: store }: Stores): Promise<Figures> {
  const batched = (await perSecond(atoms / inBatch, 2, (turn) => store.append(batchOf(turn)))) * inBatch;
  const single = await perSecond(singles, 16, (turn) => store.append([atomOf(turn)]));
  const read = await perSecond(reads, 8, (turn) => store.read([keyOf((turn * 7_919) % atoms)]));
  const thousand = await perSecond(20, 1, (turn) =>
    store.read(
      Array.from({ length: inBatch }, (_, place) => keyOf((turn * 104_729 + place * 7_919) % atoms)),
    ),
  );
  return { batched, single, read, thousand };
}

/** Inserts the rows of the same batches, which were computed before, one batch in a transaction. */
async function measureBare(url: string): Promise<number> {
  const created = await openStores({ kind: 'postgres', url }, { clock: Date.now, log: () => undefined });
  await created.close();
  const plans: Append[] = [];
  let tree: Tree = { size: 0, peaks: [] };
  for (let turn = 0; turn < atoms / inBatch; turn += 1) {
    const plan = planAppend(tree, new Map(), [batchOf(turn)], 0);
    plans.push(plan);
    tree = plan.after;
  }
  const words = plans.map(({ leaves }) => leaves.map(({ key }) => wordsLiteral(keyTerms(key))));
  const database = connect(url, () => undefined);
  try {
    const rate = await perSecond(plans.length, 1, (turn) => {
      const { leaves = [], nodes = [], after, root } = plans[turn] ?? {};
      const bytes = leaves.map(({ key, value }) => ({ key: Buffer.from(key), value: Buffer.from(value) }));
      return database.begin((sql) =>
        Promise.all([
          sql`INSERT INTO leaf SELECT * FROM unnest(
            ${leaves.map(({ leafIndex }) => leafIndex)}::bigint[], ${byteArray(
              sql,
              bytes.map(({ key }) => key),
            )},
            ${leaves.map(({ version }) => version)}::integer[], ${byteArray(
              sql,
              bytes.map(({ value }) => value),
            )},
            ${leaves.map(() => 0)}::bigint[])`,
          sql`INSERT INTO head SELECT key, leaf, version, words::tsvector FROM unnest(
            ${byteArray(
              sql,
              bytes.map(({ key }) => key),
            )}, ${leaves.map(({ leafIndex }) => leafIndex)}::bigint[],
            ${leaves.map(({ version }) => version)}::integer[], ${words[turn] ?? []}::text[])
            AS heads (key, leaf, version, words)`,
          sql`INSERT INTO node SELECT * FROM unnest(
            ${nodes.map(({ level }) => level)}::smallint[], ${nodes.map(({ index }) => index)}::bigint[],
            ${byteArray(
              sql,
              nodes.map(({ hash }) => hash),
            )})`,
          sql`UPDATE tree SET size = ${after?.size ?? 0}, root = ${root ?? Buffer.alloc(32)}`,
        ]),
      );
    });
    return rate * inBatch;
  } finally {
    await database.end();
  }
}

async function measureAt(place: StorePlace): Promise<Figures> {
  const stores = await openStores(place, { clock: Date.now, log: () => undefined });
  try {
    return await measure(stores);
  } finally {
    await stores.close();
  }
}

const folder = await mkdtemp(path.join(tmpdir(), 'atom-bench-'));
const server = await startPostgres({ isDurable: true });
try {
  const bare = await measureBare(await server.newDatabase());
  const shared = await measureAt({ kind: 'postgres', url: await server.newDatabase() });
  const level = await measureAt({ kind: 'folder', folder });
  const rowsOf = (tree: string, { batched, single, read, thousand }: Figures): readonly Row[] => [
    { tree, what: 'stores/s, 1,000 in a batch', rate: Math.round(batched) },
    { tree, what: 'stores/s, one each, 16 at once', rate: Math.round(single) },
    { tree, what: 'reads with proof/s, 8 at once', rate: Math.round(read) },
    { tree, what: 'reads of 1,000 keys/s', rate: Math.round(thousand * 10) / 10 },
  ];
  const ratio = (got: number, of: number): number => Math.round((got / of) * 100) / 100;
  const targets: readonly Target[] = [
    {
      what: 'PostgreSQL, batched, relative to the bare program',
      wanted: 0.6,
      got: ratio(shared.batched, bare),
    },
    {
      what: 'PostgreSQL, batched, relative to LevelDB',
      wanted: 0.33,
      got: ratio(shared.batched, level.batched),
    },
    {
      what: 'PostgreSQL, single, relative to LevelDB',
      wanted: 0.45,
      got: ratio(shared.single, level.single),
    },
    { what: 'PostgreSQL, reads, relative to LevelDB', wanted: null, got: ratio(shared.read, level.read) },
    {
      what: 'PostgreSQL, reads of 1,000, relative to LevelDB',
      wanted: null,
      got: ratio(shared.thousand, level.thousand),
    },
  ];
  report({
    title: `Stores of ${atoms.toLocaleString('en')} atoms`,
    rows: [
      { tree: 'bare program', what: 'stores/s, 1,000 in a batch', rate: Math.round(bare) },
      ...rowsOf('PostgreSQL', shared),
      ...rowsOf('LevelDB', level),
    ],
    targets,
    asJson: values.json === true,
  });
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
