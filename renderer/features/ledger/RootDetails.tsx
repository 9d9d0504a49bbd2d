import { Group, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { Connection } from '#shared/domain/connection.ts';
import type { LedgerEntry, LedgerRootDetails } from '#shared/domain/rootLedger.ts';
import { rootName } from '#shared/memory/sameRoot.ts';
import { entryWords, pathWords } from '#shared/text/ledgerWords.ts';
import { countOf } from '#shared/text/phrases.ts';
import { pinSourceWords } from '#shared/text/pinWords.ts';
import { rootWords } from '#shared/text/rootWords.ts';
import { countWords } from '#shared/text/sizes.ts';
import { durationWords, momentWords } from '#shared/text/times.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { exportLedger, useLedgerRoot } from '../../api/ledger.ts';
import { usePins } from '../../api/pins.ts';
import { SmallButton } from '../../ui/Buttons.tsx';
import { Callout } from '../../ui/Callout.tsx';
import { Dimmed } from '../../ui/Dimmed.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { HashChip } from '../../ui/HashChip.tsx';
import { DataTable, type TableColumn } from '../../ui/lists/DataTable.tsx';
import { PaneHead } from '../../ui/PaneHead.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { notifySaved } from '../../ui/saveFile.ts';
import { Screen } from '../../ui/Screen.tsx';
import { EvidenceButton } from '../evidence/EvidenceButton.tsx';
import { RootActions } from '../pins/RootActions.tsx';
import { StatusMark } from './RootTable.tsx';
import { SettleDialog } from './SettleDialog.tsx';

interface RootDetailsProps {
  readonly connection: Connection;
  readonly rootHash: string;
}

/** A root: how it stands, what speaks against it, and every response that returned it. */
export function RootDetails({ connection, rootHash }: RootDetailsProps) {
  const details = useLedgerRoot(connection.id, rootHash);
  return (
    <QueryView query={details} loading="Reading the root" rows={6}>
      {(found) =>
        found === null ? (
          <Text size="sm" c="dimmed" p="md">
            This root is no longer in the ledger.
          </Text>
        ) : (
          <Details connection={connection} details={found} />
        )
      }
    </QueryView>
  );
}

function Details({
  connection,
  details,
}: {
  readonly connection: Connection;
  readonly details: LedgerRootDetails;
}) {
  const { root, entries, entryCount, sides } = details;
  const name = rootName(root.rootHash);
  const { status } = root;
  const [isSettling, setSettling] = useState(false);
  const pin = usePins(connection.id).data?.pins.find(({ rootHash }) => rootHash === name);
  const isContradiction = status.kind === 'contradiction';
  const isOpen = isContradiction || status.kind === 'unexplained';
  return (
    <Screen
      scrolls
      bodyLabel="Root details"
      head={
        <PaneHead
          title={<HashChip hash={root.rootHash} label="Root" />}
          note={<StatusMark status={status} />}
        />
      }
    >
      <Stack gap="md">
        {isOpen && (
          <Callout
            tone={isContradiction ? 'danger' : 'warning'}
            role="note"
            title={isContradiction ? 'Two responses that cannot both be true' : 'Two roots for one tree size'}
            order={3}
            actions={
              <>
                <EvidenceButton
                  connectionId={connection.id}
                  about={{ kind: 'contradiction', rootHash: root.rootHash }}
                />
                <SmallButton onClick={() => setSettling(true)}>Settle…</SmallButton>
              </>
            }
          >
            {rootWords(status)}
          </Callout>
        )}
        {sides !== null && <Sides {...sides} isContradiction={isContradiction} />}
        <Facts>
          <Fact label="Tree size">
            {root.treeSize === null
              ? 'Not stated, or not credible'
              : countOf(root.treeSize, 'leaf', 'leaves')}
          </Fact>
          <Fact label="First seen">{momentWords(root.firstSeenAt)}</Fact>
          <Fact label="Last seen">{momentWords(root.lastSeenAt)}</Fact>
          <Fact label="Responses">{countWords(root.times)}</Fact>
          {pin !== undefined && (
            <Fact label="Pinned">
              {pinSourceWords(pin.source)}
              {pin.note !== '' && <Dimmed>{visibleLine(pin.note)}</Dimmed>}
            </Fact>
          )}
        </Facts>
        <RootActions
          connectionId={connection.id}
          root={{ rootHash: root.rootHash, treeSize: root.treeSize, source: 'ledger' }}
        />
        <Panel title="Ledger entries">
          {entryCount > entries.length && (
            <Text size="sm" c="dimmed">
              The newest {countWords(entries.length)} of {countWords(entryCount)}. An export has all of them.
            </Text>
          )}
          <DataTable
            label="Ledger entries"
            columns={entryColumns(connection)}
            rows={entries}
            rowKey={({ sequence }) => sequence}
          />
        </Panel>
      </Stack>
      {isSettling && (
        <SettleDialog connectionId={connection.id} root={root} onClose={() => setSettling(false)} />
      )}
    </Screen>
  );
}

interface SidesProps {
  readonly seen: LedgerEntry;
  readonly against: LedgerEntry;
  readonly isContradiction: boolean;
}

/** What two responses claimed, side by side. */
function Sides({ seen, against, isContradiction }: SidesProps) {
  return (
    <DataTable
      label="The two responses"
      columns={[
        { name: 'claim', header: '', width: '78px', isRowHeader: true, render: ({ label }) => label },
        { name: 'earlier', header: 'Earlier response', render: ({ of }) => of(against) },
        {
          name: 'later',
          header: isContradiction ? 'Contradicting response' : 'Later response',
          render: ({ of }) => of(seen),
        },
      ]}
      rows={claims}
      rowKey={({ label }) => label}
    />
  );
}

const claims: readonly { readonly label: string; readonly of: (entry: LedgerEntry) => ReactNode }[] = [
  { label: 'Root', of: (entry) => ('rootHash' in entry ? <HashChip hash={entry.rootHash} /> : '') },
  {
    label: 'Tree size',
    of: (entry) =>
      !('treeSize' in entry) || entry.treeSize === null
        ? 'Not stated'
        : countOf(entry.treeSize, 'leaf', 'leaves'),
  },
  { label: 'Request', of: (entry) => visibleLine(entryWords(entry)) },
  { label: 'Received', of: ({ at }) => momentWords(at) },
  {
    label: 'Took',
    of: (entry) => ('askedAt' in entry ? durationWords(Math.max(0, entry.at - entry.askedAt)) : ''),
  },
  { label: 'Proof', of: (entry) => (entry.kind === 'root' ? pathWords[entry.path] : '') },
  {
    label: 'Request ID',
    of: (entry) => ('requestId' in entry ? <code>{visibleLine(entry.requestId)}</code> : ''),
  },
  { label: 'Entry', of: ({ sequence }) => countWords(sequence) },
];

function entryColumns({ id: connectionId }: Connection): readonly TableColumn<LedgerEntry>[] {
  return [
    {
      name: 'entry',
      header: 'Entry',
      width: '72px',
      isNumeric: true,
      isRowHeader: true,
      render: ({ sequence }) => countWords(sequence),
    },
    { name: 'at', header: 'Time', width: '200px', render: ({ at }) => momentWords(at) },
    {
      name: 'what',
      header: 'Request',
      render: (entry) => (
        <>
          {visibleLine(entryWords(entry))}
          {entry.kind === 'accepted' && entry.note !== '' && (
            <Text inherit c="dimmed">
              {visibleLine(entry.note)}
            </Text>
          )}
          {entry.kind === 'root' && entry.path === 'fail' && (
            <Text inherit c="var(--verdict-red-fg)">
              Proof failed
            </Text>
          )}
        </>
      ),
    },
    {
      name: 'export',
      header: 'Proof',
      width: '108px',
      render: ({ sequence }) => (
        <Group justify="flex-end">
          <SmallButton
            aria-label={`Export proof of entry ${String(sequence)}`}
            onClick={() =>
              void notifySaved(exportLedger({ connectionId, what: { kind: 'proof', entry: sequence } }))
            }
          >
            Export…
          </SmallButton>
        </Group>
      ),
    },
  ];
}
