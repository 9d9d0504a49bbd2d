import type { Json } from '../domain/json.ts';
import { toHex } from './hex.ts';
import { parseProof } from './parseProof.ts';
import { mergeProofs, type Contradiction, type MergedProofs } from './partialTree.ts';
import type { InclusionProof } from './proof.ts';
import { claimedRoot, type ClaimedRoot } from './proofReading.ts';
import type { SchemePin } from './scheme.ts';

/** A value in one proof of a response; `entry` counts all proofs of the response from 0, unreadable ones too. */
export interface SnapshotEntry {
  readonly entry: number;
  /** Root as lowercase hex, size as a decimal string. */
  readonly value: string;
}

/**
 * Whether all proofs of one response describe one tree (interface section 4.5). `single`: there was at most one
 * readable proof, so nothing could disagree.
 */
export type SnapshotFinding =
  | { readonly kind: 'single' }
  | { readonly kind: 'agree'; readonly count: number }
  /** Proofs with several roots that need not come from one response, so nothing follows from this. */
  | { readonly kind: 'apart'; readonly roots: number }
  | {
      readonly kind: 'differ';
      readonly field: 'rootHash' | 'treeSize';
      readonly first: SnapshotEntry;
      readonly second: SnapshotEntry;
    }
  /** This proof gives a place of the tree another hash than the other proofs do. Theirs are not in doubt for it. */
  | {
      readonly kind: 'node-differs';
      readonly level: number;
      /** Position within its level, as a decimal string. */
      readonly index: string;
      /** Lower-case hex: what this proof states or computes, and what stands against it. */
      readonly given: string;
      readonly other: string;
      /** `established` by proofs that lead to the root, or merely `stated` by another proof that fails. */
      readonly otherIs: Contradiction['otherIs'];
      /** The levels at which this proof may have been altered; empty if that cannot be told. */
      readonly alteredLevels: readonly number[];
    };

/**
 * Compares root and size over all proofs of one response, given as received. Missing and malformed proofs are
 * left to their own verdicts, and a proof that names no size is compared by its root alone. Of chained proofs
 * the outermost root counts.
 */
export function checkSnapshot(proofs: readonly Json[]): SnapshotFinding {
  return compareRoots(proofs.map(claimedRoot));
}

/** The same for the roots that the proofs state, of which null stands for one that cannot be read. */
export function compareRoots(roots: readonly (ClaimedRoot | null)[]): SnapshotFinding {
  let firstRoot: SnapshotEntry | null = null;
  let firstSize: SnapshotEntry | null = null;
  let count = 0;
  for (const [entry, stated] of roots.entries()) {
    if (stated === null) continue;
    count += 1;
    const root = { entry, value: stated.rootHash };
    firstRoot ??= root;
    if (root.value !== firstRoot.value)
      return { kind: 'differ', field: 'rootHash', first: firstRoot, second: root };
    if (stated.treeSize === null) continue;
    const size = { entry, value: `${stated.treeSize}` };
    firstSize ??= size;
    if (size.value !== firstSize.value)
      return { kind: 'differ', field: 'treeSize', first: firstSize, second: size };
  }
  return count > 1 ? { kind: 'agree', count } : { kind: 'single' };
}

/**
 * The finding for each proof of one response, in their order: as `checkSnapshot` for all of them, and besides
 * whether they agree on every inner node that they share. Only the proof that disagrees with verified ones
 * fails for that. `pin`: what the response is held to; without a path rule nodes cannot be compared.
 */
export function checkSnapshots(proofs: readonly Json[], pin: SchemePin | null): readonly SnapshotFinding[] {
  const shared = checkSnapshot(proofs);
  if (shared.kind !== 'agree') return proofs.map(() => shared);
  const findings: SnapshotFinding[] = proofs.map(() => shared);
  for (const links of linksByTree(proofs)) {
    const merged = mergeByBest(links, pin);
    for (const [at, merge] of (merged?.merges ?? []).entries()) {
      const entry = links[at]?.entry;
      if (entry === undefined || merge.kind !== 'failed' || merge.contradiction === null) continue;
      findings[entry] = nodeDiffers(merge.contradiction, merge.alteration?.levels ?? []);
    }
  }
  return findings;
}

/**
 * The finding for each of some proofs that were collected, and need not have come in one response: those of one
 * root must agree; several roots are not a contradiction.
 */
export function checkCollection(proofs: readonly Json[], pin: SchemePin | null): readonly SnapshotFinding[] {
  const byRoot = new Map<string, number[]>();
  for (const [entry, raw] of proofs.entries()) {
    const root = claimedRoot(raw)?.rootHash ?? '';
    byRoot.set(root, [...(byRoot.get(root) ?? []), entry]);
  }
  const roots = byRoot.size - (byRoot.has('') ? 1 : 0);
  if (roots < 2) return checkSnapshots(proofs, pin);
  const findings: SnapshotFinding[] = proofs.map(() => ({ kind: 'apart', roots }));
  for (const entries of byRoot.values()) {
    const some = checkSnapshots(
      entries.map((entry) => proofs[entry] ?? null),
      pin,
    );
    for (const [at, finding] of some.entries()) {
      const entry = entries[at];
      if (entry === undefined) continue;
      if (finding.kind === 'differ') findings[entry] = inCollection(finding, entries);
      else if (finding.kind === 'node-differs') findings[entry] = finding;
    }
  }
  return findings;
}

function inCollection(
  finding: Extract<SnapshotFinding, { kind: 'differ' }>,
  entries: readonly number[],
): SnapshotFinding {
  const placed = ({ entry, value }: SnapshotEntry) => ({ entry: entries[entry] ?? entry, value });
  return { ...finding, first: placed(finding.first), second: placed(finding.second) };
}

interface EntryLink {
  readonly entry: number;
  readonly proof: InclusionProof;
}

/** The links of all proofs, by the root and size that they state; those of at least two proofs. */
function linksByTree(proofs: readonly Json[]): readonly (readonly EntryLink[])[] {
  const trees = new Map<string, EntryLink[]>();
  for (const [entry, raw] of proofs.entries()) {
    const parse = parseProof(raw);
    if (!parse.ok) continue;
    for (const proof of parse.chain) {
      if (proof.treeSize === null || proof.leafIndex === null) continue;
      const name = `${toHex(proof.rootHash)} ${proof.treeSize}`;
      const links = trees.get(name) ?? [];
      links.push({ entry, proof });
      trees.set(name, links);
    }
  }
  return [...trees.values()].filter((links) => links.length > 1);
}

/** Merged by the pinned rule that fits most of them. */
function mergeByBest(links: readonly EntryLink[], pin: SchemePin | null): MergedProofs | null {
  const [first] = links;
  if (first === undefined || first.proof.treeSize === null) return null;
  const about = { rootHash: first.proof.rootHash, treeSize: first.proof.treeSize };
  const proofs = links.map(({ proof }) => proof);
  let best: MergedProofs | null = null;
  let most = -1;
  for (const scheme of pin?.path ?? []) {
    const merged = mergeProofs(proofs, about, scheme);
    const verified = merged.merges.filter(({ kind }) => kind === 'verified').length;
    if (verified > most) [best, most] = [merged, verified];
    if (verified === proofs.length) break;
  }
  return best;
}

function nodeDiffers(
  { level, index, given, other, otherIs }: Contradiction,
  alteredLevels: readonly number[],
): SnapshotFinding {
  return {
    kind: 'node-differs',
    level,
    index: `${index}`,
    given: toHex(given),
    other: toHex(other),
    otherIs,
    alteredLevels,
  };
}
