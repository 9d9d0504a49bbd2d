import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import type { PreviousKept } from '#shared/domain/store.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { useActiveConnection } from '../../state/appStore.ts';
import { beginRestore, type WriteToRestore } from '../../state/restoreStore.ts';
import { Dimmed } from '../../ui/Dimmed.tsx';

interface StorePreviousButtonProps {
  readonly write: WriteToRestore;
  readonly previous: PreviousKept;
  /** Closes what the button is in. */
  readonly onBegin: () => void;
}

/** After a write: shows the values from before it, to be stored again. Nothing if there are none. */
export function StorePreviousButton({ write, previous, onBegin }: StorePreviousButtonProps) {
  const { readOnly } = useActiveConnection();
  if (previous.atoms === 0 || previous.notKept !== null || readOnly) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconArrowBackUp size={15} aria-hidden />}
      onClick={() => {
        onBegin();
        beginRestore(write);
      }}
    >
      {storePreviousWords(previous.atoms)}
    </Button>
  );
}

export function storePreviousWords(atoms: number): string {
  return atoms === 1 ? 'Store previous value…' : 'Store previous values…';
}

/** Says why what was there before cannot be stored again; nothing if it can, or if there was nothing. */
export function PreviousNote({ previous: { atoms, notKept } }: { readonly previous: PreviousKept }) {
  if (atoms === 0 || notKept === null) return null;
  return (
    <Dimmed>
      The previous {atoms === 1 ? 'value was' : 'values were'} not kept on this computer:{' '}
      {visibleLine(notKept)}.
    </Dimmed>
  );
}
