import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createAtomStore } from '../store/atomStore.ts';
import { openDatabase, type Database } from '../store/database.ts';
import { builtPrograms } from '../../engine/testing/builtPrograms.ts';
import { isLongRun } from '../testing/longRun.ts';
import { problemOfAtom } from '../testing/verifyAtom.ts';

const rounds = isLongRun ? 100 : 4;
const batchSize = 12;
let folder: string;
let program: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atom-durability-'));
  program = join(await builtPrograms(), 'service-cli.js');
});
afterAll(() => rm(folder, { recursive: true }));

const stored = z.object({ key: z.string(), version: z.int(), hash: z.string(), rootHash: z.string() });
const answerSchema = z.union([
  stored.transform((atom) => [atom]),
  z.object({ atoms: z.array(stored) }).transform(({ atoms }) => atoms),
]);
type Stored = z.infer<typeof stored>;

/**
 * Starts the service, writes from several clients, and kills it a given time after a given number of
 * responses; resolves to the responses.
 */
async function writeUntilKilled(
  data: string,
  round: number,
  killAfter: { readonly answers: number; readonly ms: number },
): Promise<readonly Stored[]> {
  // The language model would only be loading when the service is killed.
  const options = ['--data', data, '--json', '--words-only', '--rate', '100000'];
  const child = spawn(process.execPath, [program, ...options], {
    env: { ...process.env, ATOM_SERVICE_FULL_KEY: 'f' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(child, 'exit');
  const line = await once(createInterface(child.stdout), 'line').then(([first]) => String(first));
  const { address } = z.object({ address: z.string() }).parse(JSON.parse(line));
  const answered: Stored[] = [];
  let answers = 0;
  let killed = false;
  let tellEnough = (): void => undefined;
  const enough = new Promise<void>((resolve) => {
    tellEnough = resolve;
  });

  async function write(writer: number, turn: number): Promise<void> {
    const name = `r${round}.w${writer}.t${turn}`;
    const isBatch = writer % 2 === 0;
    const atoms = Array.from({ length: batchSize }, (_, place) => ({
      // Some keys are only in the batch, some are written by all.
      key: place % 2 === 0 ? `v1.batch.${name}.${place}` : `v1.common.${place}`,
      value: `${name} ${'x'.repeat(turn % 700)}`,
    }));
    const answer = await fetch(`${address}${isBatch ? '/batch-atoms' : '/atoms'}`, {
      method: 'POST',
      headers: { Authorization: 'Bearer f', 'Content-Type': 'application/json' },
      body: JSON.stringify(isBatch ? { atoms } : { key: `v1.single.${writer}`, value: name }),
    });
    const body: unknown = await answer.json();
    expect(answer.status).toBe(201);
    answered.push(...answerSchema.parse(body));
    answers += 1;
    if (answers >= killAfter.answers) tellEnough();
    return killed ? undefined : write(writer, turn + 1);
  }

  const writers = Array.from({ length: 6 }, (_, writer) =>
    write(writer, 0).catch((error: unknown) => {
      // Only the kill may end a writer.
      if (!killed) throw error;
    }),
  );
  // Counted in responses, because a time alone is too short on a busy machine.
  const moment = enough
    .then(() => delay(killAfter.ms))
    .then(() => {
      killed = true;
      child.kill('SIGKILL');
    });
  await Promise.all([moment, exit, ...writers]);
  return answered;
}

/** The root after RFC 6962, 2.1, computed directly from all leaves. */
function rootOf(leaves: readonly Buffer[]): Buffer {
  const sha256 = (...parts: readonly Uint8Array[]) =>
    createHash('sha256').update(Buffer.concat(parts)).digest();
  const [first] = leaves;
  if (first === undefined) return sha256();
  if (leaves.length === 1) return first;
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  return sha256(Buffer.of(1), rootOf(leaves.slice(0, split)), rootOf(leaves.slice(split)));
}

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
        const written = await writeUntilKilled(data, round, {
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

          const store = createAtomStore(database, Date.now);
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
