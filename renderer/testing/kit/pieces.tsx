import { Box, Button, Group, Menu, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import {
  IconDotsVertical,
  IconFileExport,
  IconLock,
  IconPencil,
  IconPlus,
  IconRefresh,
  IconRoute,
} from '@tabler/icons-react';
import { useEffect, type ReactNode } from 'react';
import { AppFailure } from '../../api/unwrap.ts';
import { IconButton, IconMenuItem, SmallButton } from '../../ui/Buttons.tsx';
import { Callout } from '../../ui/Callout.tsx';
import { CellMap, Swatch } from '../../ui/CellMap.tsx';
import { CodeView } from '../../ui/code/CodeView.tsx';
import { DiffView } from '../../ui/code/DiffView.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Dimmed } from '../../ui/Dimmed.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { csvOrJson, ExportMenu } from '../../ui/ExportMenu.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { FileDrop } from '../../ui/FileDrop.tsx';
import { FilterChips } from '../../ui/FilterChips.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { HashChip } from '../../ui/HashChip.tsx';
import { KeyText } from '../../ui/KeyText.tsx';
import { notifyDone, notifyFailure } from '../../ui/notify.ts';
import { notifyUndo } from '../../ui/notifyUndo.tsx';
import { OutcomeNotice } from '../../ui/OutcomeNotice.tsx';
import { PaneHead } from '../../ui/PaneHead.tsx';
import { Question } from '../../ui/Question.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { Splitter } from '../../ui/Splitter.tsx';
import { Toolbar } from '../../ui/Toolbar.tsx';
import { VerdictBadge } from '../../ui/VerdictBadge.tsx';
import { VerdictTally } from '../../ui/VerdictTally.tsx';
import { environmentPieces } from './environmentPieces.tsx';
import { jobPiece } from './jobPiece.tsx';
import { listPieces } from './listPieces.tsx';

const hash = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
const offline = new AppFailure({
  code: 'network',
  failure: 'refused',
  address: 'http://127.0.0.1:4711',
  message: 'connect ECONNREFUSED 127.0.0.1:4711',
  requestId: null,
});

const padded = (content: ReactNode) => (
  <Stack p="md" align="flex-start">
    {content}
  </Stack>
);

/** Every piece of the kit with example content. Those that need height fill the page. */
export const kitPieces: ReadonlyMap<string, () => ReactNode> = new Map<string, () => ReactNode>([
  [
    'Screen',
    () => (
      <Screen
        head={
          <PaneHead
            title="Expectations"
            note="2 saved"
            actions={<SmallButton variant="filled">Import…</SmallButton>}
          />
        }
        foot={<Toolbar side="bottom">Foot</Toolbar>}
        scrolls
      >
        The body scrolls.
      </Screen>
    ),
  ],
  [
    'PaneHead',
    () => <PaneHead title="Expectations" note="12 saved" actions={<SmallButton>Import…</SmallButton>} />,
  ],
  [
    'Toolbar',
    () => (
      <Toolbar
        role="search"
        end={<ExportMenu label="the hits" choices={csvOrJson} onExport={async () => undefined} />}
      >
        <TextInput flex={1} miw={200} aria-label="Query" placeholder="Query" />
        <Button>Recall</Button>
      </Toolbar>
    ),
  ],
  ['Splitter', () => <SplitterPiece />],
  [
    'Callout',
    () => (
      <Stack p="md">
        <Callout tone="neutral" title="Read-only">
          This connection does not accept changes.
        </Callout>
        <Callout tone="good" title="Stored" />
        <Callout
          tone="warning"
          title="Not compared"
          actions={<SmallButton variant="filled">Compare</SmallButton>}
        >
          A comparison only reads.
        </Callout>
        <Callout tone="danger" title="Proof failed" role="note">
          The sibling hashes do not lead to the root.
        </Callout>
        <Callout tone="warning" compact>
          One line.
        </Callout>
      </Stack>
    ),
  ],
  [
    'Facts',
    () =>
      padded(
        <Facts>
          <Fact label="Version">12</Fact>
          <Fact label="Leaf index">4,711</Fact>
          <Fact label="Root">
            <HashChip hash={hash} />
          </Fact>
        </Facts>,
      ),
  ],
  [
    'EmptyState',
    () => (
      <EmptyState
        icon={IconRoute}
        title="No chain yet"
        description="Enter a key to start."
        action={<SmallButton variant="filled">Start</SmallButton>}
      />
    ),
  ],
  [
    'QueryView',
    () => (
      <QueryView
        query={{ data: undefined, error: offline, isError: true, refetch: () => undefined }}
        loading="Loading runs"
      >
        {() => null}
      </QueryView>
    ),
  ],
  ['ErrorNotice', () => padded(<ErrorNotice error={offline} onRetry={() => undefined} />)],
  [
    'OutcomeNotice',
    () => (
      <Stack p="md">
        <OutcomeNotice
          tone="good"
          title="Stored as version 3"
          sentences={['Read back with the same value.']}
        />
      </Stack>
    ),
  ],
  ['Dimmed', () => padded(<Dimmed>Saved on this computer. The service never sees it.</Dimmed>)],
  [
    'FilterChips',
    () =>
      padded(
        <FilterChips
          count={1_207}
          choices={[
            { value: 'added', name: 'Added', count: 1_204 },
            { value: 'version', name: 'Version changed', count: 3 },
          ]}
          value="version"
          onChange={() => undefined}
        />,
      ),
  ],
  [
    'Buttons',
    () =>
      padded(
        <Group gap="sm">
          <SmallButton variant="filled">Start</SmallButton>
          <SmallButton icon={IconPlus}>New atom</SmallButton>
          <SmallButton icon={IconLock} blocked="This connection is read-only.">
            Edit
          </SmallButton>
          <IconButton label="Refresh" icon={IconRefresh} />
          <Menu opened position="bottom-start">
            <Menu.Target>
              <IconButton label="More actions" icon={IconDotsVertical} />
            </Menu.Target>
            <Menu.Dropdown>
              <IconMenuItem icon={IconPencil}>Edit…</IconMenuItem>
              <IconMenuItem icon={IconFileExport}>Export…</IconMenuItem>
            </Menu.Dropdown>
          </Menu>
        </Group>,
      ),
  ],
  [
    'Question',
    () => (
      <Box p="md">
        <Question title="Discard your changes?" text="Nothing is stored yet. Discard your changes?">
          <Button variant="default">Keep editing</Button>
          <Button color="red">Discard</Button>
        </Question>
      </Box>
    ),
  ],
  [
    'ConfirmDialog',
    () => (
      <ConfirmDialog
        title="Delete this run?"
        action="Delete"
        onConfirm={() => undefined}
        onClose={() => undefined}
      >
        <p>
          This deletes <strong>Towns</strong> with 12 hits from this computer. The memory does not change.
        </p>
      </ConfirmDialog>
    ),
  ],
  [
    'FormDialog',
    () => (
      <FormDialog title="Rename run" action="Rename" onSubmit={() => undefined} onClose={() => undefined}>
        <TextInput label="Name" defaultValue="Towns" data-autofocus />
      </FormDialog>
    ),
  ],
  jobPiece,
  [
    'FileDrop',
    () => (
      <Box p="lg">
        <FileDrop maxBytes={1_000_000} onFile={() => undefined} onRefuse={() => undefined} p="xl">
          Drop a file here.
        </FileDrop>
      </Box>
    ),
  ],
  [
    'CopyButton',
    () =>
      padded(
        <>
          <CopyButton text="text" label="value" hasCaption />
          <CopyButton text="text" label="value" />
        </>,
      ),
  ],
  [
    'ExportMenu',
    () => padded(<ExportMenu label="the hits" choices={csvOrJson} onExport={async () => undefined} />),
  ],
  ['notices', () => <Notices />],
  ...listPieces,
  ...environmentPieces,
  [
    'KeyText',
    () =>
      padded(
        <>
          <KeyText atomKey="v1.user.Yusuf.profile" />
          <KeyText atomKey={'v1.user.\u202eYusuf.profile '} />
          <KeyText atomKey="v1.user.Yus\u0443f.profile" />
        </>,
      ),
  ],
  ['HashChip', () => padded(<HashChip hash={hash} label="root" />)],
  [
    'VerdictBadge',
    () =>
      padded(
        <>
          <VerdictBadge status="green" />
          <VerdictBadge status="keyOnly" />
          <VerdictBadge status="amber" />
          <VerdictBadge status="red" />
          <div>
            <VerdictTally counts={{ green: 340, keyOnly: 2, amber: 2, red: 1 }} />
          </div>
        </>,
      ),
  ],
  [
    'CellMap',
    () =>
      padded(
        <Box w="100%">
          <CellMap
            label="Leaf map"
            cells={Array.from({ length: 100 }, (_, at) => ({
              at,
              verdict: at === 61 ? 'red' : at % 29 === 7 ? 'amber' : 'green',
            }))}
            keyOf={({ at }) => String(at)}
            words={({ at, verdict }) => `Leaf ${at}: ${verdict}`}
            look={({ verdict }) => ({ 'data-verdict': verdict })}
            legend={
              <>
                <Swatch data-verdict="green" /> verified <Swatch data-verdict="amber" /> could not be checked{' '}
                <Swatch data-verdict="red" /> failed
              </>
            }
          />
        </Box>,
      ),
  ],
  [
    'CodeView',
    () => <CodeView text={'{\n  "town": "Oslo",\n  "population": 717710\n}'} label="Value" asJson />,
  ],
  [
    'DiffView',
    () => (
      <DiffView
        before={'{\n  "town": "Oslo",\n  "population": 709037\n}'}
        after={'{\n  "town": "Oslo",\n  "population": 717710\n}'}
        labels={{ before: 'Version 1', after: 'Version 2' }}
        layout="unified"
        asJson
      />
    ),
  ],
]);

function SplitterPiece() {
  return (
    <Splitter
      name="kit"
      panes={[
        { label: 'Log', defaultSize: 2, min: '100px', content: <PaneHead title="Log" /> },
        { label: 'Write', defaultSize: '240px', min: '100px', content: <PaneHead title="Write" /> },
      ]}
    />
  );
}

function Notices() {
  useEffect(() => {
    notifyDone('Saved to /home/ada/towns.csv');
    notifyUndo('7 rows dropped.', async () => undefined);
    notifyFailure(offline);
    return () => notifications.clean();
  }, []);
  return null;
}
