import { Button } from '@mantine/core';
import { useState } from 'react';
import type { BatchReceipt, WrittenInBatch } from '#shared/domain/store.ts';
import { countWords } from '#shared/text/sizes.ts';
import { showScreen } from '../../state/appStore.ts';
import { SmallButton } from '../../ui/Buttons.tsx';
import { HashChip } from '../../ui/HashChip.tsx';
import { KeyText } from '../../ui/KeyText.tsx';
import { OutcomeNotice } from '../../ui/OutcomeNotice.tsx';
import classes from './BulkEdit.module.css';
import { batchWords, doubtfulAtoms, writtenWords } from './bulkWords.ts';

interface BatchReceiptViewProps {
  readonly receipt: Extract<BatchReceipt, { readonly outcome: 'stored' | 'unknown' }>;
  readonly onClose: () => void;
}

const pageLength = 100;

/** What came of storing the batch: its root, the read-back, and each atom about which there is more to say. */
export function BatchReceiptView({ receipt, onClose }: BatchReceiptViewProps) {
  const [length, setLength] = useState(pageLength);
  const doubtful = doubtfulAtoms(receipt);
  return (
    <div className={classes.receipt}>
      <OutcomeNotice {...batchWords(receipt)}>
        <div className={classes.receiptFacts}>
          {receipt.rootBefore !== null && <HashChip hash={receipt.rootBefore} label="root before" />}
          {receipt.rootAfter !== null && <HashChip hash={receipt.rootAfter} label="new root" />}
        </div>
      </OutcomeNotice>
      {doubtful.length > 0 && (
        <div className={classes.doubtful}>
          <ul aria-label="Atoms to review">
            {doubtful.slice(0, length).map((atom) => (
              <DoubtfulAtom key={atom.key} atom={atom} />
            ))}
          </ul>
          {length < doubtful.length && (
            <SmallButton onClick={() => setLength(length + pageLength)}>
              Show {countWords(Math.min(pageLength, doubtful.length - length))} more
            </SmallButton>
          )}
        </div>
      )}
      <div className={classes.actions}>
        <Button
          variant="default"
          onClick={() => {
            onClose();
            showScreen('log');
          }}
        >
          Show log
        </Button>
        <Button onClick={onClose} autoFocus>
          Done
        </Button>
      </div>
    </div>
  );
}

function DoubtfulAtom({ atom }: { readonly atom: WrittenInBatch }) {
  return (
    <li>
      <KeyText atomKey={atom.key} />
      <span>{writtenWords(atom)}</span>
    </li>
  );
}
