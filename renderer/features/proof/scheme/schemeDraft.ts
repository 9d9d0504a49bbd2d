import type { ChosenScheme } from '#shared/ipc/schemeInput.ts';
import { withLinks } from '#shared/merkle/linkRule.ts';
import { embeddedServiceScheme } from '#shared/merkle/embeddedServiceScheme.ts';
import type {
  HashName,
  LeafDigest,
  LinkRule,
  NodeRule,
  PreimageName,
  SchemePin,
  SiblingOrder,
  TreeShape,
} from '#shared/merkle/scheme.ts';

/** Rules being chosen, one for each part. Nodes and leaves use the same hash function. */
export interface SchemeDraft {
  readonly hash: HashName;
  readonly node: NodeRule;
  readonly shape: TreeShape;
  readonly order: SiblingOrder;
  /** How each tree is linked to the next one; empty: one tree. */
  readonly links: readonly LinkRule[];
  readonly digest: LeafDigest;
  /** null: unknown, so contents cannot be checked. */
  readonly preimage: PreimageName | null;
}

/** Starts with the pinned rules, or with those of Certificate Transparency if none are pinned. */
export function draftOf(pin: SchemePin | null): SchemeDraft {
  const path = pin?.path[0] ?? embeddedServiceScheme.path;
  const leaf = pin?.leaf[0];
  return {
    hash: path.hash,
    node: path.node,
    shape: path.shape,
    order: path.order,
    links: path.links ?? [],
    digest: leaf?.digest ?? embeddedServiceScheme.leaf.digest,
    preimage: pin === null ? embeddedServiceScheme.leaf.preimage : (leaf?.preimage ?? null),
  };
}

export function schemeOfDraft({
  hash,
  node,
  shape,
  order,
  links,
  digest,
  preimage,
}: SchemeDraft): ChosenScheme {
  return {
    path: withLinks({ hash, node, shape, order }, links),
    leaf: preimage === null ? null : { hash, digest, preimage },
  };
}

/** The pin that these rules would make. `pinnedAt` in epoch milliseconds. */
export function pinOfDraft(draft: SchemeDraft, pinnedAt: number): SchemePin {
  const { path, leaf } = schemeOfDraft(draft);
  return { path: [path], leaf: leaf === null ? [] : [leaf], origin: 'chosen', samples: 0, pinnedAt };
}
