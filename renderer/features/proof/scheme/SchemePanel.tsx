import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Connection } from '#shared/domain/connection.ts';
import { confirmScheme, useIsUnconfirmed } from '../../../state/schemeStore.ts';
import type { ProofCase } from '../case/proofCase.ts';
import { ChooseSchemeModal } from './ChooseSchemeModal.tsx';
import { ForgetSchemeModal } from './ForgetSchemeModal.tsx';
import classes from './Scheme.module.css';
import { SchemeDetails } from './SchemeDetails.tsx';

interface SchemePanelProps {
  readonly connection: Connection;
  /** The proof on screen, to try other rules on; null: none. */
  readonly shown: ProofCase | null;
  /** Where it stands in the outline of what is around it. */
  readonly heading: 'h2' | 'h3';
}

/** What a connection is held to, why, and the ways to change it. */
export function SchemePanel({ connection, shown, heading: Heading }: SchemePanelProps) {
  const [open, setOpen] = useState<'choose' | 'forget' | null>(null);
  const isUnconfirmed = useIsUnconfirmed(connection);
  const { scheme } = connection;
  const close = (): void => setOpen(null);
  return (
    <section className={classes.panel} aria-label="Scheme">
      <Heading>Scheme</Heading>
      <SchemeDetails pin={scheme} />
      <div className={classes.buttons}>
        {isUnconfirmed && (
          <Button size="compact-sm" onClick={() => confirmScheme(connection)}>
            Mark as reviewed
          </Button>
        )}
        <Button size="compact-sm" variant="default" onClick={() => setOpen('choose')}>
          Choose by hand…
        </Button>
        {scheme !== null && scheme.origin !== 'specified' && (
          <Button size="compact-sm" variant="default" onClick={() => setOpen('forget')}>
            {connection.kind === 'demo' ? 'Back to its own rules…' : 'Forget the pin…'}
          </Button>
        )}
      </div>
      <ChooseSchemeModal connection={connection} shown={shown} isOpen={open === 'choose'} onClose={close} />
      <ForgetSchemeModal connection={connection} isOpen={open === 'forget'} onClose={close} />
    </section>
  );
}
