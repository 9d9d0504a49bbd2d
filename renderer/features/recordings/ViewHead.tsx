import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { showRecordings } from '../../state/replayStore.ts';
import classes from './Recordings.module.css';

interface ViewHeadProps {
  readonly title: ReactNode;
  readonly facts: ReactNode;
  readonly actions?: ReactNode;
}

/** What one is looking at, and the way back to the list. */
export function ViewHead({ title, facts, actions }: ViewHeadProps) {
  return (
    <header className={classes.head}>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconArrowLeft size={14} aria-hidden />}
        onClick={() => showRecordings({ kind: 'list' })}
      >
        All recordings
      </Button>
      <div className={classes.title}>
        <h2>{title}</h2>
        <p>{facts}</p>
      </div>
      {actions}
    </header>
  );
}
