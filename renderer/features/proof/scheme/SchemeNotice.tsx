import { Box, Group, Popover } from '@mantine/core';
import { IconRulerMeasure } from '@tabler/icons-react';
import { useState } from 'react';
import type { Connection } from '#shared/domain/connection.ts';
import { confirmedWords, countOf } from '#shared/text/phrases.ts';
import { schemeWords } from '#shared/text/schemeWords.ts';
import { confirmScheme, useIsUnconfirmed } from '../../../state/schemeStore.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { SmallButton } from '../../../ui/Buttons.tsx';
import { SchemePanel } from './SchemePanel.tsx';

/**
 * Appears in the connection bar when hashing rules have been inferred and pinned, until the user dismisses it. It moves
 * nothing, because the first proofs arrive while the user already works.
 */
export function SchemeNotice({ connection }: { readonly connection: Connection }) {
  const isUnconfirmed = useIsUnconfirmed(connection);
  const { scheme } = connection;
  const [isOpen, setOpen] = useState(false);
  const [isShown, setShown] = useState(false);
  return (
    <>
      {isUnconfirmed && scheme !== null && (
        <Box role="status" flex="none">
          <Popover
            opened={isOpen}
            onChange={setOpen}
            width={360}
            position="bottom-start"
            shadow="md"
            trapFocus
            returnFocus
          >
            <Popover.Target>
              <SmallButton
                size="compact-xs"
                variant="light"
                icon={IconRulerMeasure}
                onClick={() => setOpen(!isOpen)}
              >
                Hashing rules inferred
              </SmallButton>
            </Popover.Target>
            <Popover.Dropdown fz="sm" style={{ whiteSpace: 'normal' }}>
              <p>
                Inferred from {countOf(scheme.samples, 'proof')}
                {confirmedWords(scheme.confirmations ?? 0)}
                {scheme.path.length > 1 || scheme.leaf.length > 1 ? ', still ambiguous' : ''}.{' '}
                {schemeWords(scheme).covers}
              </p>
              <Group gap="sm" mt="sm">
                <SmallButton
                  onClick={() => {
                    setOpen(false);
                    setShown(true);
                  }}
                >
                  Show rules
                </SmallButton>
                <SmallButton onClick={() => confirmScheme(connection)}>Dismiss</SmallButton>
              </Group>
            </Popover.Dropdown>
          </Popover>
        </Box>
      )}
      {isShown && (
        <Dialog onClose={() => setShown(false)} title="Hashing rules of this connection" size={620}>
          <SchemePanel connection={connection} shown={null} order={3} />
        </Dialog>
      )}
    </>
  );
}
