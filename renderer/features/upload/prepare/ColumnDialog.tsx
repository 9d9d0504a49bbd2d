import { Autocomplete, Box, Group, Menu, Stack, Text, TextInput } from '@mantine/core';
import { IconArrowUp, IconPlus, IconX } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import {
  columnChange,
  mostCellSteps,
  type CellStep,
  type ColumnChange,
  type RowMapping,
} from '#shared/domain/rowMapping.ts';
import type { SourceSample } from '#shared/domain/uploadSource.ts';
import { misfitWords, stepNames } from '#shared/text/columnWords.ts';
import { quoteText } from '#shared/text/phrases.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { columnsWithPaths } from '#shared/upload/cellPath.ts';
import { changedColumns } from '#shared/upload/changedColumns.ts';
import { IconButton, SmallButton } from '../../../ui/Buttons.tsx';
import { Check } from '../../../ui/Choices.tsx';
import { Dimmed } from '../../../ui/Dimmed.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import kit from '../../../ui/kit.module.css';
import { DataTable } from '../../../ui/lists/DataTable.tsx';
import { previewChange, withChange, type ChangedCell } from './columnChanges.ts';
import { fitWords, missingWords } from './columnDraft.ts';
import classes from './Prepare.module.css';
import { newStep, StepFields } from './StepFields.tsx';

interface ColumnDialogProps {
  readonly sample: SourceSample;
  readonly mapping: RowMapping;
  /** The number of the change to edit; one more than there are for a new one. */
  readonly at: number;
  readonly onSave: (change: ColumnChange) => void;
  readonly onClose: () => void;
}

const shownCells = 30;

