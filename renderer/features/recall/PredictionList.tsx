import { useId } from 'react';
import type { CatalogueEntry } from '#shared/domain/catalogue.ts';
import { noteOpened } from '../../api/scoreboard.ts';
import { useActiveConnection } from '../../state/appStore.ts';
import { KeyText } from '../../ui/KeyText.tsx';
import { AtomMark } from '../browse/AtomMark.tsx';
import classes from './RecallScreen.module.css';
import { useListKeys } from './useListKeys.ts';

interface PredictionListProps {
  readonly keys: readonly string[];
  readonly entries: ReadonlyMap<string, CatalogueEntry>;
  readonly selectedKey: string | null;
  readonly onLookUp: (key: string) => void;
}

/** Keys that the service expects to be recalled next. Looking one up is a request, so moving alone does nothing. */
export function PredictionList({ keys, entries, selectedKey, onLookUp }: PredictionListProps) {
  const { id } = useActiveConnection();
  const listId = useId();
  const take = (index: number): void => {
    const key = keys[index];
    if (key === undefined) return;
    noteOpened(id, key);
    onLookUp(key);
  };
  const selected = keys.findIndex((key) => key === selectedKey);
  const { active, onKeyDown, setActive } = useListKeys({
    count: keys.length,
    selected,
    onTake: take,
    takesOnMove: false,
  });
  return (
    <div
      className={`${classes.list ?? ''} ${classes.predictionList ?? ''}`}
      role="listbox"
      aria-label="Predictions"
      aria-activedescendant={`${listId}-${active}`}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      {keys.map((key, index) => {
        const entry = entries.get(key);
        return (
          <div
            key={`${index} ${key}`}
            id={`${listId}-${index}`}
            className={classes.prediction}
            role="option"
            aria-selected={index === selected}
            data-active={index === active || undefined}
            onClick={() => {
              setActive(index);
              take(index);
            }}
          >
            <span className={classes.predictionKey}>
              <KeyText atomKey={key} />
            </span>
            {entry !== undefined && entry.readAt === null && !entry.gone && (
              <span className={classes.unread}>unread</span>
            )}
            {entry !== undefined && <AtomMark entry={entry} />}
          </div>
        );
      })}
    </div>
  );
}
