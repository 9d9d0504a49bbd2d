import { Group } from '@mantine/core';
import { IconRoute } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { CatalogueEntry } from '#shared/domain/catalogue.ts';
import type { PredictionStatus } from '#shared/predictions/predictionStatus.ts';
import { countOf } from '#shared/text/phrases.ts';
import { versionWords } from '#shared/text/predictionWords.ts';
import { agoWords } from '#shared/text/times.ts';
import { useCatalogueEntries } from '../../api/catalogueEntries.ts';
import { readPredicted, unreadAmong, useStatuses } from '../../api/predictions.ts';
import { noteOpened } from '../../api/scoreboard.ts';
import { useActiveConnection } from '../../state/appStore.ts';
import { showChain } from '../../state/chainStore.ts';
import { usePredictionStore } from '../../state/predictionStore.ts';
import { SmallButton } from '../../ui/Buttons.tsx';
import { KeyText } from '../../ui/KeyText.tsx';
import { notifyFailure } from '../../ui/notify.ts';
import { useNow } from '../../ui/useTicks.ts';
import { AtomMark } from '../../ui/AtomMark.tsx';
import { VirtualList } from '../../ui/lists/VirtualList.tsx';
import { PrefetchSwitch } from '../predictions/PrefetchSwitch.tsx';
import { StatusMark } from '../predictions/StatusMark.tsx';
import classes from './Recall.module.css';

interface PredictionListProps {
  readonly keys: readonly string[];
  /** The query of the recall that returned them. */
  readonly query: string;
  readonly selectedKey: string | null;
  readonly onLookUp: (key: string) => void;
}

/**
 * The keys that the service predicts, with what the app has read of them. Reading one takes a request, so the arrow keys
 * only move. With prefetch on, all of them are read at once.
 */
export function PredictionList({ keys, query, selectedKey, onLookUp }: PredictionListProps) {
  const { id } = useActiveConnection();
  const client = useQueryClient();
  const entries = useCatalogueEntries(id, keys);
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
  const unread = unreadAmong(client, id, keys);
  return (
    <>
      <Group gap="xs" px="md" py="xs">
        <PrefetchSwitch connectionId={id} />
        {unread.length > 0 && (
          <SmallButton
            size="compact-xs"
            onClick={() => {
              readPredicted(client, id, unread, new AbortController().signal).catch(notifyFailure);
            }}
          >
            Read {countOf(unread.length, 'atom')}
          </SmallButton>
        )}
        <SmallButton
          size="compact-xs"
          icon={IconRoute}
          onClick={() => showChain(id, { kind: 'query', text: query })}
        >
          Show as chain
        </SmallButton>
      </Group>
      <VirtualList
        label="Predictions"
        rows={keys}
        rowHeight={28}
        rowClassName={classes.prediction}
        selected={keys.findIndex((key) => key === selectedKey)}
        selectsOnMove={false}
        onSelect={(at) => {
          const key = keys[at];
          if (key === undefined) return;
          noteOpened(id, key);
          onLookUp(key);
        }}
        renderRow={(key) => (
          <>
            <span className={classes.predictedKey} data-absent={status(key).kind === 'absent' || undefined}>
              <KeyText atomKey={key} />
            </span>
            <span className={classes.facts}>
              <CacheState status={status(key)} entry={entries.get(key)} now={now} />
            </span>
          </>
        )}
      />
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
  return status.kind === 'unread' && entry !== undefined && entry.readAt !== null ? (
    <>
      <AtomMark entry={entry} />
      <span>last read {agoWords(entry.readAt, now)}</span>
    </>
  ) : (
    <>
      {status.kind === 'read' && (
        <span>
          {versionWords(status)} {agoWords(status.at, now)}
        </span>
      )}
      <StatusMark status={status} />
    </>
  );
}
