import { hasOpenBoundary, otherCut } from './boundary.ts';
import { evidenceOf, find, notChecked, type Finding } from './finding.ts';
import { hashLeaf } from './hashing.ts';
import { equalBytes, toHex } from './hex.ts';
import { isEmptyLeaf } from './infer.ts';
import type { ProofReading } from './proofReading.ts';
import { findPreimage, type AtomContent, type PreimageGap } from './preimages.ts';
import { extentOf } from './schemeSearch.ts';
import { couldBeNode } from './nodeAsAtom.ts';
import type { BoundField, LeafScheme, PathScheme, SchemePin } from './scheme.ts';

const fieldOrder: readonly BoundField[] = ['key', 'value', 'version'];

/**
 * Is the leaf hash the hash of this key, value, and version, and of no others? Passes only if every rule that gives this leaf
 * hash covers key and value, or is for atoms that have no value. `binds` is what the leaf was shown to cover, and empty if it was not.
 *
 * @param paths the rules by which the path leads to the root
 * @param isAtLeaf whether something other than the proof shows that the path begins at a leaf
 */
export function checkContent(
  reading: ProofReading,
  {
    atom,
    pin,
  }: {
    readonly atom: AtomContent & { readonly hash: string | null };
    readonly pin: SchemePin | null;
  },
  paths: readonly PathScheme[],
  isAtLeaf: boolean,
): { readonly finding: Finding; readonly binds: readonly BoundField[] } {
  const nothing = (finding: Finding) => ({ finding, binds: [] });
  if (reading.kind !== 'read') return nothing(notChecked(reading.kind));
  const { leafHash } = reading.proof;
  if (isEmptyLeaf(leafHash)) {
    const hasContent = !isBare(atom);
    return nothing(find(hasContent ? 'fail' : 'undecided', { code: 'empty-leaf', hasContent }));
  }
  if (pin === null || pin.leaf.length === 0)
    return nothing(find('undecided', { code: 'no-leaf-rule', tried: extentOf(pin?.search?.leaf) }));

  const fitting: LeafScheme[] = [];
  let gap: PreimageGap | null = null;
  let computed: Uint8Array | null = null;
  for (const scheme of pin.leaf) {
    const hashing = hashLeaf(atom, scheme);
    if (!hashing.ok) gap ??= hashing.gap;
    else if (equalBytes(hashing.hash, leafHash)) fitting.push(scheme);
    else computed ??= hashing.hash;
  }
  if (fitting.length > 0) {
    if (!isAtLeaf && paths.some((path) => fitting.some((leaf) => couldBeNode(atom, leaf, path))))
      return nothing(find('undecided', { code: 'atom-may-be-node', schemes: fitting }));
    const entries = fitting.map(({ preimage }) => findPreimage(preimage)).filter((entry) => entry !== null);
    // Only what every fitting rule covers is certain.
    const binds = fieldOrder.filter((field) => entries.every((entry) => entry.binds.includes(field)));
    const isWholeAtom = entries.every((entry) => entry.isWholeAtom === true);
    const parts = isWholeAtom ? (['key'] as const) : (['key', 'value'] as const);
    const unbound = parts.filter((field) => !binds.includes(field));
    if (unbound.length > 0) {
      const isSettled = entries.every((entry) => !unbound.some((field) => entry.binds.includes(field)));
      return {
        finding: find('undecided', { code: 'content-not-covered', binds, unbound, isSettled }),
        binds,
      };
    }
    const open = entries.find((entry) => hasOpenBoundary(atom, entry));
    if (open !== undefined) {
      const other = otherCut(atom, open);
      const example = other === null ? {} : { other };
      return nothing(find('undecided', { code: 'boundary-open', schemes: fitting, ...example }));
    }
    const finding = find('pass', {
      code: 'content-matches',
      binds,
      schemes: fitting,
      evidence: evidenceOf(pin, pin.leaf.length),
      ...(isWholeAtom ? { isWholeAtom } : {}),
    });
    return { finding, binds };
  }
  if (gap !== null || computed === null)
    return nothing(find('undecided', { code: 'leaf-rule-not-applicable', gap: gap ?? 'unknown-rule' }));
  const differs = { code: 'content-differs', leafHash: toHex(leafHash), computed: toHex(computed) } as const;
  return nothing(find('fail', differs));
}

/** Whether a proof came without a key and value. */
export function isBare({ key, value }: AtomContent): boolean {
  return key === null && value === null;
}
