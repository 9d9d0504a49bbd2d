import type { TreeQuery, TreeRow } from '#shared/domain/catalogueQuery.ts';
import { ipc } from '../../api/ipc.ts';
import { ancestorsOf, chainOf, parentOfRow } from '../../state/keyPaths.ts';

/** As many siblings are opened at once; in a branch of more nobody would find the way. */
const mostSiblings = 1_000;

/** The paths of a row and its siblings that have something below them, each with those that its row stands for. */
export async function siblingsOf(query: TreeQuery, row: TreeRow): Promise<readonly string[]> {
  const ancestors = ancestorsOf(row.path, query.delimiter);
  const parent = parentOfRow(row, query.delimiter);
  // With nothing else open the siblings are neighbours, below their parent.
  const bare: TreeQuery = { ...query, open: { others: false, except: ancestors } };
  const { index } = await ipc.locateInTree({ query: bare, target: { kind: 'path', path: parent } });
  const from = index + 1;
  const { rows } = await ipc.catalogueTree({
    query: bare,
    window: { from, to: from + Math.min(row.siblings, mostSiblings) },
  });
  return rows
    .filter(({ hasChildren }) => hasChildren)
    .flatMap((sibling) => chainOf(sibling, query.delimiter));
}
