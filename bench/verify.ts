import { createHash } from 'node:crypto';
import { parseArgs } from 'node:util';
import { verifyMerkleProof } from '@parametric-memory/snapshot-verify';
import { MerkleTree } from 'merkletreejs';
import { fastNodeHash } from '#shared/merkle/fastNodeHash.ts';
import { packProofs } from '#shared/merkle/packedProofs.ts';
import type { PathScheme } from '#shared/merkle/scheme.ts';
import { verifyPacked } from '#shared/merkle/verifyPacked.ts';
import { createVerifierPool } from '../engine/reading/verifierPool.ts';
import { median, perSecond, ratio, timed, timedAsync, type Row } from './measure.ts';
import { report, type Target } from './report.ts';
import { makeProofs, type BenchProof } from './treeOfProofs.ts';

const { values } = parseArgs({
  options: { json: { type: 'boolean' }, proofs: { type: 'string', default: '100000' } },
});
const count = Number(values.proofs);
const rounds = 5;

const rfc: PathScheme = { hash: 'sha-256', node: 'prefix-01', shape: 'rfc6962', order: 'leaf-to-root' };
const plain: PathScheme = { ...rfc, node: 'concat', shape: 'duplicate-last' };

/** A proof with its hashes as bytes, so that verification is compared without parsing text. */
interface ProofBytes {
  readonly leaf: Buffer;
  readonly siblings: readonly Buffer[];
  readonly root: Buffer;
  readonly index: number;
}

function decode({ leafHash, siblings, rootHash, leafIndex }: BenchProof): ProofBytes {
  return {
    leaf: Buffer.from(leafHash, 'hex'),
    siblings: siblings.map((text) => Buffer.from(text, 'hex')),
    root: Buffer.from(rootHash, 'hex'),
    index: leafIndex,
  };
}

/** The simplest implementation: checks nothing but the root. */
function fold({ leaf, siblings, root, index }: ProofBytes, prefix: Uint8Array | null): boolean {
  let node = leaf;
  let place = index;
  for (const sibling of siblings) {
    const hash = createHash('sha256');
    if (prefix !== null) hash.update(prefix);
    node = (place % 2 === 0 ? hash.update(node).update(sibling) : hash.update(sibling).update(node)).digest();
    place = Math.floor(place / 2);
  }
  return node.equals(root);
}

const sha256 = (data: Buffer) => createHash('sha256').update(data).digest();
const peerTree = new MerkleTree([], sha256);

function peerVerify({ leaf, siblings, root, index }: ProofBytes): boolean {
  const path = siblings.map((data, level) => ({
    position: Math.floor(index / 2 ** level) % 2 === 1 ? 'left' : 'right',
    data,
  }));
  return peerTree.verify(path, leaf, root);
}

async function snapshotVerify(proof: BenchProof): Promise<boolean> {
  const { leafHash: leaf, rootHash: root, siblings, leafIndex: index } = proof;
  return (await verifyMerkleProof({ leaf, root, auditPath: [...siblings], index })).verified;
}

function must(isTrue: boolean, what: string): void {
  if (!isTrue) throw new Error(`The benchmark is broken: ${what}`);
}

/** From proofs as returned by JSON.parse to a result for each. */
function verifyAll(proofs: readonly BenchProof[], scheme: PathScheme): void {
  const { packs, left } = packProofs(proofs, scheme);
  const sound = packs.every((pack) =>
    verifyPacked(pack, fastNodeHash(scheme)).verified.every((answer) => answer === 1),
  );
  must(sound && left.length === 0, 'a valid proof was rejected');
}

/** Every proof that a plain fold rejects is rejected, among as many valid ones. */
function checkStrictness(proofs: readonly BenchProof[], scheme: PathScheme, prefix: Uint8Array | null): void {
  const mixed = proofs.slice(0, 2000).map((proof, at) => {
    if (at % 2 === 0) return proof;
    const level = at % proof.siblings.length;
    const flip = (hash: string) => hash.slice(0, -1) + (Number.parseInt(hash.slice(-1), 16) ^ 1).toString(16);
    return { ...proof, siblings: proof.siblings.map((hash, n) => (n === level ? flip(hash) : hash)) };
  });
  for (const pack of packProofs(mixed, scheme).packs) {
    const { verified } = verifyPacked(pack, fastNodeHash(scheme));
    for (const [at, entry] of pack.entries.entries()) {
      const proof = mixed[entry];
      must(
        proof !== undefined && (verified[at] === 1) === fold(decode(proof), prefix),
        'the result differs from a plain fold',
      );
    }
  }
}

