import type { RootStatus } from '../domain/connection.ts';
import type { MemoryFinding } from '../domain/keyMemory.ts';
import type { Json } from '../domain/json.ts';
import {
  conclude,
  concludeWithout,
  openGrounds,
  type Conclusion,
  type OpenGround,
} from '../grounds/conclude.ts';
import { given, unavailable, type Ground, type GroundsOf } from '../grounds/grounds.ts';
import { checkContent, isBare } from './checkContent.ts';
import { checkPath, checkWellFormed } from './checkPath.ts';
import type { CheckReason, Incoherence } from './checkReason.ts';
import { find, notChecked, type Finding } from './finding.ts';
import { fromHashText } from './hashText.ts';
import { toHex } from './hex.ts';
import {
  checkTrustedSize,
  endsAtLeaf,
  pathWithoutContent,
  withSettledLeaf,
  withTrustedSize,
} from './nodeOrLeaf.ts';
import type { ProofParse } from './parseProof.ts';
import type { AtomContent } from './preimages.ts';
import { outermost } from './proof.ts';
import { readProof, type ProofReading } from './proofReading.ts';
import { isContradicted, isVouchedFor, vouchingFor, type RootEvidence } from './rootVouching.ts';
import type { PathScheme, SchemePin } from './scheme.ts';
import type { SnapshotFinding } from './snapshot.ts';
import type { CheckName, Verdict, VerdictStatus } from './verdict.ts';

export interface VerifyInput {
  /**
   * As received; null for what the response did not contain. An atom without key and value is a bare proof.
   */
  readonly atom: AtomContent & { readonly hash: string | null };
  /** The key that was requested; null if none was (recall). */
  readonly requestedKey: string | null;
  /** The proof object as received; null if there was none. */
  readonly proof: Json;
  /** What `parseProof` made of it by itself, where that is known: it need not be decoded again. */
  readonly parse?: ProofParse;
  /** What the connection is held to, after `narrowPin` saw this response. */
  readonly pin: SchemePin | null;
  /** The finding on all proofs of the same response. */
  readonly snapshot: SnapshotFinding;
  /**
   * What the root ledger and the pins say of this proof's root; null if it names none, or came without a connection, or
   * neither could be asked. That is for `grounds` to say.
   */
  readonly root: RootStatus | null;
  readonly grounds: ReadingGrounds | FileGrounds;
  /**
   * The rule by which `verifyPacked` has shown this proof's path to lead to its root, so that it need not be
   * folded again. Only a pass is taken over: what fails is folded here, to say why.
   */
  readonly provenPath?: PathScheme | null;
  /**
   * The number of leaves of the tree with this proof's root, from a source other than the proof: the user, or a
   * pin that vouches for it. null or absent if there is none. A proof that states another size fails; one that
   * states none is held to this one.
   */
  readonly trustedTreeSize?: bigint | null;
  /** What `compareWithMemory` found: a version neither goes back nor changes its content. */
  readonly memory?: MemoryFinding | null;
  /** How other copies of this key in the response contradict this one; null or absent if they do not. */
  readonly copies?: CopyFinding | null;
  /** What `otherKeysInLeaf` found: another key that is said to be the same leaf; null or absent if there is none. */
  readonly otherInLeaf?: string | null;
}

/** What the verdict on an atom that a connection returned rests on. One object serves all atoms of a response. */
export interface ReadingGrounds {
  readonly use: 'reading';
  readonly open: readonly OpenGround[];
}

/**
 * What the verdict on a proof that came without a connection (pasted, from a file) rests on. Without rules from elsewhere,
 * and a root that something other than the proof vouches for, it is amber at best.
 */
export interface FileGrounds {
  readonly use: 'file';
  readonly rules: Ground;
  readonly root: RootEvidence;
}

export function readingGrounds(grounds: GroundsOf<'reading'>): ReadingGrounds {
  return { use: 'reading', open: openGrounds('reading', grounds) };
}

/** What contradicts an atom that a response holds several times. The worst of the copies stands for all of them. */
export interface CopyFinding {
  readonly copies: number;
  /** They differ under one version; another one failed; another one could not be checked fully. */
  readonly kind: 'differ' | 'other-failed' | 'other-unchecked';
}

/**
 * Checks one atom against its proof: six independent checks in a fixed order. Whatever the JSON
 * holds, this returns a verdict and never throws: "could not check" is a result too.
 */
export function verify(input: VerifyInput): Verdict {
  const { trustedTreeSize = null } = input;
  const reading = withTrustedSize(
    readProof(input.proof, input.atom, input.pin, input.parse),
    trustedTreeSize,
  );
  const path = checkPath(reading, input.pin, input.provenPath);
  const paths = path.reason.code === 'root-reached' ? path.reason.schemes : [];
  const isSorted = paths.some(({ node }) => node === 'sorted');
  const isAtLeaf = reading.kind === 'read' && endsAtLeaf(reading.chain, trustedTreeSize, isSorted);
  const content = checkContent(reading, input, paths, isAtLeaf);
  const settled = isAtLeaf ? withSettledLeaf : (finding: Finding) => finding;
  const findings: Readonly<Record<CheckName, Finding>> = {
    wellFormed: checkTrustedSize(reading, trustedTreeSize) ?? settled(checkWellFormed(reading, input.pin)),
    path: settled(isBare(input.atom) ? pathWithoutContent(path, reading, trustedTreeSize) : path),
    content: content.finding,
    coherent: checkCoherent(reading, input),
    snapshot: checkSnapshotFinding(reading, input.snapshot),
    root: checkRoot(input.root),
  };
  const { grounds } = input;
  if (grounds.use === 'reading')
    return verdictOf(concludeWithout(grounds.open, statusOf(findings, input)), findings, content.binds);
  const otherwise = statusOf({ ...findings, root: find('pass', findings.root.reason) }, input);
  const root = checkVouching(reading, grounds.root, otherwise);
  const found = root.status === 'fail' ? 'red' : otherwise;
  const sources = { rules: grounds.rules, root: rootGround(root) };
  return verdictOf(conclude('file', found, sources), { ...findings, root }, content.binds);
}

