import type { Connection } from '#shared/domain/connection.ts';
import { embeddedServiceScheme } from '#shared/merkle/embeddedServiceScheme.ts';
import { openServerScheme } from '#shared/merkle/openServerScheme.ts';
import type { LeafScheme, PathScheme, SchemePin } from '#shared/merkle/scheme.ts';
import { snapshotScheme } from '#shared/snapshot/snapshotScheme.ts';

/** The rules that the app supplies for services and files that specify none themselves; null for all others. */
export function builtInRules(
  kind: string | undefined,
): { readonly path: readonly PathScheme[]; readonly leaf: LeafScheme } | null {
  if (kind === 'snapshot') return snapshotScheme;
  return kind === 'open-server' ? openServerScheme : null;
}

/** The rules that are known before the first proof; null if proofs have to show them. */
export function knownRules(
  { kind, service }: Pick<Connection, 'kind' | 'service'>,
  pinnedAt: number,
): SchemePin | null {
  if (kind === 'demo') {
    const { path, leaf } = embeddedServiceScheme;
    return { path: [path], leaf: [leaf], origin: 'specified', samples: 0, pinnedAt };
  }
  const rules = builtInRules(kind === 'service' ? service?.dialect : kind);
  if (rules === null) return null;
  return { path: rules.path, leaf: [rules.leaf], origin: 'built-in', samples: 0, pinnedAt };
}
