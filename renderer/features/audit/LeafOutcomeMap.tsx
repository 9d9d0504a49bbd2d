import { Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { AuditLeafMap, LeafOutcomes } from '#shared/audit/auditSummary.ts';
import { lookedAtLeaves, unreadLeaves } from '#shared/text/auditLeafWords.ts';
import { shortHash } from '#shared/text/hashWords.ts';
import { rangeWords } from '#shared/text/leafWords.ts';
import { capitalized, countOf } from '#shared/text/phrases.ts';
import { countWords } from '#shared/text/sizes.ts';
import { verdictNames, verdictPhrases } from '#shared/text/verdictNames.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { SmallButton } from '../../ui/Buttons.tsx';
import { CellMap, Swatch } from '../../ui/CellMap.tsx';
import { DataTable } from '../../ui/lists/DataTable.tsx';
import { cellLook, cellWords, gravestFirst } from './leafCell.ts';

/** The leaves of the tree, by what the audit found about them, under one root at a time. */
export function LeafOutcomeMap({ maps }: { readonly maps: readonly AuditLeafMap[] }) {
  const [chosen, setChosen] = useState(0);
  const [isTable, setTable] = useState(false);
  const map = maps[chosen] ?? maps[0];
  if (map === undefined) return null;
  const cells = map.cells;
  const seen = gravestFirst.filter((status) => cells.some((cell) => cell[status] > 0));
  const hasUnread = cells.some((cell) => unreadLeaves(cell) > 0n);
  return (
    <Stack gap="sm">
      <Group gap="sm">
        {maps.length > 1 && (
          <NativeSelect
            size="xs"
            aria-label="Root"
            value={chosen}
            onChange={({ currentTarget }) => setChosen(Number(currentTarget.value))}
            data={maps.map(({ root }, at) => ({
              value: String(at),
              label: `Root ${shortHash(visibleLine(root.rootHash))}, ${countOf(root.treeSize ?? '0', 'leaf', 'leaves')}`,
            }))}
          />
        )}
        <Text inherit fw={600}>
          {lookedAtLeaves(map).words}
        </Text>
        <SmallButton ml="auto" aria-expanded={isTable} onClick={() => setTable(!isTable)}>
          {isTable ? 'Show map' : 'Show as table'}
        </SmallButton>
      </Group>
      {isTable ? (
        <div style={{ display: 'grid', maxHeight: '260px' }}>
          <DataTable
            label="Leaves"
            rows={cells}
            rowKey={({ start }) => start}
            columns={[
              {
                name: 'range',
                header: 'Leaves',
                isRowHeader: true,
                render: (cell) => capitalized(rangeWords(cell)),
              },
              ...gravestFirst.map((status) => ({
                name: status,
                header: verdictNames[status],
                isNumeric: true,
                render: (cell: LeafOutcomes) => countWords(cell[status]),
              })),
              {
                name: 'unread',
                header: 'Not looked at',
                isNumeric: true,
                render: (cell: LeafOutcomes) => countWords(String(unreadLeaves(cell))),
              },
            ]}
          />
        </div>
      ) : (
        <CellMap
          label="Leaf map"
          cells={cells}
          keyOf={({ start }) => start}
          words={cellWords}
          look={cellLook}
          legend={
            <>
              {seen.map((status) => (
                <Group key={status} gap="2xs" wrap="nowrap">
                  <Swatch data-verdict={status} /> {verdictPhrases[status]}
                </Group>
              ))}
              {hasUnread && (
                <Group gap="2xs" wrap="nowrap">
                  <Swatch data-share="empty" /> not looked at
                </Group>
              )}
            </>
          }
        />
      )}
    </Stack>
  );
}
