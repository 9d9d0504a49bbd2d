import {
  chainEdges,
  type Chain,
  type ChainEdge,
  type ChainEdgeKind,
  type ChainNode,
} from '#shared/predictions/chain.ts';

/** A row of the list view: a node below the first node that predicted it, or a link to a node listed elsewhere. */
export interface ListRow {
  /** Unique in the list. */
  readonly id: string;
  readonly node: ChainNode;
  readonly kind: ChainEdgeKind;
  /** Rank among the predictions of its parent; null for the start. */
  readonly rank: number | null;
  /** From 1. */
  readonly level: number;
  /** Row index of the parent; -1 for the start. */
  readonly parent: number;
  readonly hasChildren: boolean;
  readonly isOpen: boolean;
  readonly position: number;
  readonly siblings: number;
}

/** The rows below open rows. Only the first row of a node has children, so that loops end. */
export function listRows(chain: Chain, closed: ReadonlySet<string>): readonly ListRow[] {
  const outgoing = new Map<string, ChainEdge[]>();
  for (const edge of chainEdges(chain)) {
    const known = outgoing.get(edge.from);
    if (known === undefined) outgoing.set(edge.from, [edge]);
    else known.push(edge);
  }
  const start = chain.nodes.get(chain.start);
  if (start === undefined) return [];
  const rows: ListRow[] = [];
  type Due = Omit<ListRow, 'hasChildren' | 'isOpen'>;
  const due: Due[] = [
    { id: start.id, node: start, kind: 'onward', rank: null, level: 1, parent: -1, position: 1, siblings: 1 },
  ];
  for (let row = due.pop(); row !== undefined; row = due.pop()) {
    const level = row.level + 1;
    const children = row.kind === 'onward' ? (outgoing.get(row.node.id) ?? []) : [];
    const isOpen = children.length > 0 && !closed.has(row.node.id);
    const index = rows.push({ ...row, hasChildren: children.length > 0, isOpen }) - 1;
    if (!isOpen) continue;
    const below = children.flatMap((edge, place): Due[] => {
      const node = chain.nodes.get(edge.to);
      if (node === undefined) return [];
      const { kind, rank, from, to } = edge;
      const id = kind === 'onward' ? to : `${from} > ${to}`;
      const among = { position: place + 1, siblings: children.length };
      return [{ id, node, kind, rank, level, parent: index, ...among }];
    });
    due.push(...below.reverse());
  }
  return rows;
}
