import type { AtomReading, Exchange } from '#shared/domain/atom.ts';
import type { KeySource, LeafPlace } from '#shared/domain/catalogue.ts';
import type { Activity, RootStanding } from '#shared/domain/connection.ts';
import { toHex } from '#shared/merkle/hex.ts';
import { parseProof } from '#shared/merkle/parseProof.ts';
import type { InclusionProof } from '#shared/merkle/proof.ts';
import type { PathScheme, SchemePin } from '#shared/merkle/scheme.ts';
import { checkSnapshot, checkSnapshots } from '#shared/merkle/snapshot.ts';
import type { CheckStatus } from '#shared/merkle/verdict.ts';
import { statedRoot } from '#shared/merkle/proofReading.ts';
import { verify } from '#shared/merkle/verify.ts';
import type { KeyNews } from '../catalogue/knownKeys.ts';
import type { SeenRoot } from '../catalogue/rootHistory.ts';
import type { RootToRecord } from '../catalogue/rootLedger.ts';
import { valueToCheck, type ReceivedAtom } from '../gateway/decodeAnswer.ts';

/** An atom of an answer, with the key that it was asked for by (null for recall). */
export interface AtomToCheck {
  readonly atom: ReceivedAtom;
  readonly requestedKey: string | null;
}

/** What one answer amounts to: the readings for the window, and what is to be remembered of it. */
export interface AnswerReading {
  readonly atoms: readonly AtomReading[];
  readonly news: readonly KeyNews[];
  /** One for each root that the answer named, in its order. */
  readonly roots: readonly RootToRecord[];
  readonly newestRoot: Activity['root'];
}

/** For each proof of an answer, whether its path leads to its root by this rule; null where it was left open. */
export interface ProvenPaths {
  readonly scheme: PathScheme;
  readonly leadToRoot: readonly (boolean | null)[];
}

/** Checks all atoms of one answer against the pin, against each other and against the ledger. No effects. */
export function readAnswer(input: {
  readonly atoms: readonly AtomToCheck[];
  readonly exchange: Exchange;
  /** What the answer is held to, which learnt from it before. */
  readonly pin: SchemePin | null;
  /** What the ledger says; null where it cannot be asked. */
  readonly standing: ((root: SeenRoot, askedAt: number) => RootStanding) | null;
  readonly source: KeySource;
  /** What a batch verification found before; null where it was not asked, and all is folded here. */
  readonly paths: ProvenPaths | null;
  /** The highest versions that were verified before the request left, of those keys that have one. */
  readonly earlierVersions: ReadonlyMap<string, number>;
  /** Epoch milliseconds. */
  readonly now: number;
}): AnswerReading {
  const { exchange, now, paths, pin } = input;
  const snapshots = snapshotsOf(input.atoms, pin, paths);
  const roots = new Map<string, { record: RootToRecord; standing: RootStanding }>();
  const news: KeyNews[] = [];

  const atoms = input.atoms.map(({ atom, requestedKey }, at): AtomReading => {
    const proof = proofOf(atom);
    const root = statedRoot(atom.proof);
    const standing =
      root === null || input.standing === null ? null : input.standing(root, exchange.startedAt);
    const verdict = verify({
      atom: asReceived(atom),
      requestedKey,
      proof: atom.proof,
      pin,
      snapshot: snapshots[at] ?? { kind: 'single' },
      root: standing,
      provenPath: paths?.leadToRoot[at] === true ? paths.scheme : null,
      earlierVersion: input.earlierVersions.get(atom.key) ?? null,
    });
    if (root !== null && standing !== null) {
      const name = `${root.rootHash} ${String(root.treeSize)}`;
      const path = strongest(roots.get(name)?.record.path, beliefInRoot(verdict.checks));
      const endpoint = `${exchange.method} ${endpointOf(exchange.path)}`;
      const { startedAt: askedAt, requestId } = exchange;
      roots.set(name, { record: { ...root, askedAt, at: now, endpoint, path, requestId }, standing });
    }
    news.push({
      kind: 'read',
      key: atom.key,
      source: input.source,
      at: now,
      version: atom.version,
      hash: atom.hash ?? (proof === null ? null : toHex(proof.leafHash)),
      leafIndex: proof?.leafIndex?.toString() ?? null,
      verdict: verdict.status,
      placed: placeOf(proof, statusOfPath(verdict.checks)),
    });
    return { ...atom, verdict, exchange };
  });
  return {
    atoms,
    news,
    roots: [...roots.values()].map(({ record }) => record),
    newestRoot: newest(roots),
  };
}

/** The atom with its value as it was received, to be hashed: an API key in it is taken out only of what is shown. */
export function asReceived(atom: ReceivedAtom): ReceivedAtom {
  const value = valueToCheck(atom);
  return value === atom.value ? atom : { ...atom, value };
}

/** Proofs that all lead to their root agree on every node between; otherwise the nodes themselves are compared. */
function snapshotsOf(atoms: readonly AtomToCheck[], pin: SchemePin | null, paths: ProvenPaths | null) {
  const proofs = atoms.map(({ atom }) => atom.proof);
  if (paths === null || !paths.leadToRoot.every((leads) => leads === true))
    return checkSnapshots(proofs, pin);
  const shared = checkSnapshot(proofs);
  return proofs.map(() => shared);
}

function placeOf(proof: InclusionProof | null, path: CheckStatus): LeafPlace | null {
  if (proof === null || proof.treeSize === null) return null;
  return { rootHash: toHex(proof.rootHash), treeSize: proof.treeSize.toString(), path };
}

/** The path as the interface writes it; a key in it would be kept in the ledger for ever. */
function endpointOf(path: string): string {
  return path.startsWith('/atoms/') ? '/atoms/:key' : path;
}

function proofOf(atom: ReceivedAtom): InclusionProof | null {
  const parse = parseProof(atom.proof);
  return parse.ok ? parse.proof : null;
}

function statusOfPath(checks: AtomReading['verdict']['checks']): CheckStatus {
  return checks.find(({ name }) => name === 'path')?.status ?? 'undecided';
}

/** A proof that is not even well-formed is as little evidence of the size that it names as one that leads elsewhere. */
function beliefInRoot(checks: AtomReading['verdict']['checks']): CheckStatus {
  const isWellFormed = checks.every(({ name, status }) => name !== 'wellFormed' || status !== 'fail');
  return isWellFormed ? statusOfPath(checks) : 'fail';
}

/** One sound proof is enough to believe the root and size that several name. */
function strongest(one: CheckStatus | undefined, other: CheckStatus): CheckStatus {
  if (one === 'pass' || other === 'pass') return 'pass';
  return one === 'undecided' || other === 'undecided' ? 'undecided' : 'fail';
}

/** The root of the largest tree; a contradiction goes before all others, so that it is not overlooked. */
function newest(
  roots: ReadonlyMap<string, { readonly record: RootToRecord; readonly standing: RootStanding }>,
): Activity['root'] {
  const inOrder = [...roots.values()].sort((a, b) => {
    const contradicts =
      Number(b.standing.kind === 'contradiction') - Number(a.standing.kind === 'contradiction');
    if (contradicts !== 0) return contradicts;
    const difference = (b.record.treeSize ?? 0n) - (a.record.treeSize ?? 0n);
    return difference > 0n ? 1 : difference < 0n ? -1 : 0;
  });
  const first = inOrder[0];
  if (first === undefined) return null;
  return {
    rootHash: first.record.rootHash,
    treeSize: first.record.treeSize?.toString() ?? null,
    standing: first.standing.kind,
  };
}
