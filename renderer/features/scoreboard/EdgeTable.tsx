import { Group, TextInput } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import type { Edge } from '#shared/scoreboard/edges.ts';
import { countOf } from '#shared/text/phrases.ts';
import { shareWords } from '#shared/text/scoreboardWords.ts';
import { countWords } from '#shared/text/sizes.ts';
import { Dimmed } from '../../ui/Dimmed.tsx';
import { KeyText } from '../../ui/KeyText.tsx';
import { DataTable, type TableColumn } from '../../ui/lists/DataTable.tsx';

interface EdgeTableProps {
  readonly edges: readonly Edge[];
  /** The number of all pairs; `edges` are the first of them. */
  readonly total: number;
  readonly filter: string;
  readonly onFilter: (text: string) => void;
}

const columns: readonly TableColumn<Edge>[] = [
  { name: 'from', header: 'After', render: ({ from }) => <KeyText atomKey={from} /> },
  { name: 'to', header: 'Key', render: ({ to }) => <KeyText atomKey={to} /> },
  {
    name: 'predicted',
    header: 'Predicted',
    title: 'Share of the steps after the first key for which the second key was predicted',
    isNumeric: true,
    width: '112px',
    render: ({ predicted, steps }) => shareWords(predicted, steps),
  },
  {
    name: 'came',
    header: 'Came next',
    title: 'Share of the steps after the first key in which the second key came next',
    isNumeric: true,
    width: '112px',
    render: ({ came, steps }) => shareWords(came, steps),
  },
  {
    name: 'both',
    header: 'Correct',
    title: 'How often it came next when it was predicted',
    isNumeric: true,
    width: '112px',
    render: ({ both, predicted }) => (predicted === 0 ? '–' : shareWords(both, predicted)),
  },
];

/** How often one key was predicted after another, and how often it came. */
export function EdgeTable({ edges, total, filter, onFilter }: EdgeTableProps) {
  return (
    <>
      <Group gap="md" py="sm">
        <TextInput
          w={240}
          size="xs"
          aria-label="Filter keys"
          placeholder="Filter keys"
          value={filter}
          onChange={(event) => onFilter(event.currentTarget.value)}
          leftSection={<IconFilter size={13} aria-hidden />}
        />
        <Dimmed>
          {countOf(total, 'pair')}
          {edges.length < total && `, first ${countWords(edges.length)} shown; the export contains all`}
        </Dimmed>
      </Group>
      {edges.length === 0 ? (
        <Dimmed py="md">No key contains this text.</Dimmed>
      ) : (
        <DataTable
          label="Key pairs"
          columns={columns}
          rows={edges}
          rowKey={({ from, to }) => JSON.stringify([from, to])}
        />
      )}
    </>
  );
}
