import {
  chainEdges,
  strayPredictions,
  type Chain,
  type ChainEdgeKind,
  type ChainNode,
  type ChainStart,
} from '#shared/predictions/chain.ts';
import type { PredictionStatus, StatusOf } from '#shared/predictions/predictionStatus.ts';
import { edgeKindWords, nodeName, statusWords, strayWords } from '#shared/text/predictionWords.ts';

/** A prediction: the node that it was requested for, and the predicted key. */
export interface TableRow {
  /** Unique in the table. */
  readonly id: string;
  readonly from: ChainNode;
  readonly to: ChainStart;
  /** The predicted node; null if the prediction was made for another key. */
  readonly target: ChainNode | null;
  /** From 1. */
  readonly rank: number;
  readonly kind: ChainEdgeKind | 'stray';
}

/** Where a row leads. */
export const leadsWords: Readonly<Record<TableRow['kind'], string>> = { ...edgeKindWords, stray: strayWords };

export const tableColumns = ['from', 'to', 'rank', 'step', 'leads', 'proof', 'version', 'next'] as const;
export type TableColumn = (typeof tableColumns)[number];

/** null: the order in which the chain grew. */
export type TableSort = {
  readonly column: TableColumn;
  readonly direction: 'ascending' | 'descending';
} | null;

/** The sorted rows of a chain. Equal rows stay in the order in which the chain grew. */
export function tableRows(chain: Chain, status: StatusOf, sort: TableSort): readonly TableRow[] {
  const edges = chainEdges(chain).flatMap(({ from, to, rank, kind }): TableRow[] => {
    const [source, target] = [chain.nodes.get(from), chain.nodes.get(to)];
    if (source === undefined || target === undefined) return [];
    return [{ id: `${from} > ${to}`, from: source, to: target, target, rank, kind }];
  });
  const strays = strayPredictions(chain).map(({ from, key, rank }): TableRow => ({
    id: `${from.id} ? ${key}`,
    from,
    to: { kind: 'key', text: key },
    target: null,
    rank,
    kind: 'stray',
  }));
  const rows = [...edges, ...strays];
  if (sort === null) return rows;
  const sign = sort.direction === 'ascending' ? 1 : -1;
  return rows
    .map((row) => ({ row, value: columnValues[sort.column](row, status) }))
    .sort((one, other) => sign * compareValues(one.value, other.value))
    .map(({ row }) => row);
}

/** The order after a click on a column header: ascending, descending, then unsorted. */
export function sortAfterClick(sort: TableSort, column: TableColumn): TableSort {
  if (sort?.column !== column) return { column, direction: 'ascending' };
  return sort.direction === 'ascending' ? { column, direction: 'descending' } : null;
}

/** What rows are sorted by. */
const columnValues: Readonly<Record<TableColumn, (row: TableRow, status: StatusOf) => number | string>> = {
  from: ({ from }) => nodeName(from),
  to: ({ to }) => nodeName(to),
  rank: ({ rank }) => rank,
  step: ({ from }) => from.step,
  leads: ({ kind }) => leadsWords[kind],
  proof: ({ to }, status) => statusWords(status(to.text)),
  version: ({ to }, status) => versionOf(status(to.text)),
  // “Not requested” comes before “no predictions”.
  next: ({ target }) => target?.answer?.predictions.length ?? -1,
};

function versionOf(status: PredictionStatus): number {
  return status.kind === 'read' ? (status.version ?? -1) : -1;
}

function compareValues(one: number | string, other: number | string): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return one < other ? -1 : one > other ? 1 : 0;
}
