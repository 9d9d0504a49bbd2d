import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtPrograms } from '../../engine/testing/builtPrograms.ts';
import { connect } from '../store/postgres/connect.ts';
import { isLongRun } from '../testing/longRun.ts';
import { startPostgres, type TestPostgres } from '../testing/testPostgres.ts';
import { batchSize, rootOf, writeUntilKilled, type Stored } from '../testing/writeUntilKilled.ts';

const rounds = isLongRun ? 30 : 4;
let folder: string;
let program: string;
let server: TestPostgres;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atom-durability-'));
  program = join(await builtPrograms(), 'service-cli.js');
  server = await startPostgres({ isDurable: true });
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

/** Reads the whole database and computes the root from the values, without the code of the service. */
async function inspect(url: string) {
  const database = connect(url, () => undefined);
  try {
    const versions = new Map<string, string[]>();
    const batches = new Map<string, number>();
    const hashes: Buffer[] = [];
    const leaves = await database<{ index: string; key: Uint8Array; value: Uint8Array; version: number }[]>`
      SELECT index, key, value, version FROM leaf ORDER BY index`;
    for (const row of leaves) {
      expect(Number(row.index)).toBe(hashes.length);
      const [key, value] = [row.key, row.value].map((content) => Buffer.from(content).toString('utf8'));
      const { version } = row;
      const leaf = createHash('sha256')
        .update(Buffer.of(0))
        .update(JSON.stringify({ key, value, version }))
        .digest();
      hashes.push(leaf);
      const known = versions.get(key ?? '') ?? [];
      versions.set(key ?? '', known);
      known.push(leaf.toString('hex'));
      expect(version).toBe(known.length);
      if (!/^v1\.(?:batch|common)/.test(key ?? '')) continue;
      const name = value?.slice(0, value.indexOf(' ')) ?? '';
      batches.set(name, (batches.get(name) ?? 0) + 1);
    }
    const [tree] = await database<{ size: string; root: Uint8Array }[]>`SELECT size, root FROM tree`;
    const heads = await database<{ key: Uint8Array; version: number }[]>`SELECT key, version FROM head`;
    return { versions, batches, hashes, tree, heads };
  } finally {
    await database.end();
  }
}

describe('durability of a shared memory', () => {
  it(
    `loses nothing that was confirmed, and keeps no partial batch, while services and the database are killed ${rounds} times`,
    async () => {
      const url = await server.newDatabase();
      const answered: Stored[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const options = ['--data', join(folder, 'data'), '--store', url];
        let isDatabaseKilled = false;
        const killDatabase = (): Promise<void> => {
          isDatabaseKilled = true;
          return server.kill();
        };
        const killAfter = () => ({ answers: 5 + Math.random() * 40, ms: Math.random() * 5 });
        const isOfDatabase = round % 2 === 1;
        const written = await Promise.all(
          ['a', 'b'].map((name) =>
            writeUntilKilled(
              {
                program,
                options,
                isStoreKilled: () => isDatabaseKilled,
                ...(isOfDatabase && name === 'a' && { kill: killDatabase }),
              },
              `${round}${name}`,
              isOfDatabase && name === 'b' ? { answers: 2, ms: 0 } : killAfter(),
            ),
          ),
        );
        answered.push(...written.flat());
        if (isOfDatabase) await server.start();

        const { versions, batches, hashes, tree, heads } = await inspect(url);
        const lost = answered.filter(({ key, version, hash }) => versions.get(key)?.[version - 1] !== hash);
        expect(lost).toEqual([]);
        expect([...batches].filter(([, size]) => size !== batchSize)).toEqual([]);
        expect(Number(tree?.size)).toBe(hashes.length);
        expect(Buffer.from(tree?.root ?? []).toString('hex')).toBe(rootOf(hashes).toString('hex'));
        expect(
          heads.filter(
            ({ key, version }) => versions.get(Buffer.from(key).toString('utf8'))?.length !== version,
          ),
        ).toEqual([]);
        expect(heads.length).toBe(versions.size);
      }
      expect(answered.length).toBeGreaterThan(rounds * batchSize);
    },
    rounds * 60_000,
  );
});
