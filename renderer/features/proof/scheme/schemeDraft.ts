import type { ChosenScheme } from '#shared/ipc/schemeInput.ts';
import { embeddedServiceScheme } from '#shared/merkle/embeddedServiceScheme.ts';
import type {
  HashName,
  LeafDigest,
  NodeRule,
  PreimageName,
  SchemePin,
  SiblingOrder,
  TreeShape,
} from '#shared/merkle/scheme.ts';

/** Rules being picked, one for each part. One hash function serves nodes and leaves. */
export interface SchemeDraft {
  readonly hash: HashName;
  readonly node: NodeRule;
  readonly shape: TreeShape;
  readonly order: SiblingOrder;
  readonly digest: LeafDigest;
  /** null: how a leaf is made is not known, and contents stay undecided. */
  readonly preimage: PreimageName | null;
}

/** Begins with what is pinned, and where nothing is with the rules of Certificate Transparency. */
export function draftOf(pin: SchemePin | null): SchemeDraft {
  const path = pin?.path[0] ?? embeddedServiceScheme.path;
  const leaf = pin?.leaf[0];
  return {
    hash: path.hash,
    node: path.node,
    shape: path.shape,
    order: path.order,
    digest: leaf?.digest ?? embeddedServiceScheme.leaf.digest,
    preimage: pin === null ? embeddedServiceScheme.leaf.preimage : (leaf?.preimage ?? null),
  };
}

export function schemeOfDraft({ hash, node, shape, order, digest, preimage }: SchemeDraft): ChosenScheme {
  return {
    path: { hash, node, shape, order },
    leaf: preimage === null ? null : { hash, digest, preimage },
  };
}

/** What the rules would be pinned as. `pinnedAt` in epoch milliseconds. */
export function pinOfDraft(draft: SchemeDraft, pinnedAt: number): SchemePin {
  const { path, leaf } = schemeOfDraft(draft);
  return { path: [path], leaf: leaf === null ? [] : [leaf], origin: 'chosen', samples: 0, pinnedAt };
}
