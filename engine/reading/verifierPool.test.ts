import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { embeddedServiceScheme } from '#shared/merkle/embeddedServiceScheme.ts';
import { embeddedLike, flipBit, proveAll, sampleAtoms } from '#shared/merkle/testing/sampleTree.ts';
import { builtPrograms } from '../testing/builtPrograms.ts';
import { createVerifierPool } from './verifierPool.ts';
import { sha256 } from '#shared/merkle/testing/nodeSha256.ts';

let folder: string;
let worker: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'verifiers-'));
  worker = join(await builtPrograms(), 'verify-worker.js');
});
afterAll(() => rm(folder, { recursive: true }));

describe('a pool of verifiers', () => {
  it('returns a result for every proof, in order, whichever worker checked it', async () => {
    const pool = createVerifierPool(worker, 2);
    const proofs = proveAll(embeddedLike(sha256), sampleAtoms(60)).map(({ proof }, at) =>
      at % 7 === 3 ? { ...proof, leafHash: flipBit(proof.leafHash, at) } : proof,
    );
    const { paths, hashed } = await pool.verifyPaths([...proofs, null], embeddedServiceScheme.path);
    await pool.close();
    expect(paths).toEqual([...proofs.map((_, at) => at % 7 !== 3), null]);
    // The tree has 59 nodes; shared nodes are hashed by both workers, and failing proofs add more.
    expect(hashed).toBeLessThan(80);
  });

  it('rejects when a worker fails, and when it is closed meanwhile', async () => {
    const file = join(folder, 'broken.cjs');
    await writeFile(
      file,
      "require('node:worker_threads').parentPort.on('message', () => { throw new Error('no'); });",
    );
    const proofs = proveAll(embeddedLike(sha256), sampleAtoms(3)).map(({ proof }) => proof);
    const broken = createVerifierPool(file, 1);
    await expect(broken.verifyPaths(proofs, embeddedServiceScheme.path)).rejects.toThrow('no');
    await broken.close();
    const idle = join(folder, 'idle.cjs');
    await writeFile(idle, "require('node:worker_threads').parentPort.on('message', () => {});");
    const closed = createVerifierPool(idle, 1);
    const asked = closed.verifyPaths(proofs, embeddedServiceScheme.path);
    await Promise.all([expect(asked).rejects.toThrow('ended'), closed.close()]);
  });
});
