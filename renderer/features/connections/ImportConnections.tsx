import { Box, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ImportCandidate, OpenedConnectionFile } from '#shared/domain/connectionImport.ts';
import { countOf } from '#shared/text/phrases.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { importConnections, rememberConnection } from '../../api/connections.ts';
import { Check } from '../../ui/Choices.tsx';
import { ConnectionDot } from '../../ui/ConnectionDot.tsx';
import { Dimmed } from '../../ui/Dimmed.tsx';
import { EnvironmentBadge } from '../../ui/EnvironmentBadge.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { notifyDone } from '../../ui/notify.ts';
import kit from '../../ui/kit.module.css';

interface ImportConnectionsProps {
  readonly file: OpenedConnectionFile;
  readonly onClose: () => void;
}

/** The connections of an opened file, and which of them to add. */
export function ImportConnections({ file, onClose }: ImportConnectionsProps) {
  const { name, candidates, unreadable } = file;
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState<ReadonlySet<number>>(
    () => new Set(candidates.flatMap((each, index) => (isNew(each) ? [index] : []))),
  );
  const choose = (index: number, isOn: boolean): void => {
    const next = new Set(chosen);
    if (isOn) next.add(index);
    else next.delete(index);
    setChosen(next);
  };
  return (
    <FormDialog
      title="Import connections"
      action={chosen.size === 0 ? 'Import' : `Import ${countOf(chosen.size, 'connection')}`}
      isDisabled={chosen.size === 0}
      isActionFocused
      size={620}
      onSubmit={async () => {
        const added = await importConnections({
          connections: candidates.flatMap(({ connection }, index) => (chosen.has(index) ? [connection] : [])),
        });
        for (const connection of added) rememberConnection(queryClient, connection);
        notifyDone(`Imported ${countOf(added.length, 'connection')}. Enter the API key of each to use it.`);
      }}
      onClose={onClose}
    >
      <Dimmed style={{ overflowWrap: 'anywhere' }}>
        {countOf(candidates.length, 'connection')} in {visibleLine(name)}, without API keys. Importing
        connects to nothing.
        {unreadable > 0 && ` ${countOf(unreadable, 'entry', 'entries')} could not be read.`}
      </Dimmed>
      <Box component="ul" className={kit.lined ?? ''} mah="50vh" style={{ overflowY: 'auto' }}>
        {candidates.map((candidate, index) => (
          <Candidate
            // The list never changes while the dialog is open.
            key={index}
            candidate={candidate}
            isChosen={chosen.has(index)}
            onChoose={(isOn) => choose(index, isOn)}
          />
        ))}
      </Box>
    </FormDialog>
  );
}

const duplicateWords = {
  same: 'You already have this connection.',
  address: 'You already have a connection with this address.',
  repeated: 'The file has this connection twice.',
} as const;

interface CandidateProps {
  readonly candidate: ImportCandidate;
  readonly isChosen: boolean;
  readonly onChoose: (isOn: boolean) => void;
}

function Candidate({ candidate, isChosen, onChoose }: CandidateProps) {
  const { connection, duplicateOf, problem } = candidate;
  const note = problem ?? (duplicateOf === null ? null : duplicateWords[duplicateOf]);
  return (
    <Group component="li" gap="sm" p="sm" wrap="nowrap" align="start">
      <Check
        aria-label={`Import ${visibleLine(connection.name)}`}
        checked={isChosen}
        disabled={problem !== null}
        onChange={onChoose}
      />
      <Stack gap="3xs" flex={1} miw={0}>
        <Group gap="sm" wrap="nowrap">
          <ConnectionDot colour={connection.color} />
          <Text inherit fw={600} truncate>
            {visibleLine(connection.name)}
          </Text>
          <EnvironmentBadge environment={connection.environment} />
        </Group>
        <Dimmed style={{ overflowWrap: 'anywhere' }}>{visibleLine(connection.address)}</Dimmed>
        {connection.authorities !== undefined && (
          <Dimmed>Includes a CA file that this connection will trust.</Dimmed>
        )}
        {note !== null && (
          <Text fz="xs" c="var(--verdict-amber-fg)">
            {note}
          </Text>
        )}
      </Stack>
    </Group>
  );
}

/** Chosen at first: what can be added, and is not there under any name. */
function isNew({ duplicateOf, problem }: ImportCandidate): boolean {
  return duplicateOf === null && problem === null;
}
