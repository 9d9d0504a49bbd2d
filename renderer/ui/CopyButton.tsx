import { ActionIcon, Tooltip } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconCopy } from '@tabler/icons-react';
import { useCopy } from './useCopy.ts';

interface CopyButtonProps {
  /** Copied whole, whatever is shown. */
  readonly text: string;
  /** What is copied, for the name of the button: `Copy ${label}`. */
  readonly label: string;
  readonly size?: 'xs' | 'sm' | 'md';
}

const icons = { idle: IconCopy, copied: IconCheck, failed: IconAlertTriangle } as const;
const iconSizes = { xs: 13, sm: 15, md: 17 } as const;

export function CopyButton({ text, label, size = 'sm' }: CopyButtonProps) {
  const { state, copy } = useCopy();
  const Icon = icons[state];
  const name = { idle: `Copy ${label}`, copied: 'Copied', failed: 'Could not copy' }[state];
  return (
    <Tooltip label={name}>
      <ActionIcon size={size} aria-label={name} onClick={() => copy(text)}>
        <Icon size={iconSizes[size]} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
