import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, type Database } from '../store/level/database.ts';
import { createLevelAtoms } from '../store/level/levelAtoms.ts';
import { bundlePrograms } from '../../engine/testing/bundlePrograms.ts';
import { isLongRun } from '../testing/longRun.ts';
import { problemOfAtom } from '../testing/verifyAtom.ts';
import { batchSize, rootOf, writeUntilKilled, type Stored } from '../testing/writeUntilKilled.ts';

const rounds = isLongRun ? 100 : 8;
let folder: string;
let bundle: string;
let program: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atom-durability-'));
  bundle = await bundlePrograms({ cli: 'service/cli.ts' });
  program = join(bundle, 'cli.js');
});
afterAll(async () => {
  for (const each of [folder, bundle]) await rm(each, { recursive: true });
});

/** Verifies everything on disk independently; returns versions by key, and the sizes of the batches. */
async function inspect(database: Database) {
  const versions = new Map<string, string[]>();
  const batches = new Map<string, number>();
  const hashes: Buffer[] = [];
  for await (const { key, value, version } of database.leaves.values()) {
    const leaf = createHash('sha256')
      .update(Buffer.of(0))
      .update(JSON.stringify({ key, value, version }))
      .digest();
    hashes.push(leaf);
    const known = versions.get(key) ?? [];
    versions.set(key, known);
    known.push(leaf.toString('hex'));
    expect(version).toBe(known.length);
    if (/^v1\.(?:batch|common)/.test(key)) {
      const name = value.slice(0, value.indexOf(' '));
      batches.set(name, (batches.get(name) ?? 0) + 1);
    }
  }
  return { versions, batches, hashes };
}

describe('durability', () => {
  it(
    `loses nothing it confirmed and keeps no partial batch, killed at ${rounds} random moments`,
    async () => {
      const data = join(folder, 'data');
      const answered: Stored[] = [];
      let mostInOneRound = 0;
      for (let round = 0; round < rounds; round += 1) {
        const written = await writeUntilKilled({ program, options: ['--data', data] }, round, {
          answers: Math.random() * 60,
          ms: Math.random() * 5,
        });
        answered.push(...written);
        mostInOneRound = Math.max(mostInOneRound, written.length);

        const database = await openDatabase(join(data, 'memory'));
        try {
          const { versions, batches, hashes } = await inspect(database);
          const lost = answered.filter(({ key, version, hash }) => versions.get(key)?.[version - 1] !== hash);
          expect(lost).toEqual([]);
          expect([...batches].filter(([, size]) => size !== batchSize)).toEqual([]);

          const store = createLevelAtoms(database, Date.now);
          expect(await store.size()).toBe(hashes.length);
          const { atoms, missing } = await store.read([...versions.keys()]);
          expect(missing).toEqual([]);
          const root = rootOf(hashes).toString('hex');
          expect(atoms.filter(({ proof }) => proof.rootHash !== root)).toEqual([]);
          expect(atoms.filter(({ key, version }) => versions.get(key)?.length !== version)).toEqual([]);
          const sample = atoms.filter((_, place) => place % 17 === round % 17);
          expect(sample.map(problemOfAtom).filter((wrong) => wrong !== null)).toEqual([]);
        } finally {
          await database.level.close();
        }
      }
      // Otherwise the test would have shown nothing.
      expect(mostInOneRound).toBeGreaterThan(batchSize);
    },
    rounds * 60_000,
  );
});
