import { useMemo, useState } from 'react';
import { answerWords, versionWords } from '#shared/text/predictionWords.ts';
import { Dimmed } from '../../ui/Dimmed.tsx';
import { VirtualGrid, type GridColumn } from '../../ui/lists/VirtualGrid.tsx';
import { WarningIcon } from './ChainList.tsx';
import {
  leadsWords,
  sortAfterClick,
  tableRows,
  type TableColumn,
  type TableRow,
  type TableSort,
} from './chainTableRows.ts';
import type { ChainViewProps } from './chainViewProps.ts';
import classes from './Predictions.module.css';
import { NodeName } from './NodeName.tsx';
import { StatusMark } from './StatusMark.tsx';

const columns: readonly GridColumn<TableColumn>[] = [
  { name: 'from', header: 'From', width: 'minmax(150px, 1fr)' },
  { name: 'to', header: 'To', width: 'minmax(150px, 1fr)' },
  { name: 'rank', header: 'Rank', width: '52px' },
  { name: 'step', header: 'Step', width: '50px' },
  { name: 'proof', header: 'Proof', width: '118px' },
  { name: 'version', header: 'Ver.', width: '48px' },
  { name: 'leads', header: 'Type', width: '148px' },
  { name: 'next', header: 'Predictions', width: '136px' },
];

/** Every prediction as a row. Selecting a row selects the predicted node, or the start of a prediction for another key. */
export function ChainTable({ chain, selected, asking, status, onSelect, onAsk }: ChainViewProps) {
  const [sort, setSort] = useState<TableSort>(null);
  const rows = useMemo(() => tableRows(chain, status, sort), [chain, status, sort]);
  const [chosen, setChosen] = useState<string | null>(null);
  const named = rows.findIndex((row) => row.id === chosen && selectedBy(row) === selected);
  const active =
    named === -1 ? rows.findIndex(({ target, kind }) => target?.id === selected && kind === 'onward') : named;
  const renderCell = ({ from, to, target, rank, kind }: TableRow, column: TableColumn) => {
    switch (column) {
      case 'from':
        return <NodeName node={from} />;
      case 'to':
        return <NodeName node={to} />;
      case 'rank':
        return rank;
      case 'step':
        return from.step + 1;
      case 'leads':
        return (
          <>
            {kind === 'stray' && <WarningIcon />}
            {leadsWords[kind]}
          </>
        );
      case 'proof':
        return <StatusMark status={status(to.text)} />;
      case 'version':
        return versionWords(status(to.text));
      case 'next':
        return target === null ? '' : asking === target.id ? 'Requesting…' : answerWords(target);
    }
  };

  if (rows.length === 0) {
    return <Dimmed p="md">No predictions yet. Select Follow to request them.</Dimmed>;
  }
  return (
    <VirtualGrid
      label="Predictions in this chain"
      className={classes.table}
      rows={rows}
      columns={columns}
      active={active}
      followsActive
      onChoose={(index) => {
        const row = rows[index];
        if (row === undefined) return;
        setChosen(row.id);
        onSelect(selectedBy(row));
      }}
      onOpen={({ target }, _index, by) => {
        if (by === 'key') onAsk(selected);
        else if (target !== null) onAsk(target.id);
      }}
      sort={sort}
      onSort={(column) => setSort((before) => sortAfterClick(before, column))}
      renderCell={renderCell}
    />
  );
}

/** The node that is selected together with a row. */
function selectedBy({ from, target }: TableRow): string {
  return target?.id ?? from.id;
}
