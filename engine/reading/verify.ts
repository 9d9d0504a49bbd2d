import type { AtomReading, Exchange } from '#shared/domain/atom.ts';
import type { KeySource, LeafPlace } from '#shared/domain/catalogue.ts';
import type { Activity, RootSighting, RootStatus } from '#shared/domain/connection.ts';
import type { KeyDenial, KeyMemory, KeyStatement, MemoryFinding } from '#shared/domain/keyMemory.ts';
import { compareWithMemory, deniedThough, isOtherContent } from '#shared/memory/compareWithMemory.ts';
import { toHex } from '#shared/merkle/hex.ts';
import { mayShareLeaf, otherKeysInLeaf } from '#shared/merkle/oneLeaf.ts';
import type { InclusionProof, ProofChain } from '#shared/merkle/proof.ts';
import type { SchemePin } from '#shared/merkle/scheme.ts';
import { checkSnapshots, compareRoots } from '#shared/merkle/snapshot.ts';
import { isWorse, type CheckStatus, type Verdict } from '#shared/merkle/verdict.ts';
import type { ClaimedRoot } from '#shared/merkle/proofReading.ts';
import { verify, type CopyFinding, type ReadingGrounds } from '#shared/merkle/verify.ts';
import type { KeyNews } from '../known/keyNews.ts';
import type { SeenRoot } from '../roots/rootHistory.ts';
import type { RootToRecord } from '../roots/rootLedger.ts';
import { valueToCheck, type ReceivedAtom } from '../client/receivedAtom.ts';
import { denialsOf, notReturned } from './denials.ts';
import { rootName, statedRoot, statedRoots, type StatedRoot } from './statedRoots.ts';
import type { ProvenPaths } from './verification/batchPaths.ts';

/** An atom of a response, with the key that was requested (null for recall). */
export interface AtomToCheck {
  readonly atom: ReceivedAtom;
  readonly requestedKey: string | null;
}

/** The verdicts on one response: the readings for the window, and what to remember. */
export interface VerifiedResponse {
  readonly atoms: readonly AtomReading[];
  /** What the known keys learn: first one for each atom, in their order. */
  readonly news: readonly KeyNews[];
  /** One for each root in the response, in order. */
  readonly roots: readonly RootToRecord[];
  /** The same, in the form that the window gets. */
  readonly sightings: readonly RootSighting[];
  readonly newestRoot: Activity['root'];
  /** The missing keys that were proven before. */
  readonly denials: readonly KeyDenial[];
}

