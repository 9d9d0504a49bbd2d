import { Box, Button, Menu } from '@mantine/core';
import { IconDots, IconHistory, IconHistoryOff, IconKeyOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AtomReading } from '#shared/domain/atom.ts';
import type { Connection } from '#shared/domain/connection.ts';
import { versionsReadDifferently, type AtomHistory } from '#shared/domain/history.ts';
import { assertNever } from '#shared/domain/result.ts';
import { historyExplanation, historyLimits, readDifferentlyWords } from '#shared/text/historyWords.ts';
import { countOf } from '#shared/text/phrases.ts';
import { momentWords } from '#shared/text/times.ts';
import { historyQuery, useBeginHistory } from '../../api/history.ts';
import { Callout } from '../../ui/Callout.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { HistoryDialog, type HistoryQuestion } from './HistoryDialog.tsx';
import classes from './Inspector.module.css';
import { VersionList } from './VersionList.tsx';
import { VersionView } from './VersionView.tsx';

interface HistoryTabProps {
  readonly connection: Connection;
  readonly reading: AtomReading;
}

/** The saved values of an atom over time, if history is on. */
export function HistoryTab({ connection, reading }: HistoryTabProps) {
  const { key, exchange } = reading;
  const [question, setQuestion] = useState<HistoryQuestion | null>(null);
  const history = useQuery(historyQuery(connection.id, key, exchange.requestId));
  const begin = useBeginHistory(connection.id, key);
  if (history.isError) {
    return <ErrorNotice error={history.error} onRetry={() => void history.refetch()} />;
  }
  if (history.data === undefined) return <LoadingState label="Loading history" />;
  return (
    <>
      {begin.isError && (
        <Box mb="sm">
          <ErrorNotice error={begin.error} onRetry={() => begin.mutate()} />
        </Box>
      )}
      <Content
        connection={connection}
        atomKey={key}
        history={history.data}
        isBeginning={begin.isPending}
        onBegin={() => begin.mutate()}
        onAsk={setQuestion}
      />
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

interface ContentProps {
  readonly connection: Connection;
  readonly atomKey: string;
  readonly history: AtomHistory;
  readonly isBeginning: boolean;
  readonly onBegin: () => void;
  readonly onAsk: (question: HistoryQuestion) => void;
}

function Content(props: ContentProps) {
  const { connection, history, isBeginning, onBegin, onAsk } = props;
  switch (history.kind) {
    case 'key-missing':
      return (
        <EmptyState
          icon={IconKeyOff}
          title="Cannot open the history"
          description="Its key is missing from the system keychain, or it is a different key. Without the original key, the saved history cannot be read. Restore the key, or delete the history."
          action={
            <Button size="compact-sm" variant="default" onClick={() => onAsk('delete-all')}>
              Delete history…
            </Button>
          }
        />
      );
    case 'readable':
      if (history.versions.length > 0) return <Versions {...props} versions={history} />;
      if (!connection.keepsHistory) {
        return (
          <EmptyState
            icon={IconHistoryOff}
            title="History is off"
            description={
              <>
                <p>{historyExplanation}</p>
                <p>{historyLimits} You can turn it off and delete it at any time.</p>
              </>
            }
            action={
              <Button size="compact-sm" loading={isBeginning} onClick={onBegin}>
                Turn on history
              </Button>
            }
          />
        );
      }
      return (
        <>
          <Notices history={history} />
          <EmptyState
            icon={IconHistory}
            title="No history yet"
            description="Every value read from now on is saved. Refresh the atom to save the first one."
            action={<HistoryMenu connection={connection} onAsk={onAsk} onBegin={onBegin} />}
          />
        </>
      );
    default:
      return assertNever(history);
  }
}

type ReadableHistory = Extract<AtomHistory, { readonly kind: 'readable' }>;

function Versions({
  connection,
  atomKey,
  versions: history,
  onAsk,
  onBegin,
}: ContentProps & { readonly versions: ReadableHistory }) {
  const { versions, dropped } = history;
  const [chosenId, setChosenId] = useState<string | null>(null);
  const chosen = versions.find(({ id }) => id === chosenId) ?? versions[0];
  const differing = versionsReadDifferently(versions);
  return (
    <div className={classes.fill}>
      <div className={classes.bar}>
        <span>
          {countOf(versions.length, 'version')} saved, latest first
          {dropped > 0 && `; ${countOf(dropped, 'older version', 'older versions')} dropped to make room`}
          {!connection.keepsHistory && '. History is off; new values are not saved'}
        </span>
        <span className={classes.end}>
          <HistoryMenu connection={connection} onAsk={onAsk} onBegin={onBegin} />
        </span>
      </div>
      <Notices history={history} />
      {[...differing].map(([version, values]) => (
        <Callout key={version} tone="danger" compact role="note">
          {readDifferentlyWords(version, values)}
        </Callout>
      ))}
      {chosen !== undefined && (
        <>
          <VersionList
            versions={versions}
            differing={differing}
            chosenId={chosen.id}
            onChoose={setChosenId}
          />
          <VersionView connectionId={connection.id} atomKey={atomKey} versions={versions} chosen={chosen} />
        </>
      )}
    </div>
  );
}

function Notices({ history }: { readonly history: ReadableHistory }) {
  return (
    <>
      {history.recoveredFrom !== null && (
        <Callout tone="warning" compact>
          The history of this connection was damaged, so the app started a new one. The damaged history was
          moved to: {history.recoveredFrom}
        </Callout>
      )}
      {history.setAsideAt !== null && (
        <Callout tone="warning" compact>
          The history of this atom before {momentWords(history.setAsideAt)} was damaged and set aside.
        </Callout>
      )}
    </>
  );
}

interface HistoryMenuProps {
  readonly connection: Connection;
  readonly onAsk: (question: HistoryQuestion) => void;
  readonly onBegin: () => void;
}

function HistoryMenu({ connection, onAsk, onBegin }: HistoryMenuProps) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button size="compact-xs" variant="default" leftSection={<IconDots size={13} aria-hidden />}>
          History
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {connection.keepsHistory ? (
          <Menu.Item onClick={() => onAsk('stop')}>Turn off history…</Menu.Item>
        ) : (
          <Menu.Item onClick={onBegin}>Turn on history</Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item onClick={() => onAsk('delete-atom')}>Delete history of this atom…</Menu.Item>
        <Menu.Item onClick={() => onAsk('delete-all')}>Delete history of this connection…</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
