import { assertNever } from '#shared/domain/result.ts';
import { chainEdges, type Chain, type ChainEdge, type ChainNode } from '#shared/predictions/chain.ts';
import type { PredictionStanding, StandingOf } from '#shared/predictions/standing.ts';
import { edgeKindWords, nodeName, standingWords } from '#shared/text/predictionWords.ts';

/** A prediction of the chain: which node it came after, and which it names. */
export interface TableRow {
  readonly edge: ChainEdge;
  readonly from: ChainNode;
  readonly to: ChainNode;
}

export const tableColumns = ['from', 'to', 'rank', 'step', 'leads', 'proof', 'version', 'next'] as const;
export type TableColumn = (typeof tableColumns)[number];

/** null: in the order in which the chain grew. */
export type TableSort = {
  readonly column: TableColumn;
  readonly direction: 'ascending' | 'descending';
} | null;

/** The rows of a chain in an order; rows that are equal in it stay as the chain grew. */
export function tableRows(chain: Chain, standing: StandingOf, sort: TableSort): readonly TableRow[] {
  const rows = chainEdges(chain).flatMap((edge): TableRow[] => {
    const [from, to] = [chain.nodes.get(edge.from), chain.nodes.get(edge.to)];
    return from === undefined || to === undefined ? [] : [{ edge, from, to }];
  });
  if (sort === null) return rows;
  const sign = sort.direction === 'ascending' ? 1 : -1;
  return rows
    .map((row) => ({ row, value: valueOf(row, standing, sort.column) }))
    .sort((one, other) => sign * compareValues(one.value, other.value))
    .map(({ row }) => row);
}

/** What a click on a column's header makes of the order: up, down, and back to how the chain grew. */
export function sortAfterClick(sort: TableSort, column: TableColumn): TableSort {
  if (sort?.column !== column) return { column, direction: 'ascending' };
  return sort.direction === 'ascending' ? { column, direction: 'descending' } : null;
}

function valueOf({ edge, from, to }: TableRow, standing: StandingOf, column: TableColumn): number | string {
  switch (column) {
    case 'from':
      return nodeName(from);
    case 'to':
      return nodeName(to);
    case 'rank':
      return edge.rank;
    case 'step':
      return from.step;
    case 'leads':
      return edgeKindWords[edge.kind];
    case 'proof':
      return standingWords(standing(to.text));
    case 'version':
      return versionOf(standing(to.text));
    case 'next':
      // Not asked comes before nothing expected.
      return to.answer === null ? -1 : to.answer.predictions.length;
    default:
      return assertNever(column);
  }
}

function versionOf(standing: PredictionStanding): number {
  return standing.kind === 'read' ? (standing.version ?? -1) : -1;
}

function compareValues(one: number | string, other: number | string): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return one < other ? -1 : one > other ? 1 : 0;
}