/** The steps that a column goes through, with the cells before and after them. */
export function ColumnDialog({ sample, mapping, at, onSave, onClose }: ColumnDialogProps) {
  const saved = mapping.changes?.[at];
  const [draft, setDraft] = useState<ColumnChange>(
    () => saved ?? { from: '', name: '', keeps: false, steps: [] },
  );
  const { columns, records } = sample;
  const choices = useMemo(() => columnsWithPaths(columns, records), [columns, records]);
  const cells = useMemo(() => previewChange(sample, draft), [sample, draft]);
  const { from, name, keeps, steps } = draft;
  const isColumn = columns.includes(from);
  const changed = changedColumns(withChange(mapping, columns, at, draft).changes, columns);
  const isTaken = from !== '' && !changed.ok && changed.problem.kind === 'name-taken';
  const addStep = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (steps.length > 0) addStep.current?.scrollIntoView({ block: 'nearest' });
  }, [steps.length]);
  const change = (part: Partial<ColumnChange>): void => setDraft((before) => ({ ...before, ...part }));
  const chooseColumn = (next: string): void =>
    // A name that was not typed follows the column.
    change({ from: next, ...((name === '' || name === from) && { name: next }) });
  const setStep = (index: number, step: CellStep): void =>
    change({ steps: steps.map((one, place) => (place === index ? step : one)) });
  const missing = cells === null || isTaken ? null : missingWords(draft, isColumn);
  return (
    <FormDialog
      title={saved === undefined ? 'Change a column' : `Change ${quoteText(saved.name)}`}
      action={saved === undefined ? 'Add change' : 'Save change'}
      size={640}
      isDisabled={cells === null || isTaken || missing !== null || !columnChange.safeParse(draft).success}
      onSubmit={() => onSave(draft)}
      onClose={onClose}
      aside={
        <Dimmed role="status" flex={1}>
          {missing}
        </Dimmed>
      }
    >
      <Group grow align="flex-start">
        <Autocomplete
          label="Column"
          description="Or a property of its JSON, such as name.common"
          value={from}
          data={choices}
          limit={200}
          renderOption={({ option }) => visibleLine(option.value)}
          error={from !== '' && cells === null ? `The file has no column ${quoteText(from)}.` : undefined}
          onChange={chooseColumn}
          classNames={{ input: classes.mono ?? '' }}
          comboboxProps={{ transitionProps: { duration: 0 } }}
          maxDropdownHeight={240}
          spellCheck={false}
          autoComplete="off"
          data-autofocus={saved === undefined || undefined}
        />
        <TextInput
          label="New name"
          description="Also the name of the property in a JSON object"
          value={name}
          error={isTaken ? 'Another column has this name.' : undefined}
          onChange={({ currentTarget }) => change({ name: currentTarget.value })}
          classNames={{ input: classes.mono ?? '' }}
          spellCheck={false}
          autoComplete="off"
        />
      </Group>
      {isColumn && (
        <Check
          label={`Keep the column ${quoteText(from)} too`}
          checked={keeps}
          onChange={(isOn) => change({ keeps: isOn })}
        />
      )}
      <Stack gap="xs" role="group" aria-label="Steps">
        <Text size="sm" fw={600}>
          Steps
        </Text>
        {steps.length > 0 && (
          <Box component="ol" className={kit.lined}>
            {steps.map((step, index) => (
              <Group key={index} component="li" gap="xs" px="sm" py="2xs" wrap="nowrap" align="center">
                <Box flex={1} miw={0}>
                  <StepFields step={step} onChange={(next) => setStep(index, next)} />
                </Box>
                <IconButton
                  size="sm"
                  icon={IconArrowUp}
                  label={`Move up: ${stepNames[step.kind]}`}
                  tooltip="Move up"
                  blocked={index > 0 ? null : 'This is the first step'}
                  onClick={() => change({ steps: movedUp(steps, index) })}
                />
                <IconButton
                  size="sm"
                  icon={IconX}
                  label={`Remove step: ${stepNames[step.kind]}`}
                  tooltip="Remove"
                  onClick={() => change({ steps: steps.filter((_, place) => place !== index) })}
                />
              </Group>
            ))}
          </Box>
        )}
        {/* Not below the buttons of the dialog. */}
        <Group ref={addStep} style={{ scrollMarginBottom: '5rem' }}>
          <Menu position="bottom-start">
            <Menu.Target>
              <SmallButton
                icon={IconPlus}
                blocked={steps.length < mostCellSteps ? null : `At most ${mostCellSteps} steps`}
              >
                Add step
              </SmallButton>
            </Menu.Target>
            <Menu.Dropdown>
              {Object.entries(stepNames).map(([kind, words]) => (
                <Menu.Item
                  key={kind}
                  onClick={() => change({ steps: [...steps, newStep(kind as CellStep['kind'])] })}
                >
                  {words}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        </Group>
      </Stack>
      {cells !== null && <ChangedCells cells={cells} isColumn={isColumn} />}
    </FormDialog>
  );
}

/** The steps with one of them moved before the previous one. */
function movedUp(steps: readonly CellStep[], index: number): readonly CellStep[] {
  const others = steps.filter((_, place) => place !== index);
  return [...others.slice(0, index - 1), ...steps.slice(index, index + 1), ...others.slice(index - 1)];
}

interface ChangedCellsProps {
  readonly cells: readonly ChangedCell[];
  /** Not a property of one. */
  readonly isColumn: boolean;
}

function ChangedCells({ cells, isColumn }: ChangedCellsProps) {
  const unfit = cells.filter(({ after }) => !after.fits);
  // Those that need a look come first.
  const shown = [...unfit, ...cells.filter(({ after }) => after.fits)].slice(0, shownCells);
  return (
    <Stack gap="2xs">
      <Text size="sm" c="dimmed" role="status">
        {fitWords(cells, isColumn)}
      </Text>
      <DataTable
        label="Cells before and after"
        className={`${classes.box} ${classes.changedCells}`}
        rows={shown}
        rowKey={({ place }) => place}
        columns={[
          { name: 'before', header: 'Before', width: '50%', render: ({ before }) => cellText(before) },
          {
            name: 'after',
            header: 'After',
            render: ({ after }) =>
              after.fits ? (
                cellText(after.text)
              ) : (
                <span className={classes.amber}>{misfitWords(after.step)}</span>
              ),
          },
        ]}
      />
    </Stack>
  );
}

function cellText(text: string | null) {
  if (text === null) return <span className={classes.none}>none</span>;
  if (text === '') return <span className={classes.none}>empty</span>;
  return <span className={classes.mono}>{visibleLine(text.slice(0, 160))}</span>;
}
