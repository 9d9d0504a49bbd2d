import { Box, Group, Menu, Stack } from '@mantine/core';
import { IconAlertTriangle, IconDots, IconHistory, IconHistoryOff, IconKeyOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { AtomReading } from '#shared/domain/atom.ts';
import type { Connection } from '#shared/domain/connection.ts';
import {
  hasNoValue,
  versionsReadDifferently,
  type AtomHistory,
  type KeptVersion,
} from '#shared/domain/history.ts';
import { ownHistoryWords } from '#shared/text/dialectWords.ts';
import {
  historyExplanation,
  historyLimits,
  readDifferentlyWords,
  sightingsWords,
  versionName,
} from '#shared/text/historyWords.ts';
import { countOf } from '#shared/text/phrases.ts';
import { sizeWords } from '#shared/text/sizes.ts';
import { momentWords } from '#shared/text/times.ts';
import { historyQuery, useBeginHistory } from '../../api/history.ts';
import { SmallButton } from '../../ui/Buttons.tsx';
import { Callout } from '../../ui/Callout.tsx';
import { Dimmed } from '../../ui/Dimmed.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { VirtualList } from '../../ui/lists/VirtualList.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { VerdictBadge } from '../../ui/VerdictBadge.tsx';
import { HistoryDialog, type HistoryQuestion } from './HistoryDialog.tsx';
import classes from './Inspector.module.css';
import { VersionView } from './VersionView.tsx';

interface HistoryTabProps {
  readonly connection: Connection;
  readonly reading: AtomReading;
}

type ReadableHistory = Extract<AtomHistory, { readonly kind: 'readable' }>;

/** The saved values of an atom over time, if history is on. */
export function HistoryTab({ connection, reading: { key, exchange } }: HistoryTabProps) {
  const [question, setQuestion] = useState<HistoryQuestion | null>(null);
  const history = useQuery(historyQuery(connection.id, key, exchange.requestId));
  const begin = useBeginHistory(connection.id, key);
  const menu = (
    <Menu position="bottom-end">
      <Menu.Target>
        <SmallButton icon={IconDots}>History</SmallButton>
      </Menu.Target>
      <Menu.Dropdown>
        {connection.keepsHistory ? (
          <Menu.Item onClick={() => setQuestion('stop')}>Turn off history…</Menu.Item>
        ) : (
          <Menu.Item onClick={() => begin.mutate()}>Turn on history</Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item onClick={() => setQuestion('delete-atom')}>Delete history of this atom…</Menu.Item>
        <Menu.Item onClick={() => setQuestion('delete-all')}>Delete history of this connection…</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
  const isOpenServer = connection.service?.dialect === 'open-server';
  const show = (kept: AtomHistory): ReactNode => {
    if (kept.kind === 'key-missing') {
      return (
        <EmptyState
          icon={IconKeyOff}
          title="Cannot open the history"
          description="Its key is missing from the system keychain or was replaced. Without the original key, the saved history cannot be read. Restore the key, or delete the history."
          action={<SmallButton onClick={() => setQuestion('delete-all')}>Delete history…</SmallButton>}
        />
      );
    }
    if (kept.versions.length > 0) {
      return <Versions connection={connection} atomKey={key} history={kept} menu={menu} />;
    }
    if (!connection.keepsHistory) {
      return (
        <EmptyState
          icon={IconHistoryOff}
          title="History is off"
          description={
            <>
              <p>{historyExplanation}</p>
              <p>{historyLimits} You can turn it off and delete it at any time.</p>
              {isOpenServer && <p>{ownHistoryWords}</p>}
            </>
          }
          action={
            <SmallButton variant="filled" loading={begin.isPending} onClick={() => begin.mutate()}>
              Turn on history
            </SmallButton>
          }
        />
      );
    }
    return (
      <>
        <Notices history={kept} isOpenServer={isOpenServer} />
        <EmptyState
          icon={IconHistory}
          title="No history yet"
          description="Every value read from now on is saved. Refresh the atom to save the first one."
          action={menu}
        />
      </>
    );
  };
  return (
    <>
      {begin.isError && (
        <Box mb="sm">
          <ErrorNotice error={begin.error} onRetry={() => begin.mutate()} />
        </Box>
      )}
      <QueryView query={history} loading="Loading history" p={0}>
        {show}
      </QueryView>
      {question !== null && (
        <HistoryDialog
          question={question}
          connection={connection}
          atomKey={key}
          onClose={() => setQuestion(null)}
        />
      )}
    </>
  );
}

interface VersionsProps {
  readonly connection: Connection;
  readonly atomKey: string;
  readonly history: ReadableHistory;
  readonly menu: ReactNode;
}

function Versions({ connection, atomKey, history, menu }: VersionsProps) {
  const { versions, dropped } = history;
  const [chosenId, setChosenId] = useState<string | null>(null);
  const at = Math.max(
    0,
    versions.findIndex(({ id }) => id === chosenId),
  );
  const chosen = versions[at];
  const differing = versionsReadDifferently(versions);
  const dialect = connection.service?.dialect;
  return (
    <Stack gap="xs" h="100%">
      <Group gap="sm" c="dimmed" fz="sm" justify="space-between">
        <span>
          {countOf(versions.length, 'version')} saved, latest first
          {dropped > 0 && `; ${countOf(dropped, 'older version', 'older versions')} dropped to make room`}
          {!connection.keepsHistory && '. History is off; new values are not saved'}
        </span>
        {menu}
      </Group>
      <Notices history={history} isOpenServer={dialect === 'open-server'} />
      {[...differing].map(([version, values]) => (
        <Callout key={version} tone="danger" compact role="note">
          {readDifferentlyWords(version, values)}
        </Callout>
      ))}
      <VirtualList
        label="Saved versions"
        rows={versions}
        rowHeight={25}
        isMeasured
        className={classes.versions}
        rowClassName={classes.version}
        selected={at}
        onSelect={(index) => setChosenId(versions[index]?.id ?? null)}
        renderRow={(version) => (
          <>
            <VerdictBadge status={version.verdict} withLabel={false} />
            <strong>{versionName(version.version)}</strong>
            {version.version !== null && differing.has(version.version) && (
              <strong data-tone="danger">
                <IconAlertTriangle size={12} aria-hidden /> different values
              </strong>
            )}
            <span>{timesWords(version)}</span>
            <span className={classes.facts}>
              {sightingsWords(version)},{' '}
              {hasNoValue(version, dialect) ? 'no value' : sizeWords(version.bytes)}
            </span>
          </>
        )}
      />
      {chosen !== undefined && (
        <VersionView
          connectionId={connection.id}
          dialect={dialect}
          atomKey={atomKey}
          versions={versions}
          chosen={chosen}
        />
      )}
    </Stack>
  );
}

interface NoticesProps {
  readonly history: ReadableHistory;
  readonly isOpenServer: boolean;
}

function Notices({ history: { recoveredFrom, setAsideAt }, isOpenServer }: NoticesProps) {
  return (
    <>
      {isOpenServer && <Dimmed>{ownHistoryWords}</Dimmed>}
      {recoveredFrom !== null && (
        <Callout tone="warning" compact>
          The history of this connection was damaged, so the app started a new one. The damaged history was
          moved to: {recoveredFrom}
        </Callout>
      )}
      {setAsideAt !== null && (
        <Callout tone="warning" compact>
          The history of this atom before {momentWords(setAsideAt)} was damaged and set aside.
        </Callout>
      )}
    </>
  );
}

function timesWords({ firstSeenAt, lastSeenAt }: KeptVersion): string {
  const first = momentWords(firstSeenAt);
  const last = momentWords(lastSeenAt);
  if (first === last) return first;
  // The same day is shown only once.
  return first.slice(0, 10) === last.slice(0, 10) ? `${first} to ${last.slice(11)}` : `${first} to ${last}`;
}
