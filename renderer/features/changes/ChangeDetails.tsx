import { Group, Stack, Text } from '@mantine/core';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { KeyChange } from '#shared/domain/keyChange.ts';
import { keyChangeWords } from '#shared/text/keyChangeWords.ts';
import { countOf } from '#shared/text/phrases.ts';
import { momentWords } from '#shared/text/times.ts';
import { useChangedKey, type ChangedKey } from '../../api/changes.ts';
import { openAtomTab } from '../../state/tabStore.ts';
import { useViewStore } from '../../state/viewStore.ts';
import { AtomMark } from '../../ui/AtomMark.tsx';
import { SmallButton } from '../../ui/Buttons.tsx';
import { Callout } from '../../ui/Callout.tsx';
import { Dimmed } from '../../ui/Dimmed.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { HashChip } from '../../ui/HashChip.tsx';
import { KeyText } from '../../ui/KeyText.tsx';
import { PaneHead } from '../../ui/PaneHead.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { Screen } from '../../ui/Screen.tsx';

interface ChangeDetailsProps {
  readonly connectionId: ConnectionId;
  readonly atomKey: string;
  /** Epoch milliseconds. */
  readonly since: number;
}

/** Every recorded change of a key, newest first. */
export function ChangeDetails({ connectionId, atomKey, since }: ChangeDetailsProps) {
  const found = useChangedKey(connectionId, atomKey);
  return (
    <QueryView query={found} loading="Reading the changes" rows={6}>
      {(key) =>
        key === null ? (
          <Text size="sm" c="dimmed" p="md">
            This key is no longer a known key.
          </Text>
        ) : (
          <Details connectionId={connectionId} changed={key} since={since} />
        )
      }
    </QueryView>
  );
}

interface DetailsProps {
  readonly connectionId: ConnectionId;
  readonly changed: ChangedKey;
  readonly since: number;
}

function Details({ connectionId, changed: { entry, list }, since }: DetailsProps) {
  const open = (tab: 'value' | 'history'): void => {
    useViewStore.setState({ inspectorTab: tab });
    openAtomTab(connectionId, entry.key);
  };
  return (
    <Screen
      scrolls
      bodyLabel="Changes of the key"
      head={
        <PaneHead
          title={<KeyText atomKey={entry.key} wrap />}
          note={entry.verdict === null && !entry.gone ? null : <AtomMark entry={entry} />}
        />
      }
    >
      <Stack gap="md">
        <Group gap="xs">
          <SmallButton variant="filled" onClick={() => open('value')}>
            Open atom
          </SmallButton>
          <SmallButton onClick={() => open('history')}>Compare values…</SmallButton>
        </Group>
        {list.dropped === null && (
          <Callout tone="warning">
            {list.changes.length === 0
              ? 'The record of the changes of this key cannot be read.'
              : 'The record of earlier changes of this key cannot be read.'}
          </Callout>
        )}
        {list.changes.length === 0 && list.dropped === 0 && (
          <Dimmed>No change was recorded since the key was first seen.</Dimmed>
        )}
        <Stack
          component="ol"
          gap="md"
          m={0}
          p={0}
          style={{ listStyle: 'none' }}
          aria-label="Recorded changes"
        >
          {[...list.changes].reverse().map((change, at) => (
            <Change key={list.changes.length - at} change={change} isBefore={change.at < since} />
          ))}
        </Stack>
        {list.dropped !== null && list.dropped > 0 && (
          <Dimmed>{countOf(list.dropped, 'older change')} are no longer kept.</Dimmed>
        )}
        <Facts>
          <Fact label="First seen">{momentWords(entry.firstSeenAt)}</Fact>
          <Fact label="Last read">{entry.readAt === null ? 'Not read yet' : momentWords(entry.readAt)}</Fact>
        </Facts>
      </Stack>
    </Screen>
  );
}

interface ChangeProps {
  readonly change: KeyChange;
  /** Older than the time since when changes are shown. */
  readonly isBefore: boolean;
}

function Change({ change, isBefore }: ChangeProps) {
  const { words, isAlarming } = keyChangeWords(change);
  const { before, after } = change;
  return (
    <li style={isBefore ? { opacity: 0.7 } : undefined}>
      <Text size="sm" fw={600} {...(isAlarming && { c: 'var(--verdict-red-fg)' })}>
        {words}
      </Text>
      <Dimmed>
        Noticed {momentWords(change.at)}; read before {momentWords(change.beforeAt)}
        {isBefore && ' (before the chosen time)'}
      </Dimmed>
      {after !== null && before.valueHash !== null && after.valueHash !== null && (
        <Facts>
          <Fact label="Value before">
            <HashChip hash={before.valueHash} />
          </Fact>
          <Fact label="Value after">
            {before.valueHash === after.valueHash ? 'The same' : <HashChip hash={after.valueHash} />}
          </Fact>
        </Facts>
      )}
    </li>
  );
}
