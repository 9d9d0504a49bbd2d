import { Button, Group } from '@mantine/core';
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
import { KeyText } from '../../ui/KeyText.tsx';
import { notifyFailure } from '../../ui/notify.ts';
import { useNow } from '../../ui/useTicks.ts';
import { AtomMark } from '../../ui/AtomMark.tsx';
import { PrefetchSwitch } from '../predictions/PrefetchSwitch.tsx';
import { StatusMark } from '../predictions/StatusMark.tsx';
import classes from './Recall.module.css';
import { useListKeys } from './useListKeys.ts';

interface PredictionListProps {
  readonly keys: readonly string[];
  /** The query of the recall that returned them. */
  readonly query: string;
  readonly entries: ReadonlyMap<string, CatalogueEntry>;
  readonly selectedKey: string | null;
  readonly onLookUp: (key: string) => void;
}

/**
 * The keys that the service predicts, with what the app has read of them. Reading one takes a request, so the arrow keys
 * only move. With prefetch on, all of them are read at once.
 */
export function PredictionList({ keys, query, entries, selectedKey, onLookUp }: PredictionListProps) {
  const { id } = useActiveConnection();
  const client = useQueryClient();
  const status = useStatuses(id);
  const now = useNow();
  const isPrefetching = usePredictionStore(({ prefetching }) => prefetching.includes(id));
  useEffect(() => {
    if (!isPrefetching) return;
    const controller = new AbortController();
    // The result is shown next to each key.
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
      <Group gap="xs" px="md" py="xs">
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
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconRoute size={13} aria-hidden />}
          onClick={() => showChain(id, { kind: 'query', text: query })}
        >
          Show as chain
        </Button>
      </Group>
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
            <span className={classes.predictedKey} data-absent={status(key).kind === 'absent' || undefined}>
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

/** What the app has read of a predicted atom in this session, or when it last read it. */
function CacheState({ status, entry, now }: CacheStateProps) {
  if (status.kind === 'unread' && entry !== undefined && entry.readAt !== null)
    return (
      <span className={classes.facts}>
        <AtomMark entry={entry} />
        <span>last read {agoWords(entry.readAt, now)}</span>
      </span>
    );
  return (
    <span className={classes.facts}>
      {status.kind === 'read' && (
        <span>
          {versionWords(status)} {agoWords(status.at, now)}
        </span>
      )}
      <StatusMark status={status} />
    </span>
  );
}
