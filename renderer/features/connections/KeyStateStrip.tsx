import { Button } from '@mantine/core';
import { IconKeyOff } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Connection } from '#shared/domain/connection.ts';
import { keyProblemWords } from '#shared/text/keyStateWords.ts';
import { readConnectionKey, rememberConnection, saveConnectionKey } from '../../api/connections.ts';
import { openConnectionForm } from '../../state/appStore.ts';
import { Callout } from '../../ui/Callout.tsx';
import { notifyDone, notifyFailure } from '../../ui/notify.ts';

interface KeyStateProps {
  readonly connection: Connection;
}

/** Explains a problem with the API key and offers a fix; nothing if there is no problem. */
export function KeyStateStrip({ connection }: KeyStateProps) {
  const problem = keyProblemWords(connection.keyState);
  if (problem === null) return null;
  return (
    <Callout
      tone="warning"
      icon={IconKeyOff}
      role="status"
      banner
      actions={<FixKeyButton connection={connection} />}
    >
      <strong>{problem.title}:</strong> {problem.what}
    </Callout>
  );
}

const fixes = { session: 'Save key', missing: 'Enter API key', unreadable: 'Try again' } as const;

/** Does something about a problem with the API key; nothing if there is no problem. */
export function FixKeyButton({ connection: { id, keyState } }: KeyStateProps) {
  const { kind } = keyState;
  const queryClient = useQueryClient();
  const fix = useMutation({
    mutationFn: () => (kind === 'session' ? saveConnectionKey({ id }) : readConnectionKey({ id })),
    onSuccess: (changed) => {
      rememberConnection(queryClient, changed);
      if (kind === 'session' && changed.keyState.kind === 'saved')
        notifyDone('API key saved in the keychain.');
    },
    onError: notifyFailure,
  });
  if (kind === 'saved' || kind === 'built-in' || kind === 'not-needed') return null;
  const run = (): void =>
    kind === 'missing' ? openConnectionForm({ kind: 'edit', id, beginsAtKey: true }) : fix.mutate();
  return (
    <Button size="compact-xs" variant="default" loading={fix.isPending} onClick={run}>
      {fixes[kind]}
    </Button>
  );
}
