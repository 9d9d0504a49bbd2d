import { Autocomplete, Button, Group, Stack, Textarea } from '@mantine/core';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { countOf } from '#shared/text/phrases.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import classes from './Prepare.module.css';
import { insertColumn, templateCompletions } from './templateField.ts';
import { Dimmed } from '../../../ui/Dimmed.tsx';

interface TemplateFieldProps {
  readonly label: string;
  readonly description: ReactNode;
  readonly template: string;
  readonly columns: readonly string[];
  /** null if there is none. */
  readonly problem: string | null;
  readonly isMultiline?: boolean;
  readonly onChange: (template: string) => void;
}

/** Columns that have a button; the others are typed. */
const mostButtons = 40;

/** Text with columns in braces. They are typed, completed after the brace, or inserted at the caret with a button. */
export function TemplateField(props: TemplateFieldProps) {
  const { label, description, template, columns, problem, isMultiline = false, onChange } = props;
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const [selected, setSelected] = useState({ start: template.length, end: template.length });
  const caretAfter = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (caretAfter.current === null) return;
    field.current?.focus();
    field.current?.setSelectionRange(caretAfter.current, caretAfter.current);
    caretAfter.current = null;
  });
  const insert = (column: string): void => {
    const end = Math.min(selected.end, template.length);
    const { template: next, caret } = insertColumn(
      template,
      { start: Math.min(selected.start, end), end },
      column,
    );
    caretAfter.current = caret;
    setSelected({ start: caret, end: caret });
    onChange(next);
  };
  const onSelect = ({ currentTarget }: { currentTarget: HTMLInputElement | HTMLTextAreaElement }): void =>
    setSelected({
      start: currentTarget.selectionStart ?? template.length,
      end: currentTarget.selectionEnd ?? template.length,
    });
  const completions = templateCompletions(template, selected.start, columns);
  const nameOf = new Map(completions.map(({ column, completed }) => [completed, column]));
  const shared = {
    label,
    description,
    // While a name is being typed, its brace is not closed yet.
    error: completions.length > 0 ? null : problem,
    value: template,
    classNames: { input: classes.mono ?? '' },
    onSelect,
    spellCheck: false,
    autoComplete: 'off',
  } as const;
  return (
    <Stack gap="xs">
      {isMultiline ? (
        <Textarea
          {...shared}
          ref={field}
          autosize
          minRows={2}
          maxRows={8}
          onChange={({ currentTarget: { value } }) => onChange(value)}
        />
      ) : (
        <Autocomplete
          {...shared}
          ref={field}
          data={completions.map(({ completed }) => completed)}
          filter={({ options }) => options}
          renderOption={({ option }) => visibleLine(nameOf.get(option.value) ?? option.value)}
          onChange={onChange}
          maxDropdownHeight={240}
          comboboxProps={{ transitionProps: { duration: 0 } }}
        />
      )}
      <Group
        gap="2xs"
        mah="6rem"
        style={{ overflow: 'auto' }}
        role="group"
        aria-label={`Columns for the ${label.toLowerCase()}`}
      >
        {columns.slice(0, mostButtons).map((column) => (
          <Button
            key={column}
            size="compact-xs"
            variant="default"
            ff="monospace"
            fw={400}
            maw="100%"
            aria-label={`Insert column ${visibleLine(column)}`}
            onClick={() => insert(column)}
          >
            {visibleLine(column.slice(0, 60))}
          </Button>
        ))}
        {columns.length > mostButtons && (
          <Dimmed span>
            and {countOf(columns.length - mostButtons, 'more', 'more')}: type {'{'} to find them
          </Dimmed>
        )}
      </Group>
    </Stack>
  );
}
