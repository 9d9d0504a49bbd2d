import { rootName } from '../memory/sameRoot.ts';
import type { AuditFooter, AuditHeader, AuditRootFinding } from './auditFile.ts';
import { rootId } from './writeAudit.ts';

/** A part of an audit: its roots, and when it was read. */
interface PartWithRoots {
  readonly header: Pick<AuditHeader, 'startedAt'>;
  readonly footer: Pick<AuditFooter, 'finishedAt' | 'roots'>;
}

const statusOrder: readonly AuditRootFinding['status'][] = [
  'pinned',
  'seen',
  'new',
  'unexplained',
  'contradiction',
];

/**
 * The roots of all parts, each with its worst status. No part has seen the roots of the others, so that they are compared here as a
 * whole audit would have compared them.
 */
export function mergeRoots(parts: readonly PartWithRoots[]): AuditRootFinding[] {
  const roots = new Map<string, AuditRootFinding>();
  for (const root of parts.flatMap(withShrunkenTrees)) {
    const id = rootId(root);
    const known = roots.get(id);
    if (known === undefined || gravity(root.status) > gravity(known.status)) roots.set(id, root);
  }
  return heldAgainstEachOther([...roots.values()]);
}

/** The roots of a part, compared with the trees of all parts that were finished, by their clocks, before it was started. */
function withShrunkenTrees(
  { header, footer }: PartWithRoots,
  _: number,
  parts: readonly PartWithRoots[],
): AuditRootFinding[] {
  const sizesBefore = parts
    .filter((part) => part.footer.finishedAt < header.startedAt)
    .flatMap((part) => part.footer.roots)
    .flatMap(({ treeSize, status }) =>
      treeSize === null || status === 'contradiction' ? [] : [BigInt(treeSize)],
    );
  const largest = sizesBefore.reduce((most, size) => (size > most ? size : most), 0n);
  return footer.roots.map(({ rootHash, treeSize, status, contradiction }) =>
    status !== 'contradiction' && treeSize !== null && BigInt(treeSize) < largest
      ? { rootHash, treeSize, status: 'contradiction', contradiction: 'shrinking' }
      : { rootHash, treeSize, status, contradiction },
  );
}

function gravity(status: AuditRootFinding['status']): number {
  return statusOrder.indexOf(status);
}

function heldAgainstEachOther(roots: readonly AuditRootFinding[]): AuditRootFinding[] {
  // What is known best keeps its status.
  const inOrder = [...roots].sort((one, other) => gravity(one.status) - gravity(other.status));
  const sizes = new Set<string>();
  const names = new Set<string>();
  const found = new Map<AuditRootFinding, AuditRootFinding>();
  for (const root of inOrder) {
    const { rootHash, treeSize, status } = root;
    if (treeSize === null) continue;
    const name = rootName(rootHash);
    if (names.has(name) && status !== 'contradiction')
      found.set(root, { ...root, status: 'contradiction', contradiction: 'same-root-other-size' });
    else if (sizes.has(treeSize) && gravity(status) < gravity('unexplained'))
      found.set(root, { ...root, status: 'unexplained' });
    names.add(name);
    sizes.add(treeSize);
  }
  return roots.map((root) => found.get(root) ?? root);
}
