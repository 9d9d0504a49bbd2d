import { given } from '#shared/grounds/grounds.ts';
import { readImport, type ImportedAtom } from '#shared/merkle/importProofs.ts';
import { rulesGround, treesOfRules } from '#shared/merkle/importRules.ts';
import { claimedRoot } from '#shared/merkle/proofReading.ts';
import type { RootEvidence } from '#shared/merkle/rootVouching.ts';
import type { SchemePin } from '#shared/merkle/scheme.ts';
import { checkSnapshot, type SnapshotFinding } from '#shared/merkle/snapshot.ts';
import { trustedSizeInPins } from '#shared/pins/trustedSize.ts';
import { readImportText } from '#shared/text/importText.ts';
import { notBetterThanAmber } from '#shared/merkle/verifyImport.ts';
import type { JsonFault } from '#shared/text/jsonSyntax.ts';
import type { PastedRules } from '../../../state/proofStore.ts';
import { checkCase, type ProofCase } from '../case/proofCase.ts';

export type PastedReading =
  | { readonly kind: 'empty' }
  | { readonly kind: 'not-json'; readonly fault: JsonFault }
  /** JSON without a proof. `why` is a full sentence. */
  | { readonly kind: 'nothing'; readonly why: string }
  | {
      readonly kind: 'entries';
      readonly entries: readonly ImportedAtom[];
      /** Whether the proofs share one root. Entries of one response must, others need not. */
      readonly snapshot: SnapshotFinding;
    };

/**
 * Finds every proof in a text: proofs alone, atoms with proofs, lists of both, responses, and exports.
 *
 * @param pin the rules of the open connection, which say whether a list of proofs is one chain
 */
export function readPasted(text: string, pin: SchemePin | null = null): PastedReading {
  if (text.trim() === '') return { kind: 'empty' };
  const reading = readImportText(text);
  if (!reading.ok) return { kind: 'not-json', fault: reading.fault };
  const found = readImport(reading.json, { trees: pin === null ? 1 : treesOfRules({ from: 'pin', pin }) });
  if (!found.ok) return { kind: 'nothing', why: found.why };
  const { items, oneAnswer } = found;
  return { kind: 'entries', entries: items, snapshot: compare(items, oneAnswer) };
}

function compare(entries: readonly ImportedAtom[], isOneAnswer: boolean): SnapshotFinding {
  const proofs = entries.map(({ proof }) => proof);
  const finding = checkSnapshot(proofs);
  if (isOneAnswer || finding.kind !== 'differ') return finding;
  const roots = new Set(
    proofs.map((proof) => claimedRoot(proof)?.rootHash).filter((root) => root !== undefined),
  );
  return { kind: 'apart', roots: roots.size };
}

/**
 * Checks one pasted proof.
 *
 * @param source where `pin` comes from: rules that were inferred from the proof itself make it inconclusive
 */
export function checkPasted(
  { atom, proof, isPartlyUnreadable = false }: ImportedAtom,
  by: {
    readonly source: PastedRules;
    readonly pin: SchemePin | null;
    readonly snapshot: SnapshotFinding;
    readonly root: RootEvidence;
    /** null: the user typed none. */
    readonly typedTreeSize: bigint | null;
  },
): ProofCase {
  const { source, pin, snapshot, root, typedTreeSize } = by;
  const rootHash = claimedRoot(proof)?.rootHash ?? null;
  const trustedTreeSize = typedTreeSize ?? trustedSizeInPins(rootHash, root.pins?.pins ?? []);
  const input = { atom, proof, requestedKey: null, pin, snapshot, root: null, trustedTreeSize };
  // Which rules the proof used is known afterwards, and so is where they come from.
  const { verdict } = checkCase({ ...input, grounds: { use: 'file', rules: given, root } });
  const rules = rulesGround(verdict, atom, source === 'inferred' ? null : pin);
  const checked = checkCase({ ...input, grounds: { use: 'file', rules, root } });
  return isPartlyUnreadable ? { ...checked, verdict: notBetterThanAmber(checked.verdict) } : checked;
}
