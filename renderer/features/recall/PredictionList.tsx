import { Button } from '@mantine/core';
import { IconRoute } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId } from 'react';
import type { CatalogueEntry } from '#shared/domain/catalogue.ts';
import type { PredictionStatus } from '#shared/predictions/predictionStatus.ts';
import { countOf } from '#shared/text/phrases.ts';
import { versionWords } from '#shared/text/predictionWords.ts';
import { agoWords } from '#shared/text/times.ts';
import { readPredicted, unreadAmong, useStatuses } from '../../api/predictions.ts';
import { noteOpened } from '../../api/scoreboard.ts';
import { useActiveConnection } from '../../state/appStore.ts';
import { showChain } from '../../state/chainStore.ts';
import { usePredictionStore } from '../../state/predictionStore.ts';
import { useRecallView } from '../../state/recallStore.ts';
import { KeyText } from '../../ui/KeyText.tsx';
import { notifyFailure } from '../../ui/notify.ts';
import { useNow } from '../../ui/useNow.ts';
import { AtomMark } from '../../ui/AtomMark.tsx';
import { PrefetchSwitch } from '../predictions/PrefetchSwitch.tsx';
import { StatusMark } from '../predictions/StatusMark.tsx';
import classes from './PredictionList.module.css';
import { useListKeys } from './useListKeys.ts';

interface PredictionListProps {
  readonly keys: readonly string[];
  readonly entries: ReadonlyMap<string, CatalogueEntry>;
  readonly selectedKey: string | null;
  readonly onLookUp: (key: string) => void;
}

/**
 * Keys that the service expects to be recalled next, and what of them is in the cache. Looking one up is a request, so
 * moving alone does nothing; where prefetch is on, all of them are read at once.
 */
export function PredictionList({ keys, entries, selectedKey, onLookUp }: PredictionListProps) {
  const { id } = useActiveConnection();
  const client = useQueryClient();
  const status = useStatuses(id);
  const now = useNow();
  const query = useRecallView(id).run?.query;
  const isPrefetching = usePredictionStore(({ prefetching }) => prefetching.includes(id));
  useEffect(() => {
    if (!isPrefetching) return;
    const controller = new AbortController();
    // How it ended stands beside each key.
    readPredicted(client, id, keys, controller.signal).catch(() => undefined);
    return () => controller.abort();
  }, [client, id, keys, isPrefetching]);

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
  const unread = unreadAmong(client, id, keys);
  return (
    <>
      <div className={classes.tools}>
        <PrefetchSwitch connectionId={id} />
        {unread.length > 0 && (
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => {
              readPredicted(client, id, unread, new AbortController().signal).catch(notifyFailure);
            }}
          >
            Read {countOf(unread.length, 'atom')}
          </Button>
        )}
        {query !== undefined && (
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<IconRoute size={13} aria-hidden />}
            onClick={() => showChain(id, { kind: 'query', text: query })}
          >
            Follow as a chain
          </Button>
        )}
      </div>
      <div
        className={classes.list}
        role="listbox"
        aria-label="Predictions"
        aria-activedescendant={`${listId}-${active}`}
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        {keys.map((key, index) => (
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
            <span className={classes.key} data-absent={status(key).kind === 'absent' || undefined}>
              <KeyText atomKey={key} />
            </span>
            <CacheState status={status(key)} entry={entries.get(key)} now={now} />
          </div>
        ))}
      </div>
    </>
  );
}

interface CacheStateProps {
  readonly status: PredictionStatus;
  readonly entry: CatalogueEntry | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** What is in the cache of a predicted atom; where nothing is, what is remembered of an earlier reading. */
function CacheState({ status, entry, now }: CacheStateProps) {
  if (status.kind === 'unread' && entry !== undefined && entry.readAt !== null)
    return (
      <span className={classes.state}>
        <AtomMark entry={entry} />
        <span className={classes.age}>last read {agoWords(entry.readAt, now)}</span>
      </span>
    );
  return (
    <span className={classes.state}>
      {status.kind === 'read' && (
        <span className={classes.age}>
          {versionWords(status)} {agoWords(status.at, now)}
        </span>
      )}
      <StatusMark status={status} />
    </span>
  );
}
