import { Group, Progress, Stack } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { SmallButton } from './Buttons.tsx';
import classes from './kit.module.css';

interface WorkStripProps {
  /** A noun for screen readers, such as “Import”. */
  readonly name: string;
  readonly isOver: boolean;
  readonly done: number;
  /** null while it is not known. */
  readonly total: number | null;
  /** What the bar counts: “Atoms read”. */
  readonly progressLabel: string;
  /** What holds it up. */
  readonly trouble: ReactNode;
  readonly controls: ReactNode;
  /** Below the bar. */
  readonly details?: ReactNode;
  /** How far the work is. Read out when it changes. */
  readonly children: ReactNode;
}

/** Long work: how far it is, its buttons, its progress bar, and what holds it up. */
export function WorkStrip(props: WorkStripProps) {
  const { name, isOver, done, total, progressLabel, trouble, controls, details, children } = props;
  return (
    <div className={classes.strip} role="group" aria-label={name}>
      <Group gap="sm" align="baseline" wrap="nowrap">
        <Group gap="sm" style={{ rowGap: 'var(--mantine-spacing-3xs)' }} flex={1} miw={0} role="status">
          {children}
        </Group>
        {controls}
      </Group>
      <Stack gap="sm" mt={isOver ? 0 : '2xs'}>
        {!isOver && (
          <Progress
            size="sm"
            value={total === null || total === 0 ? 0 : (100 * done) / total}
            aria-label={progressLabel}
          />
        )}
        {trouble}
        {details}
      </Stack>
    </div>
  );
}

interface WorkControlsProps {
  readonly isPaused: boolean;
  /** Absent where the work cannot be paused. */
  readonly onPause?: () => void;
  readonly onResume: () => void;
  readonly onCancel: () => void;
}

/** The buttons of work that is not over: pause or resume, and cancel. */
export function WorkControls({ isPaused, onPause, onResume, onCancel }: WorkControlsProps) {
  return (
    <Group gap="sm" flex="none">
      {isPaused ? (
        <SmallButton variant="filled" icon={IconPlayerPlay} onClick={onResume}>
          Resume
        </SmallButton>
      ) : (
        onPause !== undefined && (
          <SmallButton icon={IconPlayerPause} onClick={onPause}>
            Pause
          </SmallButton>
        )
      )}
      <SmallButton icon={IconPlayerStop} onClick={onCancel}>
        Cancel
      </SmallButton>
    </Group>
  );
}
