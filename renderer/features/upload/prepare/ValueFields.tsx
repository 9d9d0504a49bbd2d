import {
  Button,
  Checkbox,
  Fieldset,
  Group,
  Input,
  NativeSelect,
  SegmentedControl,
  Stack,
} from '@mantine/core';
import type { ReactNode } from 'react';
import type { ValueMapping } from '#shared/domain/uploadSource.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { inBraces } from '#shared/upload/keyTemplate.ts';
import classes from './Prepare.module.css';
import { TemplateField } from './TemplateField.tsx';
import { reshape, soleColumn, valueShapes, type ValueShape } from './valueShape.ts';
import { Dimmed } from '../../../ui/Dimmed.tsx';

interface ValueFieldsProps {
  readonly value: ValueMapping;
  readonly shape: ValueShape;
  readonly columns: readonly string[];
  /** null if there is none. */
  readonly problem: string | null;
  readonly onChange: (value: ValueMapping, shape: ValueShape) => void;
}

const shapeWords: Readonly<Record<ValueShape, string>> = {
  column: 'One column',
  template: 'Template',
  object: 'JSON object',
};

/** The columns that make up the value of an atom. */
export function ValueFields({ value, shape, columns, problem, onChange }: ValueFieldsProps) {
  return (
    <FormSection title="Value">
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label="Value source"
        data={valueShapes.map((one) => ({ value: one, label: shapeWords[one] }))}
        value={shape}
        onChange={(chosen) => {
          const next = valueShapes.find((one) => one === chosen) ?? shape;
          onChange(reshape(value, next, columns), next);
        }}
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
          columns={columns}
          problem={problem}
          isMultiline
          onChange={(template) => onChange({ kind: 'template', template }, shape)}
        />
      )}
      {value.kind === 'object' && (
        <ObjectColumns
          chosen={value.columns}
          columns={columns}
          problem={problem}
          onChange={(names) => onChange({ kind: 'object', columns: names }, shape)}
        />
      )}
    </FormSection>
  );
}

interface ObjectColumnsProps {
  readonly chosen: readonly string[];
  readonly columns: readonly string[];
  readonly problem: string | null;
  readonly onChange: (columns: readonly string[]) => void;
}

/** The columns that become fields of the object, in the order of the file. */
function ObjectColumns({ chosen, columns, problem, onChange }: ObjectColumnsProps) {
  const isIn = new Set(chosen);
  return (
    <Stack gap="2xs">
      <Group gap="2xs" wrap="nowrap">
        <Dimmed flex={1}>Columns that become fields</Dimmed>
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
          <Checkbox
            key={column}
            size="xs"
            label={visibleLine(column)}
            checked={isIn.has(column)}
            onChange={({ currentTarget: { checked } }) =>
              onChange(columns.filter((other) => (other === column ? checked : isIn.has(other))))
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
