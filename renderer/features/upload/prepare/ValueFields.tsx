import { Button, Fieldset, Group, Input, NativeSelect, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ValueMapping } from '#shared/domain/rowMapping.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { inBraces } from '#shared/upload/keyTemplate.ts';
import classes from './Prepare.module.css';
import { TemplateField } from './TemplateField.tsx';
import { reshape, soleColumn, type ValueShape } from './valueShape.ts';
import { Check, Segments } from '../../../ui/Choices.tsx';
import { Dimmed } from '../../../ui/Dimmed.tsx';

interface ValueFieldsProps {
  readonly value: ValueMapping;
  readonly shape: ValueShape;
  readonly columns: readonly string[];
  /** What a template can contain: the columns, and properties of their JSON. */
  readonly choices: readonly string[];
  /** null if there is none. */
  readonly problem: string | null;
  readonly onChange: (value: ValueMapping, shape: ValueShape) => void;
}

const shapeNames: Readonly<Record<ValueShape, string>> = {
  column: 'One column',
  template: 'Template',
  object: 'JSON object',
};

/** The columns that make up the value of an atom. */
export function ValueFields({ value, shape, columns, choices, problem, onChange }: ValueFieldsProps) {
  return (
    <FormSection title="Value">
      <Segments
        label="Value source"
        names={shapeNames}
        fullWidth
        value={shape}
        onChange={(next) => onChange(reshape(value, next, columns), next)}
      />
      {shape === 'column' && (
        <NativeSelect
          aria-label="Value column"
          error={problem}
          data={[
            ...(soleColumn(value, columns) === null ? [{ value: '', label: 'Choose a column' }] : []),
            ...columns.map((column, index) => ({ value: String(index), label: visibleLine(column) })),
          ]}
          value={String(columns.indexOf(soleColumn(value, columns) ?? '')).replace('-1', '')}
          onChange={({ currentTarget }) => {
            const column = columns[Number(currentTarget.value)];
            if (currentTarget.value !== '' && column !== undefined)
              onChange({ kind: 'template', template: inBraces(column) }, shape);
          }}
        />
      )}
      {shape === 'template' && value.kind === 'template' && (
        <TemplateField
          label="Value template"
          description="Put column names in braces. Write {{ and }} for literal braces."
          template={value.template}
          columns={choices}
          problem={problem}
          isMultiline
          onChange={(template) => onChange({ kind: 'template', template }, shape)}
        />
      )}
      {value.kind === 'object' && (
        <>
          <ObjectColumns
            chosen={value.columns}
            columns={columns}
            problem={problem}
            onChange={(names) => onChange({ ...value, columns: names }, shape)}
          />
          <Check
            label="Leave out properties without a value"
            checked={value.omitsMissing === true}
            onChange={(isOn) =>
              onChange({ kind: 'object', columns: value.columns, ...(isOn && { omitsMissing: true }) }, shape)
            }
          />
        </>
      )}
    </FormSection>
  );
}

interface ObjectColumnsProps extends Pick<ValueFieldsProps, 'columns' | 'problem'> {
  readonly chosen: readonly string[];
  readonly onChange: (columns: readonly string[]) => void;
}

/** The columns that become fields of the object, in the order of the file. */
function ObjectColumns({ chosen, columns, problem, onChange }: ObjectColumnsProps) {
  const isIn = new Set(chosen);
  return (
    <Stack gap="2xs">
      <Group gap="2xs" wrap="nowrap">
        <Dimmed flex={1}>Columns that become properties</Dimmed>
        <Button size="compact-xs" variant="subtle" onClick={() => onChange(columns)}>
          All
        </Button>
        <Button size="compact-xs" variant="subtle" onClick={() => onChange([])}>
          None
        </Button>
      </Group>
      <Stack
        className={classes.box}
        gap="xs"
        mah={180}
        p="sm"
        role="group"
        aria-label="Columns of the JSON object"
      >
        {columns.map((column) => (
          <Check
            key={column}
            size="xs"
            label={visibleLine(column)}
            checked={isIn.has(column)}
            onChange={(isOn) =>
              onChange(columns.filter((other) => (other === column ? isOn : isIn.has(other))))
            }
          />
        ))}
      </Stack>
      {problem !== null && <Input.Error role="alert">{problem}</Input.Error>}
    </Stack>
  );
}

/** A group of fields with a title. */
export function FormSection({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Fieldset variant="unstyled" m={0} legend={title} className={classes.section}>
      <Stack gap="sm">{children}</Stack>
    </Fieldset>
  );
}
