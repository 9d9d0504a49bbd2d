import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconFilterOff, IconShieldCheck } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { CatalogueEntry } from '#shared/domain/catalogue.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { countOf } from '#shared/text/phrases.ts';
import { countWords } from '#shared/text/sizes.ts';
import type { BrowseView, SortColumn } from '../../state/browseStore.ts';
import { useReadRunStore } from '../../state/readRunStore.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { KeyText } from '../../ui/KeyText.tsx';
import { AtomTable } from './AtomTable.tsx';
import classes from './BrowseScreen.module.css';
import { rootPath } from './treeRows.ts';
import { startReadRun } from './readRun.ts';
import { ReadRunStrip } from './ReadRunStrip.tsx';
import { useNow } from './useNow.ts';

interface TablePaneProps {
  readonly connectionId: ConnectionId;
  readonly view: BrowseView;
  readonly entries: readonly CatalogueEntry[];
  readonly pattern: RegExp | null;
  readonly onSort: (column: SortColumn) => void;
  readonly onSelect: (key: string) => void;
  readonly onLookEverywhere: () => void;
}

/** The atoms below the chosen prefix, and the way to read and verify them all. */
export function TablePane(props: TablePaneProps) {
  const { connectionId, view, entries, pattern, onSort, onSelect, onLookEverywhere } = props;
  const client = useQueryClient();
  const now = useNow();
  const run = useReadRunStore(({ runs }) => runs.get(connectionId));
  const unread = useMemo(() => entries.filter(({ readAt, gone }) => readAt === null && !gone), [entries]);
  const read = (keys: readonly string[]): void => void startReadRun(client, connectionId, keys);
  return (
    <div className={classes.tablePane}>
      <div className={classes.tableHead}>
        <h2 className={classes.tableTitle}>
          {view.prefix === rootPath ? <span>All known keys</span> : <KeyText atomKey={view.prefix} />}
          <span className={classes.tableCount}>
            {countOf(entries.length, 'atom')}
            {view.filter !== '' && ' that match'}
            {unread.length > 0 && `, ${countWords(unread.length)} unread`}
          </span>
        </h2>
        {entries.length > 0 && (
          <ReadButton
            all={entries}
            unread={unread}
            isRunning={run !== undefined && run.end === null}
            onRead={(chosen) => read(chosen.map(({ key }) => key))}
          />
        )}
      </div>
      {run !== undefined && <ReadRunStrip run={run} onContinue={read} />}
      {entries.length === 0 ? (
        <EmptyState
          icon={IconFilterOff}
          title="No known atom here"
          description={`No key ${view.prefix === rootPath ? '' : 'below this prefix '}${
            view.filter === '' ? 'is known' : 'matches the filter'
          }.`}
          action={
            <Button size="compact-sm" variant="default" onClick={onLookEverywhere}>
              Show all known keys
            </Button>
          }
        />
      ) : (
        <AtomTable
          entries={entries}
          prefix={view.prefix}
          pattern={pattern}
          sort={view.sort}
          selectedKey={view.selectedKey}
          now={now}
          onSort={onSort}
          onSelect={onSelect}
        />
      )}
    </div>
  );
}

interface ReadButtonProps {
  readonly all: readonly CatalogueEntry[];
  readonly unread: readonly CatalogueEntry[];
  readonly isRunning: boolean;
  readonly onRead: (entries: readonly CatalogueEntry[]) => void;
}

/** Reads what is unread; where nothing is, or by choice from the menu, everything again. */
function ReadButton({ all, unread, isRunning, onRead }: ReadButtonProps) {
  const readsUnread = unread.length > 0;
  const main = readsUnread ? unread : all;
  const hasChoice = readsUnread && unread.length < all.length;
  return (
    <Button.Group>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconShieldCheck size={15} aria-hidden />}
        disabled={isRunning}
        onClick={() => onRead(main)}
      >
        {readsUnread ? `Read and verify ${countWords(main.length)}` : 'Read and verify again'}
      </Button>
      {hasChoice && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button
              size="compact-sm"
              variant="default"
              px={4}
              disabled={isRunning}
              aria-label="Choose what to read"
            >
              <IconChevronDown size={15} aria-hidden />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => onRead(unread)}>Only the {countWords(unread.length)} unread</Menu.Item>
            <Menu.Item onClick={() => onRead(all)}>All {countWords(all.length)}, read again</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </Button.Group>
  );
}
