import { Button } from '@mantine/core';
import { IconKeyOff } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { readConnectionKey, rememberConnection, saveConnectionKey } from '../../api/connections.ts';
import type { Connection } from '#shared/domain/connection.ts';
import { assertNever } from '#shared/domain/result.ts';
import { useAppStore } from '../../state/appStore.ts';
import { notifyDone, notifyFailure } from '../../ui/notify.ts';
import classes from './KeyStateStrip.module.css';

/** Says that the API key is not where it should be, and offers the way out; nothing while all is well. */
export function KeyStateStrip({ connection }: { readonly connection: Connection }) {
  const { keyState } = connection;
  switch (keyState.kind) {
    case 'saved':
    case 'built-in':
      return null;
    case 'session':
      return (
        <Strip action={<SaveKeyButton connection={connection} />}>
          <strong>API key not saved:</strong> {asSentence(keyState.reason)} It is kept for this session only.
        </Strip>
      );
    case 'missing':
      return (
        <Strip action={<EnterKeyButton connection={connection} />}>
          <strong>No API key:</strong> none was entered, or its keychain entry is gone.
        </Strip>
      );
    case 'unreadable':
      return (
        <Strip action={<ReadAgainButton connection={connection} />}>
          <strong>The keychain could not be read:</strong> {asSentence(keyState.reason)}
        </Strip>
      );
    default:
      return assertNever(keyState);
  }
}

function Strip({ children, action }: { readonly children: ReactNode; readonly action: ReactNode }) {
  return (
    <div className={classes.strip} role="status">
      <IconKeyOff size={15} aria-hidden />
      <span className={classes.words}>{children}</span>
      {action}
    </div>
  );
}

/** Offered in the strip and in the list of connections. */
export function SaveKeyButton({ connection }: { readonly connection: Connection }) {
  const queryClient = useQueryClient();
  const save = useMutation({
    mutationFn: () => saveConnectionKey(connection.id),
    onSuccess: (saved) => {
      rememberConnection(queryClient, saved);
      if (saved.keyState.kind === 'saved') notifyDone('The API key is in the keychain now.');
    },
    onError: notifyFailure,
  });
  return (
    <Button size="compact-xs" variant="default" loading={save.isPending} onClick={() => save.mutate()}>
      Try saving again
    </Button>
  );
}

function EnterKeyButton({ connection }: { readonly connection: Connection }) {
  const openForm = useAppStore((state) => state.openConnectionForm);
  return (
    <Button
      size="compact-xs"
      variant="default"
      onClick={() => openForm({ kind: 'edit', id: connection.id, beginsAtKey: true })}
    >
      Enter the API key
    </Button>
  );
}

/** Offered in the strip and in the list of connections. */
export function ReadAgainButton({ connection }: { readonly connection: Connection }) {
  const queryClient = useQueryClient();
  const read = useMutation({
    mutationFn: () => readConnectionKey(connection.id),
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