/** Milliseconds with one worker and with two, alternating so that both run under the same conditions. */
async function measureWorkers(
  proofs: readonly BenchProof[],
  scheme: PathScheme,
): Promise<{ readonly one: number; readonly two: number }> {
  const pools = [1, 2].map((size) => ({
    size,
    times: [] as number[],
    pool: createVerifierPool(new URL('verifyWorker.mjs', import.meta.url), size),
  }));
  for (let round = 0; round <= 2 * rounds; round += 1) {
    for (const { size, times, pool } of pools) {
      const { packs } = packProofs(proofs, scheme, size);
      const time = await timedAsync(async () => {
        const answers = await Promise.all(packs.map(pool.verifyPack));
        must(
          answers.every(({ verified }) => verified.every((answer) => answer === 1)),
          'a worker rejected',
        );
      });
      // The first rounds compile the code.
      if (round > 1) times.push(time);
    }
  }
  await Promise.all(pools.map(({ pool }) => pool.close()));
  const [one = [], two = []] = pools.map(({ times }) => times);
  return { one: median(one), two: median(two) };
}

async function measureTree(name: string, scheme: PathScheme): Promise<{ rows: Row[]; targets: Target[] }> {
  const isRfc = scheme.node === 'prefix-01';
  const prefix = isRfc ? Uint8Array.of(1) : null;
  const proofs = makeProofs(count, prefix);
  checkStrictness(proofs, scheme, prefix);
  const few = proofs.slice(0, 1000);
  const some = proofs.slice(0, 10_000);
  const fewBytes = few.map(decode);
  const someBytes = some.map(decode);
  const times = {
    snapshot: [] as number[],
    peer: [] as number[],
    fold: [] as number[],
    foldText: [] as number[],
    all: [] as number[],
    packed: [] as number[],
  };
  for (let round = 0; round <= rounds; round += 1) {
    const folded = timed(() =>
      must(
        someBytes.every((proof) => fold(proof, prefix)),
        'the fold rejects',
      ),
    );
    const foldedText = timed(() =>
      must(
        some.every((proof) => fold(decode(proof), prefix)),
        'the fold rejects',
      ),
    );
    const all = timed(() => verifyAll(proofs, scheme));
    const { packs } = packProofs(proofs, scheme);
    const packed = timed(() => packs.forEach((pack) => verifyPacked(pack, fastNodeHash(scheme))));
    // The peers do not support prefixes.
    const snapshot = isRfc
      ? 0
      : await timedAsync(async () => {
          for (const proof of few) must(await snapshotVerify(proof), 'snapshot-verify rejects');
        });
    const peer = isRfc ? 0 : timed(() => must(fewBytes.every(peerVerify), 'merkletreejs rejects'));
    if (round === 0) continue;
    times.fold.push(folded);
    times.foldText.push(foldedText);
    times.all.push(all);
    times.packed.push(packed);
    times.snapshot.push(snapshot);
    times.peer.push(peer);
  }
  const workers = await measureWorkers(proofs, scheme);
  const one = perSecond(count, workers.one);
  const two = perSecond(count, workers.two);
  const folds = perSecond(some.length, median(times.fold));
  const foldsText = perSecond(some.length, median(times.foldText));
  const ours = perSecond(count, median(times.packed));
  const oursText = perSecond(count, median(times.all));
  const snapshot = isRfc ? null : perSecond(few.length, median(times.snapshot));
  const peer = isRfc ? null : perSecond(few.length, median(times.peer));
  const rows: readonly (readonly [string, number | null])[] = [
    ['@parametric-memory/snapshot-verify (hex text)', snapshot],
    ['merkletreejs (bytes)', peer],
    ['plain createHash fold (bytes)', folds],
    ['plain createHash fold (hex text)', foldsText],
    ['this (bytes, packed)', ours],
    ['this (parsed JSON, packing included)', oursText],
    ['this (bytes, packed), one worker', one],
    ['this (bytes, packed), two workers', two],
  ];
  const targets: readonly (readonly [string, number | null, number | null])[] = [
    ['bytes, over snapshot-verify', 300, snapshot === null ? null : ratio(ours, snapshot)],
    ['bytes, over a plain fold of bytes', isRfc ? 6 : 10, ratio(ours, folds)],
    ['two workers over one', 1.7, ratio(two, one)],
    ['parsed JSON, over snapshot-verify', null, snapshot === null ? null : ratio(oursText, snapshot)],
    ['parsed JSON, over a plain fold of hex text', null, ratio(oursText, foldsText)],
  ];
  return {
    rows: rows.flatMap(([what, rate]) => (rate === null ? [] : [{ tree: name, what, rate }])),
    targets: targets.flatMap(([what, wanted, got]) =>
      got === null ? [] : [{ what: `${name}: ${what}`, wanted, got }],
    ),
  };
}

const unprefixed = await measureTree('unprefixed', plain);
const prefixed = await measureTree('RFC 6962', rfc);
report({
  title: `${count} proofs of depth 17 under one root, strict; proofs per second, median of ${rounds}`,
  rows: [...unprefixed.rows, ...prefixed.rows],
  targets: [...unprefixed.targets, ...prefixed.targets],
  asJson: values.json === true,
});
