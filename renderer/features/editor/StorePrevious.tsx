import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import type { PreviousKept } from '#shared/domain/store.ts';
import { notKeptSentences } from '#shared/text/previousWords.ts';
import { useActiveConnection } from '../../state/appStore.ts';
import type { WriteToRestore } from '../../state/dialogs.ts';
import { beginRestore } from '../../state/restoreStore.ts';
import { Dimmed } from '../../ui/Dimmed.tsx';

interface StorePreviousButtonProps {
  readonly write: Omit<WriteToRestore, 'atoms'>;
  readonly previous: PreviousKept;
  /** Closes what the button is in. */
  readonly onBegin?: () => void;
  /** In the head of a pane. */
  readonly isSmall?: boolean;
}

/** After a write: shows the values from before it, to be stored again. Nothing if there are none. */
export function StorePreviousButton({ write, previous, onBegin, isSmall = false }: StorePreviousButtonProps) {
  const { readOnly } = useActiveConnection();
  if (previous.atoms === 0 || readOnly) return null;
  return (
    <Button
      variant="default"
      {...(isSmall && { size: 'compact-sm' })}
      leftSection={<IconArrowBackUp size={isSmall ? 14 : 15} aria-hidden />}
      onClick={() => {
        onBegin?.();
        beginRestore({ ...write, atoms: previous.atoms });
      }}
    >
      {storePreviousWords(previous.atoms)}
    </Button>
  );
}

export function storePreviousWords(atoms: number): string {
  return atoms === 1 ? 'Store previous value…' : 'Store previous values…';
}

/** Says of which atoms the previous value cannot be stored again, and why; nothing if there are none. */
export function PreviousNote({ previous }: { readonly previous: PreviousKept }) {
  return notKeptSentences(previous.notKept).map((sentence) => <Dimmed key={sentence}>{sentence}</Dimmed>);
}
