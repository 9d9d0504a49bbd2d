import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import type { Connection } from '#shared/domain/connection.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { useSetScheme } from '../../../api/scheme.ts';
import { confirmScheme, useIsUnconfirmed } from '../../../state/schemeStore.ts';
import { SmallButton } from '../../../ui/Buttons.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { notifyDone } from '../../../ui/notify.ts';
import type { ProofCase } from '../case/proofCase.ts';
import { Section } from '../checks/Section.tsx';
import { ChooseSchemeDialog } from './ChooseSchemeDialog.tsx';
import { SchemeDetails } from './SchemeDetails.tsx';

interface SchemePanelProps {
  readonly connection: Connection;
  /** The proof on screen, to try other rules on. null: none. */
  readonly shown: ProofCase | null;
  /** Level of the heading. */
  readonly order: 2 | 3;
}

/** The hashing rules of a connection, how they were found, and ways to change them. */
export function SchemePanel({ connection, shown, order }: SchemePanelProps) {
  const [open, setOpen] = useState<'choose' | 'remove' | null>(null);
  const isUnconfirmed = useIsUnconfirmed(connection);
  const { scheme } = connection;
  const close = (): void => setOpen(null);
  return (
    <Section title="Hashing rules" order={order}>
      <SchemeDetails pin={scheme} />
      <Group gap="sm">
        {isUnconfirmed && (
          <Button size="compact-sm" onClick={() => confirmScheme(connection)}>
            Mark as reviewed
          </Button>
        )}
        <SmallButton onClick={() => setOpen('choose')}>Choose rules…</SmallButton>
        {scheme !== null && scheme.origin !== 'specified' && (
          <SmallButton onClick={() => setOpen('remove')}>
            {connection.kind === 'demo' ? 'Restore demo rules…' : 'Remove pin…'}
          </SmallButton>
        )}
      </Group>
      {open === 'choose' && <ChooseSchemeDialog connection={connection} shown={shown} onClose={close} />}
      {open === 'remove' && <RemovePinDialog connection={connection} onClose={close} />}
    </Section>
  );
}

interface RemovePinDialogProps {
  readonly connection: Connection;
  readonly onClose: () => void;
}

function RemovePinDialog({ connection, onClose }: RemovePinDialogProps) {
  const setScheme = useSetScheme(connection.id);
  const name = visibleLine(connection.name);
  const isDemo = connection.kind === 'demo';
  return (
    <ConfirmDialog
      title={isDemo ? 'Restore the rules of the demo?' : 'Remove the pinned hashing rules?'}
      action={isDemo ? 'Restore' : 'Remove pin'}
      isDestructive={!isDemo}
      onClose={onClose}
      onConfirm={async () => {
        await setScheme.mutateAsync(null);
        notifyDone(isDemo ? 'Demo rules restored.' : `Hashing rules of “${name}” removed.`);
      }}
    >
      {isDemo ? (
        <p>The demo memory specifies its hashing rules. Its proofs will be checked by them again.</p>
      ) : (
        <p>
          The next proofs that <strong>{name}</strong> returns will pin new rules. Whoever controls those
          responses can choose the rules, as on first use. Remove the pin only if the service has changed its
          rules and you know why.
        </p>
      )}
    </ConfirmDialog>
  );
}
