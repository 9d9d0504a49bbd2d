import { Button, Checkbox, NativeSelect, SegmentedControl } from '@mantine/core';
import type { ValueMapping } from '#shared/domain/uploadSource.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { inBraces } from '#shared/upload/keyTemplate.ts';
import classes from './Prepare.module.css';
import { TemplateField } from './TemplateField.tsx';
import { reshape, soleColumn, valueShapes, type ValueShape } from './valueShape.ts';

interface ValueFieldsProps {
  readonly value: ValueMapping;
  readonly shape: ValueShape;
  readonly columns: readonly string[];
  /** In words; null where nothing is wrong. */
  readonly problem: string | null;
  readonly onChange: (value: ValueMapping, shape: ValueShape) => void;
}

const shapeWords: Readonly<Record<ValueShape, string>> = {
  column: 'One column',
  template: 'Template',
  object: 'JSON object',
};

/** What the value of an atom is made of. */
export function ValueFields({ value, shape, columns, problem, onChange }: ValueFieldsProps) {
  return (
    <fieldset className={classes.fieldset}>
      <legend>Value</legend>
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label="What the value is made of"
        data={valueShapes.map((one) => ({ value: one, label: shapeWords[one] }))}
        value={shape}
        onChange={(chosen) => {
          const next = valueShapes.find((one) => one === chosen) ?? shape;
          onChange(reshape(value, next, columns), next);
        }}
      />
      {shape === 'column' && (
        <NativeSelect
          aria-label="Column of the value"
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
          label="Template of the value"
          description="Columns in braces; {{ and }} for braces themselves."
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
    </fieldset>
  );
}

interface ObjectColumnsProps {
  readonly chosen: readonly string[];
  readonly columns: readonly string[];
  readonly problem: string | null;
  readonly onChange: (columns: readonly string[]) => void;
}

/** Which columns are fields of the object; in the order of the file. */
function ObjectColumns({ chosen, columns, problem, onChange }: ObjectColumnsProps) {
  const isIn = new Set(chosen);
  return (
    <div className={classes.objectColumns}>
      <div className={classes.objectHead}>
        <span className={classes.dim}>Columns that become fields, in the order of the file</span>
        <Button size="compact-xs" variant="subtle" onClick={() => onChange(columns)}>
          All
        </Button>
        <Button size="compact-xs" variant="subtle" onClick={() => onChange([])}>
          None
        </Button>
      </div>
      <div className={classes.objectList} role="group" aria-label="Columns of the JSON object">
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
      </div>
      {problem !== null && (
        <p className={classes.fieldProblem} role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
