import { List, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { Connection } from '#shared/domain/connection.ts';
import { quoteText } from '#shared/text/phrases.ts';
import { stateLossLines } from '#shared/text/stateLossWords.ts';
import { useAcceptLostState, useSavedState } from '../api/savedState.ts';
import { SmallButton } from '../ui/Buttons.tsx';
import { Callout } from '../ui/Callout.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { notifyDone } from '../ui/notify.ts';

/** Stays below the connection bar while something that was saved of the connection is lost, or cannot be opened. */
export function LostStateStrip({
  connection: { id: connectionId, name },
}: {
  readonly connection: Connection;
}) {
  const { data } = useSavedState(connectionId);
  const accept = useAcceptLostState(connectionId);
  const [isAsking, setIsAsking] = useState(false);
  const parts = data === undefined ? [] : [...data.losses, ...data.unavailable];
  useFocusAfter(parts.length > 0);
  if (data === undefined || parts.length === 0) return null;
  const { losses } = data;
  return (
    <>
      <Callout
        tone="warning"
        banner
        role="status"
        aria-label="Saved data"
        actions={
          losses.length > 0 && <SmallButton onClick={() => setIsAsking(true)}>Accept loss…</SmallButton>
        }
      >
        <strong>{losses.length > 0 ? 'Saved data is lost.' : 'Saved data cannot be opened.'}</strong>{' '}
        {stateLossLines(parts).join(' ')}{' '}
        {losses.length > 0
          ? 'New results are inconclusive until you accept the loss. Ticks from before the loss stay.'
          : 'New results are inconclusive meanwhile.'}
      </Callout>
      {isAsking && (
        <ConfirmDialog
          title="Accept this loss?"
          action="Accept loss"
          size={520}
          onConfirm={async () => {
            await accept(data);
            setIsAsking(false);
            notifyDone('Loss accepted. From now on, results rest on what is saved now.');
          }}
          onClose={() => setIsAsking(false)}
        >
          <List size="sm" aria-label="Lost">
            {stateLossLines(losses).map((line) => (
              <List.Item key={line} style={{ overflowWrap: 'anywhere' }}>
                {line}
              </List.Item>
            ))}
          </List>
          <Text size="sm">
            The app can no longer compare new responses of {quoteText(name)} with what was lost. If the
            service now contradicts itself, nobody may notice. If you have a backup of the app’s data, quit
            the app and restore it instead. Otherwise, pin lost roots again.
          </Text>
          <Text size="sm">The record of the connection keeps the acceptance with its date.</Text>
        </ConfirmDialog>
      )}
    </>
  );
}

/** The button that had the focus disappears with the strip: the focus moves on to the screen. */
function useFocusAfter(isShown: boolean): void {
  const wasShown = useRef(false);
  useEffect(() => {
    if (wasShown.current && !isShown && document.activeElement === document.body)
      document.querySelector<HTMLElement>('main')?.focus();
    wasShown.current = isShown;
  }, [isShown]);
}
