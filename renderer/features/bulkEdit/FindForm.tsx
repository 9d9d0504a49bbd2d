import { Checkbox, Stack, Textarea } from '@mantine/core';
import type { ChangeEvent, ReactNode } from 'react';
import kit from '../../ui/kit.module.css';
import classes from './BulkEdit.module.css';
import type { FindChoice, UnusableChoice } from '#shared/text/replacing.ts';

interface FindFormProps {
  readonly choice: FindChoice;
  readonly problem: UnusableChoice | null;
  readonly isLocked: boolean;
  readonly onChange: (choice: FindChoice) => void;
  /** In place of the choice of regular expressions: only plain text is found. */
  readonly children?: ReactNode;
}

/** What to find, and its replacement. */
export function FindForm({ choice, problem, isLocked, onChange, children }: FindFormProps) {
  const field = (name: 'find' | 'replace') => ({
    value: choice[name],
    onChange: (event: ChangeEvent<HTMLTextAreaElement>) =>
      onChange({ ...choice, [name]: event.currentTarget.value }),
    error: problem?.field === name && problem.why,
    autosize: true,
    minRows: 1,
    maxRows: 4,
    spellCheck: false,
    readOnly: isLocked,
    classNames: { input: kit.mono ?? '' },
  });
  const option = (name: 'matchesCase' | 'isExpression', label: string) => (
    <Checkbox
      size="xs"
      label={label}
      checked={choice[name]}
      disabled={isLocked}
      onChange={(event) => onChange({ ...choice, [name]: event.currentTarget.checked })}
    />
  );
  return (
    <div className={classes.fields}>
      <Textarea label="Find" autoFocus {...field('find')} />
      <Textarea
        label="Replace with"
        placeholder={
          choice.isExpression ? '$1, $<name>, or $& for the match' : 'Leave empty to delete matches'
        }
        {...field('replace')}
      />
      <Stack gap="sm" pt="xl">
        {option('matchesCase', 'Match case')}
        {children ?? option('isExpression', 'Regular expression')}
      </Stack>
    </div>
  );
}
