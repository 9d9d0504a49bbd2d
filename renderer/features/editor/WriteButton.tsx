import { Button, Tooltip, type ButtonProps } from '@mantine/core';
import { IconLock, IconPencil, IconPlus } from '@tabler/icons-react';
import { useActiveConnection } from '../../state/appStore.ts';

const icons = { edit: IconPencil, add: IconPlus } as const;

interface WriteButtonProps {
  readonly label: string;
  readonly icon: keyof typeof icons;
  readonly onClick: () => void;
  readonly variant?: NonNullable<ButtonProps['variant']>;
  /** Why this cannot be written to now; null if it can. */
  readonly blocked?: string | null;
}

/** Starts a write. If writing is blocked, the button stays visible and focusable, and its tooltip says why. */
export function WriteButton({ label, icon, onClick, variant = 'default', blocked = null }: WriteButtonProps) {
  const connection = useActiveConnection();
  const reason = connection.readOnly
    ? 'This connection is read-only. You can change that in its settings.'
    : blocked;
  const readOnly = reason !== null;
  const Icon = connection.readOnly ? IconLock : icons[icon];
  return (
    <Tooltip label={reason ?? ''} disabled={!readOnly} multiline maw={320} openDelay={0}>
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
