import { Box, Button, Group, List, Modal, NativeSelect, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { differenceKinds, type DifferenceKind, type KeyOutcome } from '#shared/domain/comparison.ts';
import type { Connection, ConnectionId } from '#shared/domain/connection.ts';
import type { JobOf } from '#shared/domain/job.ts';
import {
  comparisonLimits,
  comparisonResult,
  differenceLabel,
  differencesAsCsv,
  differencesAsJson,
  differenceWords,
  outcomeLabel,
  sideWords,
  type ComparedNames,
  type ComparisonResult,
} from '#shared/text/compareWords.ts';
import { countOf, quoteText } from '#shared/text/phrases.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { ipc } from '../../api/ipc.ts';
import { useJobControls, useKnownJobs, useStartJob } from '../../api/jobs.ts';
import { activate, showComparison } from '../../state/appStore.ts';
import { openAtomTab } from '../../state/tabStore.ts';
import { Callout, type CalloutTone } from '../../ui/Callout.tsx';
import { csvOrJson, ExportMenu } from '../../ui/ExportMenu.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { FilterChips } from '../../ui/FilterChips.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { KeyText } from '../../ui/KeyText.tsx';
import { VirtualGrid } from '../../ui/lists/VirtualGrid.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { saveFile } from '../../ui/saveFile.ts';
import { VerdictTally } from '../../ui/VerdictTally.tsx';
import { ComparisonStrip } from './ComparisonStrip.tsx';

interface CompareDialogProps {
  readonly id: ConnectionId;
  readonly connections: readonly Connection[];
}

/** The comparison of a connection with another one, or the form that starts it. The job continues when this closes. */
export function CompareDialog({ id, connections }: CompareDialogProps) {
  const jobs = useKnownJobs(id);
  const { dismiss } = useJobControls(id);
  const connection = connections.find((one) => one.id === id);
  // A comparison that starts takes the place of the one before.
  const job = jobs?.find((one): one is JobOf<'comparison'> => one.kind === 'comparison');
  const close = (): void => showComparison(null);
  if (jobs === null || connection === undefined) return null;
  if (job === undefined) return <StartForm connection={connection} connections={connections} />;
  const other = connections.find((one) => one.id === job.progress.otherId);
  const names = { a: connection.name, b: other?.name ?? 'removed connection' };
  return (
    <Modal
      opened
      onClose={close}
      title={`Compare ${quoteText(names.a)} with ${quoteText(names.b)}`}
      size={1000}
    >
      <ComparisonView job={job} names={names} onAgain={() => dismiss(job.id)} />
    </Modal>
  );
}

function StartForm({
  connection,
  connections,
}: {
  readonly connection: Connection;
  readonly connections: readonly Connection[];
}) {
  const others = connections.filter(({ id }) => id !== connection.id);
  const [otherId, setOtherId] = useState(others[0]?.id);
  const start = useStartJob(
    (input: { readonly connectionId: ConnectionId; readonly otherId: ConnectionId }) =>
      ipc.startComparison(input),
  );
  const isStarted = useRef(false);
  return (
    <FormDialog
      title={`Compare ${quoteText(connection.name)}`}
      action="Compare"
      isDisabled={otherId === undefined}
      onSubmit={async () => {
        if (otherId === undefined) return;
        await start.mutateAsync({ connectionId: connection.id, otherId });
        isStarted.current = true;
      }}
      // Once it has started, the result takes the place of the form.
      onClose={() => {
        if (!isStarted.current) showComparison(null);
      }}
    >
      <NativeSelect
        label="Compare with"
        data-autofocus
        value={otherId}
        onChange={({ currentTarget }) => setOtherId(currentTarget.value as ConnectionId)}
        data={others.map(({ id, name }) => ({ value: id, label: visibleLine(name) }))}
      />
      <Text inherit>
        Reads all keys that either connection knows from both, and verifies them. Nothing is stored in either.
      </Text>
    </FormDialog>
  );
}

const tones: Readonly<Record<ComparisonResult['look'], CalloutTone>> = {
  same: 'good',
  open: 'warning',
  different: 'warning',
  danger: 'danger',
};

interface ComparisonViewProps {
  readonly job: JobOf<'comparison'>;
  readonly names: ComparedNames;
  readonly onAgain: () => void;
}

function ComparisonView({ job, names, onAgain }: ComparisonViewProps) {
  const { state, progress } = job;
  const { look, title, words } = comparisonResult(state, progress, names);
  const isOver = job.endedAt !== null;
  const outcomes = (Object.keys(progress.outcomes) as KeyOutcome[]).filter(
    (outcome) => progress.outcomes[outcome] > 0,
  );
  return (
    <Stack gap="md" fz="sm">
      {!isOver && <ComparisonStrip job={job} other={names.b} />}
      <Callout
        tone={tones[look]}
        title={title}
        order={3}
        {...(isOver && {
          role: 'status',
          actions: (
            <Button size="xs" variant="default" onClick={onAgain}>
              New comparison
            </Button>
          ),
        })}
      >
        {words}
      </Callout>
      <Facts>
        {outcomes.map((outcome) => (
          <Fact key={outcome} label={outcomeLabel(outcome, names)}>
            {countOf(progress.outcomes[outcome], 'key')}
          </Fact>
        ))}
        <Fact label={`Verdicts of ${quoteText(names.a)}`}>
          <VerdictTally counts={progress.a.verdicts} />
        </Fact>
        <Fact label={`Verdicts of ${quoteText(names.b)}`}>
          <VerdictTally counts={progress.b.verdicts} />
        </Fact>
      </Facts>
      {(isOver || state.kind === 'paused') && progress.differenceCount > 0 && (
        <Differences job={job} names={names} />
      )}
      <section aria-label="Limits of this comparison">
        <Title order={3} fz="sm" mb="xs">
          Limits of this comparison
        </Title>
        <List size="sm">
          {comparisonLimits(progress, names).map((limit) => (
            <List.Item key={limit}>{limit}</List.Item>
          ))}
        </List>
      </section>
    </Stack>
  );
}

const columns = [
  { name: 'key', header: 'Key' },
  { name: 'difference', header: 'Difference' },
  { name: 'a', header: 'First' },
  { name: 'b', header: 'Second' },
] as const;

function Differences({ job, names }: { readonly job: JobOf<'comparison'>; readonly names: ComparedNames }) {
  const { id, connectionId, progress } = job;
  const { kinds: counts, differenceCount } = progress;
  const [kind, setKind] = useState<DifferenceKind | 'all'>('all');
  const [active, setActive] = useState(-1);
  const listed = useQuery({
    queryKey: ['differences', id, progress.done],
    queryFn: () => ipc.listDifferences({ jobId: id }),
  });
  const open = (key: string, isOnlyInOther: boolean): void => {
    const shown = isOnlyInOther ? progress.otherId : connectionId;
    activate(shown);
    openAtomTab(shown, key);
    showComparison(null);
  };
  return (
    <QueryView query={listed} loading="Loading the differences" rows={3}>
      {(differences) => {
        const rows = kind === 'all' ? differences : differences.filter(({ kinds }) => kinds.includes(kind));
        const all = kind === 'all' ? differenceCount : counts[kind];
        return (
          <Stack gap="sm">
            <Group gap="xs" align="flex-start" wrap="nowrap">
              <FilterChips
                count={differenceCount}
                choices={differenceKinds.map((value) => ({
                  value,
                  name: differenceLabel(value, names),
                  count: counts[value],
                }))}
                value={kind}
                onChange={(chosen) => {
                  setKind(chosen);
                  setActive(-1);
                }}
              />
              <ExportMenu
                label="differences"
                choices={csvOrJson}
                onExport={(format) =>
                  saveFile(
                    `comparison.${format}`,
                    format === 'csv'
                      ? differencesAsCsv(differences)
                      : differencesAsJson({ ...job, names, differences }),
                  )
                }
              />
            </Group>
            <Box h={300}>
              <VirtualGrid
                label="Differences"
                rows={rows}
                columns={columns.map((column) =>
                  column.name === 'a' || column.name === 'b'
                    ? { ...column, header: visibleLine(names[column.name]) }
                    : column,
                )}
                active={active}
                onChoose={(index, _, { passed }) => {
                  setActive(index);
                  const row = rows[index];
                  if (!passed && row !== undefined) open(row.key, row.kinds.includes('only-in-b'));
                }}
                onOpen={(row) => open(row.key, row.kinds.includes('only-in-b'))}
                renderCell={(row, column) => {
                  switch (column) {
                    case 'key':
                      return <KeyText atomKey={row.key} />;
                    case 'difference':
                      return differenceWords(row, names);
                    case 'a':
                    case 'b':
                      return sideWords(row[column]);
                  }
                }}
                cellTitle={(row, column) =>
                  column === 'key'
                    ? undefined
                    : column === 'difference'
                      ? differenceWords(row, names)
                      : sideWords(row[column])
                }
              />
            </Box>
            {rows.length < all && (
              <Text inherit c="dimmed">
                {countOf(all - rows.length, 'more difference')} counted, but not listed.
              </Text>
            )}
          </Stack>
        );
      }}
    </QueryView>
  );
}