/** A response, and what is known when it is checked. */
export interface ResponseToVerify {
  readonly atoms: readonly AtomToCheck[];
  /** What their proofs state, if they were decoded before. */
  readonly stated?: readonly StatedRoot[];
  readonly exchange: Exchange;
  /** The scheme to check against, which has already learned from the response. */
  readonly pin: SchemePin | null;
  /** What the ledger and the pins say; null if neither is available. */
  readonly rootStatus: (root: SeenRoot) => RootStatus | null;
  readonly grounds: ReadingGrounds;
  readonly source: KeySource;
  /** The result of an earlier batch verification; null if there was none, and all paths are folded here. */
  readonly paths: ProvenPaths | null;
  /** SHA-256 of each value, in the order of the atoms; lowercase hex. */
  readonly valueHashes: readonly string[];
  /** The memories of the keys that have one. */
  readonly remembered: ReadonlyMap<string, KeyMemory>;
  /** A key for which the service just returned 404 in a single read; null if there is none. */
  readonly deniedKey: string | null;
  /** Requested keys that were not returned. */
  readonly missing: readonly string[];
  readonly otherNews: readonly KeyNews[];
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * The only place where readings get their verdicts, be it one atom or an audit of 100,000. Checks all atoms of one response, and the
 * keys that it lacks, against the pin, each other, the ledger, and the memory. Has no side effects.
 */
export function verifyResponse(input: ResponseToVerify): VerifiedResponse {
  const { exchange, now, paths, pin } = input;
  const stated = input.stated ?? statedRoots(input.atoms.map(({ atom }) => atom.proof));
  const snapshots = snapshotsOf(
    input.atoms,
    stated.map(({ root }) => root),
    pin,
    paths,
  );
  const rootStatuses = new Map<string, RootStatus>();
  const rootStatusOf = (root: SeenRoot): RootStatus | null => {
    const name = rootName(root);
    const rootStatus = rootStatuses.get(name) ?? input.rootStatus(root);
    if (rootStatus !== null) rootStatuses.set(name, rootStatus);
    return rootStatus;
  };

  const checked = input.atoms.map(({ atom, requestedKey }, at): CheckedAtom => {
    const { parse, hasPlace, seen: root } = stated[at] ?? statedRoot(atom.proof, undefined);
    const proof = parse.ok ? parse.proof : null;
    const rootStatus = root === null ? null : rootStatusOf(root);
    const check = (
      memory: MemoryFinding | null,
      copies: CopyFinding | null,
      otherInLeaf: string | null,
      against: RootStatus | null = rootStatus,
    ): Verdict =>
      verify({
        atom: asReceived(atom),
        requestedKey,
        proof: atom.proof,
        parse,
        pin,
        snapshot: snapshots[at] ?? { kind: 'single' },
        root: against,
        grounds: input.grounds,
        provenPath: paths?.leadToRoot[at] === true ? paths.scheme : null,
        memory,
        copies,
        otherInLeaf,
      });
    const alone = check(null, null, null);
    const statement: KeyStatement = {
      version: atom.version,
      valueHash: input.valueHashes[at] ?? null,
      leafHash: proof === null ? null : toHex(proof.leafHash),
      rootHash: root?.rootHash ?? null,
      treeSize: root?.treeSize?.toString() ?? null,
      at: now,
      // A doubtful root does not weaken the proof: the atom is proven under that root.
      verdict: rootStatus?.kind === 'unexplained' ? check(null, null, null, null).status : alone.status,
    };
    // A response about another key says nothing about the requested one.
    const isOther = requestedKey !== null && requestedKey !== atom.key;
    const memory = isOther ? null : (input.remembered.get(atom.key) ?? null);
    const finding =
      compareWithMemory(memory, statement, exchange.startedAt) ??
      (input.deniedKey === atom.key ? deniedThough(statement) : null);
    const verdict = finding === null ? alone : check(finding, null, null);
    const chain = parse.ok && mayShareLeaf(alone, pin) ? parse.chain : null;
    const otherInLeaf = null;
    const found = { proof, chain, root, rootStatus, statement, finding, verdict, hasPlace, otherInLeaf };
    return { atom, requestedKey, ...found, check };
  });
  const judged = withCopies(withOneLeaf(checked));

  const roots = new Map<string, { record: RootToRecord; rootStatus: RootStatus }>();
  const news: KeyNews[] = [];
  const atoms = judged.map((one): AtomReading => {
    const { atom, root, rootStatus, verdict, finding } = one;
    if (root !== null && rootStatus !== null) {
      const name = rootName(root);
      const known = roots.get(name)?.record.path;
      const path = strongest(known, beliefInRoot(verdict.checks));
      if (path !== known) {
        const endpoint = `${exchange.method} ${endpointOf(exchange.path)}`;
        const { startedAt: askedAt, requestId } = exchange;
        roots.set(name, { record: { ...root, askedAt, at: now, endpoint, path, requestId }, rootStatus });
      }
    }
    news.push(newsOf(one, input.source, now));
    // Field by field: a copy with another shape of every atom takes many times as long.
    return {
      key: atom.key,
      value: atom.value,
      version: atom.version,
      hash: atom.hash,
      score: atom.score,
      proof: atom.proof,
      raw: atom.raw,
      anomalies: atom.anomalies,
      verdict,
      memory: finding,
      exchange: atom.receivedBy ?? exchange,
    };
  });
  const recorded = [...roots.values()].map(({ record }) => record);
  const denials = denialsOf(input.missing, input.remembered, recorded, now);
  return {
    atoms,
    news: [...news, ...denials.map((one) => notReturned(one, now)), ...input.otherNews],
    roots: recorded,
    sightings: [...roots.values()].map(sightingOf),
    newestRoot: newest(roots),
    denials: denials.filter(({ denial }) => denial.kind !== 'unproven'),
  };
}

/** A key that a response proves; null if it proves none. */
export function provenIn(atoms: readonly AtomReading[]): string | null {
  const proven = atoms.find(({ verdict }) =>
    verdict.checks.some(({ name, status }) => name === 'path' && status === 'pass'),
  );
  return proven?.key ?? null;
}

/** The atom with its value as received, for hashing. An API key in it is removed only from what is shown. */
export function asReceived(atom: ReceivedAtom): ReceivedAtom {
  const value = valueToCheck(atom);
  return value === atom.value ? atom : { ...atom, value };
}

/** An atom of a response with everything that was found about it. */
interface CheckedAtom extends AtomToCheck {
  readonly proof: InclusionProof | null;
  /** Whether the leaf index is a position in the whole tree. In a chain of proofs it is one in an inner tree. */
  readonly hasPlace: boolean;
  readonly root: SeenRoot | null;
  readonly rootStatus: RootStatus | null;
  readonly statement: KeyStatement;
  readonly finding: MemoryFinding | null;
  readonly verdict: Verdict;
  /** null if no other atom can be the same leaf. */
  readonly chain: ProofChain | null;
  /** Another key of the response that is said to be the same leaf. */
  readonly otherInLeaf: string | null;
  readonly check: (
    memory: MemoryFinding | null,
    copies: CopyFinding | null,
    otherInLeaf: string | null,
  ) => Verdict;
}

/** Judges atoms of several keys that are said to be one leaf: none of them can be believed. */
function withOneLeaf(checked: readonly CheckedAtom[]): readonly CheckedAtom[] {
  const others = otherKeysInLeaf(
    checked.map(({ atom, chain, verdict }) => ({ key: atom.key, chain, verdict })),
  );
  return checked.map((one, at) => {
    const otherInLeaf = others[at] ?? null;
    if (otherInLeaf === null) return one;
    const verdict = one.check(one.finding, null, otherInLeaf);
    return { ...one, otherInLeaf, verdict, statement: { ...one.statement, verdict: verdict.status } };
  });
}

/** Judges repeated atoms of a response: the worst copy decides for all of them. */
function withCopies(checked: readonly CheckedAtom[]): readonly CheckedAtom[] {
  const byKey = new Map<string, CheckedAtom[]>();
  // An atom in the place of another key is the answer for that key.
  const keyOf = ({ requestedKey, atom }: CheckedAtom): string => requestedKey ?? atom.key;
  for (const one of checked) {
    const copies = byKey.get(keyOf(one));
    if (copies === undefined) byKey.set(keyOf(one), [one]);
    else copies.push(one);
  }
  if (byKey.size === checked.length) return checked;
  return checked.map((one) => {
    const copies = byKey.get(keyOf(one)) ?? [];
    const found = copyFinding(one, copies);
    if (found === null) return one;
    const verdict = one.check(one.finding, found, one.otherInLeaf);
    // It is unclear which copy the service means, so none of them is remembered.
    return { ...one, verdict, statement: { ...one.statement, verdict: verdict.status } };
  });
}

function copyFinding(one: CheckedAtom, copies: readonly CheckedAtom[]): CopyFinding | null {
  const others = copies.filter((other) => other !== one);
  const { statement, verdict } = one;
  const count = copies.length;
  const differ = others.some(
    (other) => other.statement.version === statement.version && isOtherContent(other.statement, statement),
  );
  if (differ) return { copies: count, kind: 'differ' };
  const graver = others
    .map((other) => other.verdict.status)
    .filter((status) => isWorse(status, verdict.status));
  if (graver.length === 0) return null;
  return { copies: count, kind: graver.includes('red') ? 'other-failed' : 'other-unchecked' };
}

/** What to add to the known keys. A response about another key is a failed reading of the requested key. */
function newsOf(one: CheckedAtom, source: KeySource, at: number): KeyNews {
  const { atom, requestedKey, statement, finding, verdict } = one;
  const proof = one.hasPlace ? one.proof : null;
  if (requestedKey !== null && requestedKey !== atom.key) {
    const nothing = { version: null, hash: null, leafIndex: null, placed: null };
    return { kind: 'read', key: requestedKey, source, at, ...nothing, verdict: 'red' };
  }
  return {
    kind: 'read',
    key: atom.key,
    source,
    at,
    version: atom.version,
    hash: atom.hash ?? statement.leafHash,
    leafIndex: proof?.leafIndex?.toString() ?? null,
    verdict: verdict.status,
    placed: placeOf(proof, statusOfPath(verdict.checks)),
    value: atom.value,
    said: { statement, finding },
  };
}

/**
 * If all proofs lead to their root, they agree on every node in between. Otherwise the nodes themselves are
 * compared.
 */
function snapshotsOf(
  atoms: readonly AtomToCheck[],
  roots: readonly (ClaimedRoot | null)[],
  pin: SchemePin | null,
  paths: ProvenPaths | null,
) {
  if (paths === null || !paths.leadToRoot.every((leads) => leads === true)) {
    return checkSnapshots(
      atoms.map(({ atom }) => atom.proof),
      pin,
    );
  }
  const shared = compareRoots(roots);
  return roots.map(() => shared);
}

function placeOf(proof: InclusionProof | null, path: CheckStatus): LeafPlace | null {
  if (proof === null || proof.treeSize === null) return null;
  return { rootHash: toHex(proof.rootHash), treeSize: proof.treeSize.toString(), path };
}

/** The path as the API writes it, because a key in it would stay in the ledger forever. */
function endpointOf(path: string): string {
  return path.startsWith('/atoms/') ? '/atoms/:key' : path;
}

function statusOfPath(checks: AtomReading['verdict']['checks']): CheckStatus {
  return checks.find(({ name }) => name === 'path')?.status ?? 'undecided';
}

/** A malformed proof is as little evidence of the size that it states as one that leads elsewhere. */
function beliefInRoot(checks: AtomReading['verdict']['checks']): CheckStatus {
  const isWellFormed = checks.every(({ name, status }) => name !== 'wellFormed' || status !== 'fail');
  return isWellFormed ? statusOfPath(checks) : 'fail';
}

/** One valid proof is enough to accept the root and size that several state. */
function strongest(one: CheckStatus | undefined, other: CheckStatus): CheckStatus {
  if (one === 'pass' || other === 'pass') return 'pass';
  return one === 'undecided' || other === 'undecided' ? 'undecided' : 'fail';
}

interface FoundRoot {
  readonly record: RootToRecord;
  readonly rootStatus: RootStatus;
}

/**
 * The root of the largest tree; roots with evidence against them come first, so that they are not overlooked.
 */
function newest(roots: ReadonlyMap<string, FoundRoot>): Activity['root'] {
  const inOrder = [...roots.values()].sort((a, b) => {
    const worse = gravityOf(b.rootStatus) - gravityOf(a.rootStatus);
    if (worse !== 0) return worse;
    const difference = (b.record.treeSize ?? 0n) - (a.record.treeSize ?? 0n);
    return difference > 0n ? 1 : difference < 0n ? -1 : 0;
  });
  const first = inOrder[0];
  return first === undefined ? null : sightingOf(first);
}

function gravityOf({ kind }: RootStatus): number {
  return kind === 'contradiction' ? 2 : kind === 'unexplained' ? 1 : 0;
}

/** The size in a failed proof is not used. */
function sightingOf({ record: { rootHash, treeSize, path }, rootStatus }: FoundRoot): RootSighting {
  return { rootHash, treeSize: path === 'fail' ? null : (treeSize?.toString() ?? null), status: rootStatus };
}
