import { Box, Button, Modal } from '@mantine/core';
import { IconRulerMeasure } from '@tabler/icons-react';
import type { Connection, ConnectionId } from '#shared/domain/connection.ts';
import { confirmedWords, countOf } from '#shared/text/phrases.ts';
import { schemeWords } from '#shared/text/schemeWords.ts';
import { confirmScheme, useIsUnconfirmed, useSchemeStore } from '../../../state/schemeStore.ts';
import { Toolbar } from '../../../ui/Toolbar.tsx';
import { SchemePanel } from './SchemePanel.tsx';

/**
 * Appears when hashing rules have been inferred and pinned, until the user dismisses it. Also holds the dialog with
 * the rules of a connection, which other screens open.
 */
export function SchemeStrip({ connection }: { readonly connection: Connection }) {
  const isUnconfirmed = useIsUnconfirmed(connection);
  const { scheme } = connection;
  const isShown = useSchemeStore(({ shownFor }) => shownFor === connection.id);
  const showFor = (shownFor: ConnectionId | null) => useSchemeStore.setState({ shownFor });
  return (
    <>
      {isUnconfirmed && scheme !== null && (
        <Box bg="var(--surface-selected)" flex="none" fz="sm">
          <Toolbar
            role="status"
            aria-label="Hashing rules pinned"
            end={
              <>
                <Button size="compact-xs" variant="default" onClick={() => showFor(connection.id)}>
                  Show rules
                </Button>
                <Button size="compact-xs" variant="default" onClick={() => confirmScheme(connection)}>
                  Dismiss
                </Button>
              </>
            }
          >
            <IconRulerMeasure size={15} color="var(--accent-ink)" aria-hidden />
            <Box flex={1} miw={0}>
              <strong>Hashing rules pinned:</strong> inferred from {countOf(scheme.samples, 'proof')}
              {confirmedWords(scheme.confirmations ?? 0)}
              {scheme.path.length > 1 || scheme.leaf.length > 1 ? ', still ambiguous' : ''}.{' '}
              {schemeWords(scheme).covers}
            </Box>
          </Toolbar>
        </Box>
      )}
      <Modal
        opened={isShown}
        onClose={() => showFor(null)}
        title="Hashing rules of this connection"
        size={620}
      >
        <SchemePanel connection={connection} shown={null} order={3} />
      </Modal>
    </>
  );
}
