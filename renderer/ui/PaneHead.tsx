import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './kit.module.css';

interface PaneHeadProps {
  readonly title: ReactNode;
  /** Heading level. */
  readonly order?: 2 | 3 | 4;
  /** Dimmed text beside the title: a count, a time, one sentence. */
  readonly note?: ReactNode;
  /** Buttons at the right end. */
  readonly actions?: ReactNode;
  readonly id?: string;
}

/**
 * The head of a pane: title, note, and actions above a hairline.
 *
 *     <PaneHead title="Expectations" note="12 saved" actions={<SmallButton variant="filled">Import…</SmallButton>} />
 */
export function PaneHead({ title, order = 2, note, actions, id }: PaneHeadProps) {
  return (
    <div className={`${classes.bar} ${classes.head}`}>
      <div className={classes.headText}>
        <Title order={order} fz="md" {...(id === undefined ? {} : { id })}>
          {title}
        </Title>
        {note !== undefined && (
          <Text component="div" size="sm" c="dimmed">
            {note}
          </Text>
        )}
      </div>
      {actions !== undefined && <div className={classes.end}>{actions}</div>}
    </div>
  );
}
