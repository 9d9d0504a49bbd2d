import { ActionIcon, Button } from '@mantine/core';
import { copyIcons, useCopy } from './useCopy.ts';
import { Tip } from './Tip.tsx';

interface CopyButtonProps {
  /** Copied in full, even if less is shown. */
  readonly text: string;
  /** What is copied, for the name of the button: `Copy ${label}`. */
  readonly label: string;
  readonly size?: 'xs' | 'sm' | 'md';
  /** A button with a caption instead of an icon alone. */
  readonly hasCaption?: boolean;
}

const iconSizes = { xs: 13, sm: 15, md: 17 } as const;

export function CopyButton({ text, label, size = 'sm', hasCaption = false }: CopyButtonProps) {
  const { state, copy } = useCopy();
  const Icon = copyIcons[state];
  const name = { idle: `Copy ${label}`, copied: 'Copied', failed: 'Could not copy' }[state];
  if (hasCaption) {
    return (
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<Icon size={14} aria-hidden />}
        onClick={() => copy(text)}
      >
        {name}
      </Button>
    );
  }
  return (
    <Tip label={name}>
      <ActionIcon size={size} aria-label={name} onClick={() => copy(text)}>
        <Icon size={iconSizes[size]} aria-hidden />
      </ActionIcon>
    </Tip>
  );
}
