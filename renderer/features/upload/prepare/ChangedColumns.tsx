import { Group, Input, Stack, Text } from '@mantine/core';
import { IconPencil, IconPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { mostColumnChanges, type ColumnChange, type RowMapping } from '#shared/domain/rowMapping.ts';
import type { SourceSample } from '#shared/domain/uploadSource.ts';
import { changeProblemWords, changeWords } from '#shared/text/columnWords.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import type { ChangeProblem } from '#shared/upload/changedColumns.ts';
import { IconButton, SmallButton } from '../../../ui/Buttons.tsx';
import { Dimmed } from '../../../ui/Dimmed.tsx';
import { ColumnDialog } from './ColumnDialog.tsx';
import { withChange } from './columnChanges.ts';
import { FormSection } from './ValueFields.tsx';

interface ChangedColumnsProps {
  readonly mapping: RowMapping;
  readonly sample: SourceSample;
  readonly problem: ChangeProblem | null;
  readonly onChange: (mapping: RowMapping) => void;
}

/** Columns that are changed before keys and values are made of them. */
export function ChangedColumns({ mapping, sample, problem, onChange }: ChangedColumnsProps) {
  /** The number of the change that is edited; one more than there are for a new one. */
  const [edited, setEdited] = useState<number | null>(null);
  const { changes = [] } = mapping;
  const put = (at: number, change: ColumnChange | null): void =>
    onChange(withChange(mapping, sample.columns, at, change));
  return (
    <FormSection title="Columns">
      {changes.length > 0 && (
        <Stack component="ul" gap="2xs" aria-label="Changed columns" p={0} style={{ listStyle: 'none' }}>
          {changes.map((change, at) => (
            <Group key={change.name} component="li" gap="2xs" wrap="nowrap" align="flex-start">
              <Stack gap={0} flex={1} miw={0}>
                <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
                  {visibleLine(change.name)}
                </Text>
                <Dimmed>{changeWords(change)}</Dimmed>
              </Stack>
              <IconButton
                size="sm"
                icon={IconPencil}
                label={`Edit ${visibleLine(change.name)}`}
                tooltip="Edit"
                onClick={() => setEdited(at)}
              />
              <IconButton
                size="sm"
                icon={IconX}
                label={`Remove the change of ${visibleLine(change.name)}`}
                tooltip="Remove"
                onClick={() => put(at, null)}
              />
            </Group>
          ))}
        </Stack>
      )}
      {problem !== null && <Input.Error role="alert">{changeProblemWords(problem)}</Input.Error>}
      <Group>
        <SmallButton
          icon={IconPlus}
          blocked={changes.length < mostColumnChanges ? null : `At most ${mostColumnChanges} changes`}
          onClick={() => setEdited(changes.length)}
        >
          Change a column…
        </SmallButton>
      </Group>
      {edited !== null && (
        <ColumnDialog
          sample={sample}
          mapping={mapping}
          at={edited}
          onSave={(change) => put(edited, change)}
          onClose={() => setEdited(null)}
        />
      )}
    </FormSection>
  );
}
