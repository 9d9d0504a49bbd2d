import { Button, Modal } from '@mantine/core';
import { IconRulerMeasure } from '@tabler/icons-react';
import type { Connection } from '#shared/domain/connection.ts';
import { confirmedWords, countOf } from '#shared/text/phrases.ts';
import { schemeWords } from '#shared/text/schemeWords.ts';
import { confirmScheme, useIsUnconfirmed, useSchemeStore } from '../../../state/schemeStore.ts';
import classes from './Scheme.module.css';
import { SchemePanel } from './SchemePanel.tsx';

/**
 * The moment at which a scheme was pinned: says what was inferred and from how many proofs, until the user has
 * looked. Also holds the dialog that shows a scheme wherever one is.
 */
export function SchemeStrip({ connection }: { readonly connection: Connection }) {
  const isUnconfirmed = useIsUnconfirmed(connection);
  const { scheme } = connection;
  const isShown = useSchemeStore(({ shownFor }) => shownFor === connection.id);
  const { show, hide } = useSchemeStore.getState();
  return (
    <>
      {isUnconfirmed && scheme !== null && (
        <div className={classes.strip} role="status" aria-label="Scheme pinned">
          <IconRulerMeasure size={15} aria-hidden />
          <span className={classes.stripWords}>
            <strong>Scheme pinned:</strong> inferred from {countOf(scheme.samples, 'proof')}
            {confirmedWords(scheme.confirmations ?? 0)}
            {scheme.path.length > 1 || scheme.leaf.length > 1 ? ', still ambiguous' : ''}.{' '}
            {schemeWords(scheme).covers}
          </span>
          <Button size="compact-xs" variant="default" onClick={() => show(connection.id)}>
            Show scheme
          </Button>
          <Button size="compact-xs" variant="default" onClick={() => confirmScheme(connection)}>
            Dismiss
          </Button>
        </div>
      )}
      <Modal opened={isShown} onClose={hide} title="What this connection is held to" size={620}>
        <SchemePanel connection={connection} shown={null} heading="h3" />
      </Modal>
    </>
  );
}
