import { Button, Tooltip, type ButtonProps } from '@mantine/core';
import { IconLock, IconPencil, IconPlus } from '@tabler/icons-react';
import { useActiveConnection } from '../../state/appStore.ts';

const icons = { edit: IconPencil, add: IconPlus } as const;

interface WriteButtonProps {
  readonly label: string;
  readonly icon: keyof typeof icons;
  readonly onClick: () => void;
  readonly variant?: NonNullable<ButtonProps['variant']>;
}

/** Begins to write. On a connection locked read-only it stays in sight, and in reach, to say why it does nothing. */
export function WriteButton({ label, icon, onClick, variant = 'default' }: WriteButtonProps) {
  const { readOnly } = useActiveConnection();
  const Icon = readOnly ? IconLock : icons[icon];
  return (
    <Tooltip
      label="This connection is locked read-only. The lock is in its settings."
      disabled={!readOnly}
      openDelay={0}
    >
      <Button
        size="compact-sm"
        variant={readOnly ? 'default' : variant}
        leftSection={<Icon size={14} aria-hidden />}
        aria-disabled={readOnly}
        {...(readOnly && { 'data-disabled': true })}
        onClick={() => {
          if (!readOnly) onClick();
        }}
      >
        {label}
      </Button>
    </Tooltip>
  );
}
