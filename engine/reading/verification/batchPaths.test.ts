import { describe, expect, it } from 'vitest';
import type { Json } from '#shared/domain/json.ts';
import { embeddedServiceScheme } from '#shared/merkle/embeddedServiceScheme.ts';
import type { SchemePin } from '#shared/merkle/scheme.ts';
import {
  embeddedLike,
  flipBit,
  proveAll,
  sampleAtoms,
  specifiedPin,
} from '#shared/merkle/testing/sampleTree.ts';
import { fastNodeHash } from '#shared/merkle/fastNodeHash.ts';
import { packProofs } from '#shared/merkle/packedProofs.ts';
import { verifyPacked } from '#shared/merkle/verifyPacked.ts';
import type { VerifierPool } from '../verifierPool.ts';
import { verifyResponse, type AtomToCheck } from '../verify.ts';
import { createBatchPaths, smallestBatch } from './batchPaths.ts';
import { sha256 } from '#shared/merkle/testing/nodeSha256.ts';
import { connectionGrounds } from '#shared/merkle/testing/verifyInput.ts';

/** The work of the worker threads, on this thread. */
const poolHere: VerifierPool = {
  verifyPaths: async (proofs, scheme) => {
    const paths = proofs.map((): boolean | null => null);
    for (const pack of packProofs(proofs, scheme).packs) {
      const { verified } = verifyPacked(pack, fastNodeHash(scheme));
      for (const [at, entry] of pack.entries.entries()) paths[entry] = verified[at] === 1;
    }
    return { paths, hashed: 0 };
  },
  verifyPack: () => Promise.reject(new Error('not used')),
  close: async () => undefined,
};

function answer(size: number, tamper: (at: number) => boolean): readonly AtomToCheck[] {
  return proveAll(embeddedLike(sha256), sampleAtoms(size)).map(({ key, value, version, proof }, at) => ({
    atom: {
      key,
      value,
      version,
      hash: proof.leafHash,
      score: null,
      proof: tamper(at)
        ? { ...proof, siblings: proof.siblings.map((one) => flipBit(one, at)) }
        : { ...proof },
      raw: '',
      anomalies: [],
    },
    requestedKey: key,
  }));
}

function read(atoms: readonly AtomToCheck[], paths: Awaited<ReturnType<typeof prove>>) {
  const exchange = {
    requestId: '1',
    method: 'POST',
    path: '/batch-access',
    status: 200,
    startedAt: 1,
    elapsedMs: 1,
    bodyBytes: 1,
    retries: 0,
  } as const;
  const { atoms: readings } = verifyResponse({
    atoms,
    exchange,
    pin: specifiedPin,
    rootStatus: () => ({ kind: 'new' }),
    grounds: connectionGrounds,
    source: 'lookup',
    paths,
    valueHashes: [],
    remembered: new Map(),
    deniedKey: null,
    missing: [],
    otherNews: [],
    now: 2,
  });
  return readings.map(({ verdict }) => verdict);
}

const prove = (proofs: readonly Json[], held: SchemePin | null, pool: () => VerifierPool = () => poolHere) =>
  createBatchPaths({ makePool: pool, log: () => undefined }).prove(proofs, held);

describe('createBatchPaths', () => {
  it.each([
    ['sound', () => false],
    ['partly tampered with', (at: number) => at % 9 === 4],
  ])('gives a %s response the same verdicts as without threads', async (_name, tamper) => {
    const atoms = answer(70, tamper);
    const paths = await prove(
      atoms.map(({ atom }) => atom.proof),
      specifiedPin,
    );
    expect(paths?.leadToRoot).toEqual(atoms.map((_, at) => !tamper(at)));
    expect(read(atoms, paths)).toEqual(read(atoms, null));
  });

  it('leaves small responses, and several pinned rules, to the caller', async () => {
    const none = () => {
      throw new Error('a pool was made');
    };
    const proofs = answer(smallestBatch, () => false).map(({ atom }) => atom.proof);
    expect(await prove(proofs.slice(1), specifiedPin, none)).toBeNull();
    expect(await prove(proofs, null, none)).toBeNull();
    const two = {
      ...specifiedPin,
      path: [embeddedServiceScheme.path, { ...embeddedServiceScheme.path, node: 'concat' }],
    };
    expect(await prove(proofs, two as SchemePin, none)).toBeNull();
  });

  it('restarts the workers after they failed, and says so', async () => {
    const logged: string[] = [];
    let made = 0;
    const failing = { ...poolHere, verifyPaths: () => Promise.reject(new Error('the thread died')) };
    const batch = createBatchPaths({
      makePool: () => {
        made += 1;
        return made === 1 ? failing : poolHere;
      },
      log: (message) => logged.push(message),
    });
    const proofs = answer(40, () => false).map(({ atom }) => atom.proof);
    expect(await batch.prove(proofs, specifiedPin)).toBeNull();
    expect(logged).toHaveLength(1);
    expect(await batch.prove(proofs, specifiedPin)).toMatchObject({ scheme: embeddedServiceScheme.path });
  });
});