function verdictOf(
  { status, open }: Conclusion,
  findings: Readonly<Record<CheckName, Finding>>,
  binds: Verdict['binds'],
): Verdict {
  return {
    status,
    checks: [
      { name: 'wellFormed', ...findings.wellFormed },
      { name: 'path', ...findings.path },
      { name: 'content', ...findings.content },
      { name: 'coherent', ...findings.coherent },
      { name: 'snapshot', ...findings.snapshot },
      { name: 'root', ...findings.root },
    ],
    binds,
    open,
  };
}

/** Without a connection, nothing is proven under a root that nothing but the proof vouches for. */
function rootGround({ status }: Finding): Ground {
  return status === 'undecided' ? unavailable('from-the-claim') : given;
}

function statusOf(
  findings: Readonly<Record<CheckName, Finding>>,
  { atom, pin, root }: VerifyInput,
): VerdictStatus {
  if (Object.values(findings).some((finding) => finding.status === 'fail')) return 'red';
  // Two roots for one tree: which of them this proof should lead to is the question that the proof cannot answer.
  if (root?.kind === 'unexplained') return 'amber';
  // A bare proof has no content to check. Its path can decide, but not by rules that were inferred from it, and
  // not where the leaf is known to be empty: a proof of an empty place does not prove an atom.
  const pathDecides =
    isBare(atom) &&
    pin !== null &&
    pin.origin !== 'inferred' &&
    findings.content.reason.code !== 'empty-leaf';
  const decisive = pathDecides ? [findings.path] : [findings.path, findings.content, findings.coherent];
  if (decisive.every((finding) => finding.status === 'pass')) return 'green';
  return decisive.every((finding) => finding.status === 'pass' || coversOnlyKey(finding))
    ? 'keyOnly'
    : 'amber';
}

/** Whether the leaf was shown to be the hash of the key, by rules that all leave out the value. */
function coversOnlyKey({ reason }: Finding): boolean {
  return reason.code === 'content-not-covered' && reason.isSettled && reason.binds.includes('key');
}

function checkCoherent(
  reading: ProofReading,
  { atom, requestedKey, memory = null, copies = null, otherInLeaf = null }: VerifyInput,
): Finding {
  const differences: Incoherence[] = [];
  const compared: ('key' | 'hash')[] = [];
  if (requestedKey !== null && atom.key !== null) {
    compared.push('key');
    if (requestedKey !== atom.key)
      differences.push({ field: 'key', asked: requestedKey, answered: atom.key });
  }
  // Where the proof names no leaf hash, there is nothing that the atom's could disagree with.
  if (atom.hash !== null && reading.kind === 'read' && reading.leafFrom === 'proof') {
    compared.push('hash');
    const bytes = fromHashText(atom.hash);
    const leafHash = toHex(reading.proof.leafHash);
    if (bytes === null || toHex(bytes) !== leafHash)
      differences.push({ field: 'hash', atomHash: bytes === null ? atom.hash : toHex(bytes), leafHash });
  }
  if (memory !== null && memory.kind !== 'changed') differences.push({ field: 'memory', conflict: memory });
  if (copies !== null && copies.kind !== 'other-unchecked')
    differences.push({ field: 'copies', copies: copies.copies, because: copies.kind });
  if (otherInLeaf !== null) differences.push({ field: 'leaf', otherKey: otherInLeaf });
  if (differences.length > 0) return find('fail', { code: 'incoherent', differences });
  if (reading.kind !== 'read') return notChecked(reading.kind);
  if (copies !== null) return find('undecided', { code: 'copy-unchecked', copies: copies.copies });
  return find('pass', { code: 'coherent', compared });
}

function checkSnapshotFinding(reading: ProofReading, finding: SnapshotFinding): Finding {
  if (finding.kind === 'differ' || finding.kind === 'node-differs')
    return find('fail', { code: 'snapshot', finding });
  if (reading.kind !== 'read') return notChecked(reading.kind);
  // Several roots from several responses, or nothing to compare: neither agreement nor contradiction.
  if (finding.kind === 'apart' || finding.kind === 'single')
    return find('undecided', { code: 'snapshot', finding });
  return find('pass', { code: 'snapshot', finding });
}

function checkRoot(rootStatus: RootStatus | null): Finding {
  const reason: CheckReason = { code: 'root', rootStatus };
  if (rootStatus?.kind === 'pinned') return find('pass', reason);
  return find(rootStatus?.kind === 'contradiction' ? 'fail' : 'undecided', reason);
}

function checkVouching(reading: ProofReading, evidence: RootEvidence, otherwise: VerdictStatus): Finding {
  if (reading.kind !== 'read') return notChecked(reading.kind);
  const { rootHash, treeSize } = outermost(reading.chain);
  const vouching = vouchingFor({ rootHash: toHex(rootHash), treeSize }, evidence);
  const reason: CheckReason = { code: 'root-vouching', vouching, otherwise };
  if (isVouchedFor(vouching)) return find('pass', reason);
  return find(isContradicted(vouching) ? 'fail' : 'undecided', reason);
}
