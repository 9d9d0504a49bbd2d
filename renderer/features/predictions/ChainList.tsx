import { IconAlertTriangle, IconArrowBackUp, IconArrowsRight } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { isAnsweredForAnother } from '#shared/predictions/chain.ts';
import { typeLooks, typeOf } from '#shared/predictions/chainDrawing.ts';
import { answerWords, edgeKindWords, versionWords } from '#shared/text/predictionWords.ts';
import { VirtualTree } from '../../ui/lists/VirtualTree.tsx';
import { listRows, type ListRow } from './chainRows.ts';
import type { ChainViewProps } from './chainViewProps.ts';
import classes from './Predictions.module.css';
import { NodeName } from './NodeName.tsx';
import { StatusMark } from './StatusMark.tsx';

/** The chain as a tree, with the same content as the graph. */
export function ChainList({ chain, selected, asking, status, onSelect, onAsk }: ChainViewProps) {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [activeRow, setActiveRow] = useState<string>(selected);
  const rows = useMemo(() => listRows(chain, closed), [chain, closed]);
  const looks = useMemo(() => typeLooks(chain), [chain]);
  const active = Math.max(
    rows.findIndex(({ id, node }) => id === activeRow && node.id === selected),
    rows.findIndex(({ id }) => id === selected),
    0,
  );
  return (
    <VirtualTree
      label="Chain of predictions"
      rows={rows}
      rowHeight={30}
      active={active}
      followsActive
      placeOf={(row) => row}
      onMove={(index) => {
        const row = rows[index];
        if (row === undefined) return;
        setActiveRow(row.id);
        onSelect(row.node.id);
      }}
      onToggle={({ node }) =>
        setClosed((before) => {
          const changed = new Set(before);
          if (!changed.delete(node.id)) changed.add(node.id);
          return changed;
        })
      }
      onPress={({ node }, by) => {
        if (by !== 'click') onAsk(node.id);
      }}
      renderRow={(row) => {
        const { node, kind } = row;
        const nodeStatus = status(node.text);
        return (
          <>
            <RowText row={row} colour={looks.get(typeOf(node))?.colour ?? ''} />
            {kind === 'onward' ? (
              <span className={classes.facts}>
                {node.kind === 'key' && <StatusMark status={nodeStatus} />}
                <span className={classes.version}>{versionWords(nodeStatus)}</span>
                {isAnsweredForAnother(node) && <WarningIcon />}
                <span className={classes.answer}>
                  {asking === node.id ? 'Requesting…' : answerWords(node)}
                </span>
              </span>
            ) : (
              <span className={classes.facts}>{edgeKindWords[kind]}</span>
            )}
          </>
        );
      }}
    />
  );
}

/** Marks predictions that the service made for another key. */
export function WarningIcon() {
  return <IconAlertTriangle size={13} className={classes.warning ?? ''} aria-label="Warning:" />;
}

function RowText({ row, colour }: { readonly row: ListRow; readonly colour: string }) {
  const { node, kind, rank } = row;
  return (
    <span className={classes.text}>
      <span className={classes.swatch} style={{ background: colour }} aria-hidden />
      <span className={classes.rank}>{rank === null ? '' : `${rank}.`}</span>
      {kind === 'loop' && <IconArrowBackUp size={14} aria-hidden />}
      {kind === 'across' && <IconArrowsRight size={14} aria-hidden />}
      <NodeName node={node} />
    </span>
  );
}
