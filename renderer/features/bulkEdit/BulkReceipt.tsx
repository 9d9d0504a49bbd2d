import { Box, Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import type { BatchReceipt } from '#shared/domain/store.ts';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { showScreen } from '../../state/appStore.ts';
import { HashChip } from '../../ui/HashChip.tsx';
import { KeyText } from '../../ui/KeyText.tsx';
import { VirtualGrid } from '../../ui/lists/VirtualGrid.tsx';
import { OutcomeNotice } from '../../ui/OutcomeNotice.tsx';
import { PreviousNote, StorePreviousButton } from '../editor/StorePrevious.tsx';
import classes from './BulkEdit.module.css';
import { batchWords, doubtfulAtoms, writtenWords } from './bulkWords.ts';

const receiptColumns = [
  { name: 'key', header: 'Atoms to review' },
  { name: 'words', header: 'Result' },
] as const;

interface BulkReceiptProps {
  readonly connectionId: ConnectionId;
  /** Of the batch. */
  readonly title: string;
  readonly receipt: Exclude<BatchReceipt, { readonly outcome: 'conflict' }>;
  readonly onClose: () => void;
}

/** The outcome of the batch: its roots, the read-back, and the atoms that need a look. */
export function BulkReceipt({ connectionId, title, receipt, onClose }: BulkReceiptProps) {
  const [active, setActive] = useState(-1);
  const doubtful = doubtfulAtoms(receipt);
  return (
    <Stack gap="md" mih={0} data-receipt>
      <OutcomeNotice {...batchWords(receipt)}>
        <Group gap="sm" mt="sm">
          {receipt.rootBefore !== null && <HashChip hash={receipt.rootBefore} label="root before" />}
          {receipt.rootAfter !== null && <HashChip hash={receipt.rootAfter} label="new root" />}
        </Group>
      </OutcomeNotice>
      {doubtful.length > 0 && (
        <VirtualGrid
          label="Atoms to review"
          rows={doubtful}
          columns={receiptColumns}
          className={classes.review}
          active={active}
          onChoose={setActive}
          renderCell={(atom, column) =>
            column === 'key' ? <KeyText atomKey={atom.key} /> : writtenWords(atom)
          }
        />
      )}
      <PreviousNote previous={receipt.previous} />
      <Group gap="sm" justify="flex-end">
        <Box mr="auto">
          <StorePreviousButton
            write={{ connectionId, writeId: receipt.receiptId, title }}
            previous={receipt.previous}
            onBegin={onClose}
          />
        </Box>
        {receipt.isLogged && (
          <Button
            variant="default"
            onClick={() => {
              onClose();
              showScreen('writes');
            }}
          >
            Show in Writes
          </Button>
        )}
        <Button onClick={onClose} autoFocus>
          Done
        </Button>
      </Group>
    </Stack>
  );
}
