import type { RowWindow } from '#shared/domain/catalogueQuery.ts';
import type { WriteSummary } from '#shared/domain/writeReceipt.ts';
import { shortHash } from '#shared/text/hashWords.ts';
import { agoWords, momentWords } from '#shared/text/times.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { outcomeWords, writeKindWords } from '#shared/text/writeWords.ts';
import { KeyText } from '../../ui/KeyText.tsx';
import { VirtualList } from '../../ui/lists/VirtualList.tsx';
import { useNow } from '../../ui/useTicks.ts';
import { toneLooks } from './toneLooks.ts';
import classes from './WriteLog.module.css';

interface WriteListProps {
  readonly total: number;
  /** undefined until the write has arrived. */
  readonly writeAt: (index: number) => WriteSummary | undefined;
  readonly selected: number;
  readonly onSelect: (index: number) => void;
  /** Notified of the rows to have ready. */
  readonly see: (rows: RowWindow) => void;
}

/** The writes, latest first. */
export function WriteList({ total, writeAt, selected, onSelect, see }: WriteListProps) {
  const now = useNow();
  return (
    <VirtualList
      label="Writes"
      rows={{ total, rowAt: writeAt }}
      see={see}
      rowHeight={64}
      rowClassName={classes.write}
      selected={selected}
      onSelect={onSelect}
      renderRow={(write) => <Write write={write} now={now} />}
    />
  );
}

function Write({ write, now }: { readonly write: WriteSummary; readonly now: number }) {
  const { kind, title, startedAt, rootBefore, rootAfter, otherWrites } = write;
  const { tone, title: outcome } = outcomeWords(write);
  const { icon: Icon, color, callout } = toneLooks[tone];
  return (
    <>
      <Icon size={16} color={color} aria-hidden />
      <span className={classes.title}>
        {kind === 'store' ? <KeyText atomKey={title} /> : visibleLine(title.slice(0, 300))}
      </span>
      <span className={classes.dim} title={momentWords(startedAt)}>
        {agoWords(startedAt, now)}
      </span>
      <span className={classes.outcome} data-tone={callout === 'good' ? undefined : callout}>
        {outcome}
        {(otherWrites.before || otherWrites.after) && (
          <span data-tone="warning"> · another write may have happened in between</span>
        )}
      </span>
      <span className={classes.facts}>
        <span>{writeKindWords(write)}</span>
        {rootAfter !== null && (
          <span
            className={classes.roots}
            title={rootBefore === null ? 'Root after' : 'Root before and after'}
          >
            {rootBefore !== null && `${rootText(rootBefore)} `}→ {rootText(rootAfter)}
          </span>
        )}
      </span>
    </>
  );
}

function rootText(root: string): string {
  return shortHash(visibleLine(root));
}
