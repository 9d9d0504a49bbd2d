import { Button } from '@mantine/core';
import { IconKeyOff } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Connection, KeyState } from '#shared/domain/connection.ts';
import { assertNever } from '#shared/domain/result.ts';
import { rememberConnection } from '../../api/connections.ts';
import { ipc } from '../../api/ipc.ts';
import { openConnectionForm } from '../../state/appStore.ts';
import { Callout } from '../../ui/Callout.tsx';
import { notifyDone, notifyFailure } from '../../ui/notify.ts';

/** Where the API key is, in a few words. */
export function keyStateWords(state: KeyState): string {
  switch (state.kind) {
    case 'saved':
      return 'Saved in the keychain';
    case 'session':
      return 'Not saved, kept for this session only';
    case 'missing':
      return 'No API key';
    case 'unreadable':
      return 'Keychain could not be read';
    case 'built-in':
      return 'Built-in key';
    default:
      return assertNever(state);
  }
}

/** Explains a problem with the API key and offers a fix; nothing if there is no problem. */
export function KeyStateStrip({ connection }: { readonly connection: Connection }) {
  const { keyState } = connection;
  switch (keyState.kind) {
    case 'saved':
    case 'built-in':
      return null;
    case 'session':
      return (
        <Strip action={<SaveKeyButton connection={connection} />}>
          <strong>API key not saved:</strong> {asSentence(keyState.reason)} The key is kept for this session
          only.
        </Strip>
      );
    case 'missing':
      return (
        <Strip action={<EnterKeyButton connection={connection} />}>
          <strong>No API key:</strong> none was entered, or it is no longer in the keychain.
        </Strip>
      );
    case 'unreadable':
      return (
        <Strip action={<ReadKeyButton connection={connection} />}>
          <strong>Keychain could not be read:</strong> {asSentence(keyState.reason)}
        </Strip>
      );
    default:
      return assertNever(keyState);
  }
}

function Strip({ children, action }: { readonly children: ReactNode; readonly action: ReactNode }) {
  return (
    <Callout tone="warning" icon={IconKeyOff} role="status" banner actions={action}>
      {children}
    </Callout>
  );
}

export function SaveKeyButton({ connection }: { readonly connection: Connection }) {
  const queryClient = useQueryClient();
  const save = useMutation({
    mutationFn: () => ipc.saveConnectionKey({ id: connection.id }),
    onSuccess: (saved) => {
      rememberConnection(queryClient, saved);
      if (saved.keyState.kind === 'saved') notifyDone('API key saved in the keychain.');
    },
    onError: notifyFailure,
  });
  return (
    <Button size="compact-xs" variant="default" loading={save.isPending} onClick={() => save.mutate()}>
      Save key
    </Button>
  );
}

function EnterKeyButton({ connection }: { readonly connection: Connection }) {
  return (
    <Button
      size="compact-xs"
      variant="default"
      onClick={() => openConnectionForm({ kind: 'edit', id: connection.id, beginsAtKey: true })}
    >
      Enter API key
    </Button>
  );
}

export function ReadKeyButton({ connection }: { readonly connection: Connection }) {
  const queryClient = useQueryClient();
  const read = useMutation({
    mutationFn: () => ipc.readConnectionKey({ id: connection.id }),
    onSuccess: (changed) => rememberConnection(queryClient, changed),
    onError: notifyFailure,
  });
  return (
    <Button size="compact-xs" variant="default" loading={read.isPending} onClick={() => read.mutate()}>
      Try again
    </Button>
  );
}

function asSentence(reason: string): string {
  const trimmed = reason.trim();
  return /[.!?]$/.test(trimmed) ? trimmed : `${trimmed}.`;
}
