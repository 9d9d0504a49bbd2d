import { Checkbox, Textarea } from '@mantine/core';
import classes from './BulkEdit.module.css';
import type { FindChoice, UnusableChoice } from './replacing.ts';
import kit from '../../ui/kit.module.css';

interface FindFormProps {
  readonly choice: FindChoice;
  readonly problem: UnusableChoice | null;
  readonly isLocked: boolean;
  readonly onChange: (choice: FindChoice) => void;
}

/** What is looked for and what takes its place. */
export function FindForm({ choice, problem, isLocked, onChange }: FindFormProps) {
  const { isExpression, matchesCase } = choice;
  const inputProps = {
    autosize: true,
    minRows: 1,
    maxRows: 4,
    spellCheck: false,
    readOnly: isLocked,
    classNames: { input: kit.mono ?? '' },
  };
  return (
    <div className={classes.form}>
      <Textarea
        label="Find"
        value={choice.find}
        onChange={(event) => onChange({ ...choice, find: event.currentTarget.value })}
        error={problem?.field === 'find' && problem.why}
        autoFocus
        {...inputProps}
      />
      <Textarea
        label="Replace with"
        placeholder={isExpression ? '$1, $<name>, or $& for the match' : 'Leave empty to delete matches'}
        value={choice.replace}
        onChange={(event) => onChange({ ...choice, replace: event.currentTarget.value })}
        error={problem?.field === 'replace' && problem.why}
        {...inputProps}
      />
      <div className={classes.options}>
        <Checkbox
          size="xs"
          label="Match case"
          checked={matchesCase}
          disabled={isLocked}
          onChange={(event) => onChange({ ...choice, matchesCase: event.currentTarget.checked })}
        />
        <Checkbox
          size="xs"
          label="Regular expression"
          checked={isExpression}
          disabled={isLocked}
          onChange={(event) => onChange({ ...choice, isExpression: event.currentTarget.checked })}
        />
      </div>
    </div>
  );
}
