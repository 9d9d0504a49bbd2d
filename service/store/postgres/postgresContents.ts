import type { StoreContents } from '../../maintenance/storeContents.ts';
import { present } from '../atomStore.ts';
import { positionId } from '../proving.ts';
import { byteArray, type Database } from './connect.ts';
import { openSnapshot } from './snapshot.ts';

const atOnce = 1_000;
const bytes = (text: string): Buffer => Buffer.from(text, 'utf8');
const textOf = (content: Uint8Array): string => Buffer.from(content).toString('utf8');

interface LeafRow {
  readonly index: string;
  readonly key: Uint8Array;
  readonly value: Uint8Array;
  readonly version: number;
  readonly created_at: string;
}

/** The contents of a database at one moment, whatever is stored meanwhile: a transaction that stays open until `close`. */
export async function openPostgresContents(database: Database): Promise<StoreContents> {
  const snapshot = await openSnapshot(database);

  const recordOf = ({ key, value, version, created_at: createdAt }: LeafRow) => ({
    key: textOf(key),
    value: textOf(value),
    version,
    createdAt: Number(createdAt),
  });

  return {
    async tree() {
      const [row] = await snapshot.queries()<
        { size: string; root: Uint8Array }[]
      >`SELECT size, root FROM tree`;
      const { size, root } = present(row);
      return { size: Number(size), root: Buffer.from(root) };
    },
    async *leaves() {
      let after = -1;
      for (;;) {
        const rows = await snapshot.queries()<LeafRow[]>`
          SELECT index, key, value, version, created_at FROM leaf
          WHERE index > ${after} ORDER BY index LIMIT ${atOnce}`;
        const last = rows.at(-1);
        if (last === undefined) return;
        after = Number(last.index);
        yield rows.map((row) => ({ index: Number(row.index), record: recordOf(row) }));
      }
    },
    async leavesAt(indexes) {
      const rows = await snapshot.queries()<LeafRow[]>`
        SELECT index, key, value, version, created_at FROM leaf WHERE index = ANY (${[...indexes]}::bigint[])`;
      const found = new Map(rows.map((row) => [Number(row.index), recordOf(row)]));
      return indexes.map((index) => found.get(index));
    },
    async nodesAt(positions) {
      const rows = await snapshot.queries()<{ level: number; position: string; hash: Uint8Array }[]>`
        SELECT level, position, hash FROM node
        JOIN unnest(${positions.map(({ level }) => level)}::smallint[], ${positions.map(({ index }) => index)}::bigint[])
          AS wanted (level, position) USING (level, position)`;
      const found = new Map(
        rows.map(({ level, position, hash }) => [
          positionId({ level, index: Number(position) }),
          Buffer.from(hash),
        ]),
      );
      return positions.map((position) => found.get(positionId(position)));
    },
    async headsOf(keys) {
      const rows = await snapshot.queries()<{ key: Uint8Array; leaf: string; version: number }[]>`
        SELECT key, leaf, version FROM head WHERE key = ANY (${byteArray(snapshot.queries(), keys.map(bytes))})`;
      const found = new Map(
        rows.map(({ key, leaf, version }) => [textOf(key), { leafIndex: Number(leaf), version }]),
      );
      return keys.map((key) => found.get(key));
    },
    async *nodes() {
      let [level, index] = [-1, -1];
      for (;;) {
        const rows = await snapshot.queries()<{ level: number; position: string }[]>`
          SELECT level, position FROM node WHERE (level, position) > (${level}, ${index})
          ORDER BY level, position LIMIT ${atOnce}`;
        const last = rows.at(-1);
        if (last === undefined) return;
        [level, index] = [last.level, Number(last.position)];
        yield rows.map((row) => ({ level: row.level, index: Number(row.position) }));
      }
    },
    async *heads() {
      let after = Buffer.alloc(0);
      for (;;) {
        const rows = await snapshot.queries()<{ key: Uint8Array; leaf: string; version: number }[]>`
          SELECT key, leaf, version FROM head WHERE key > ${after} ORDER BY key LIMIT ${atOnce}`;
        const last = rows.at(-1);
        if (last === undefined) return;
        after = Buffer.from(last.key);
        yield rows.map(({ key, leaf, version }) => ({ key: textOf(key), leafIndex: Number(leaf), version }));
      }
    },
    close: () => snapshot.close(),
  };
}
