import { List, Text } from '@mantine/core';
import { useState } from 'react';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { stateLossLines } from '#shared/text/stateLossWords.ts';
import { useAcceptLostState, useSavedState } from '../api/savedState.ts';
import { SmallButton } from '../ui/Buttons.tsx';
import { Callout } from '../ui/Callout.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { notifyDone } from '../ui/notify.ts';

/** Stays below the connection bar while something that was saved of the connection is lost, or cannot be opened. */
export function LostStateStrip({ connectionId }: { readonly connectionId: ConnectionId }) {
  const { data } = useSavedState(connectionId);
  const accept = useAcceptLostState(connectionId);
  const [isAsking, setIsAsking] = useState(false);
  if (data === undefined) return null;
  const { losses, unavailable } = data;
  const parts = [...losses, ...unavailable];
  if (parts.length === 0) return null;
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
        {stateLossLines(parts).join(' ')} No result of this connection is conclusive.
      </Callout>
      {isAsking && (
        <ConfirmDialog
          title="Accept this loss?"
          action="Accept loss"
          size={520}
          onConfirm={async () => {
            await accept(data);
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
            What was known from it is gone: a service that takes back what it returned before may no longer be
            noticed. If you have a backup of the app’s data, quit the app and restore it instead.
          </Text>
          <Text size="sm">The record of the connection keeps the acceptance with its date.</Text>
        </ConfirmDialog>
      )}
    </>
  );
}
