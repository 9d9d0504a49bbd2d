import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { AtomReading } from '#shared/domain/atom.ts';
import type { SentReceipt } from '#shared/domain/store.ts';
import { useViewStore } from '../../state/viewStore.ts';
import type { AtomDraft } from '../../state/editorStore.ts';
import { HashChip } from '../../ui/HashChip.tsx';
import { KeyText } from '../../ui/KeyText.tsx';
import { VerdictBadge } from '../../ui/VerdictBadge.tsx';
import { rootHashOf } from '../inspector/readingChange.ts';
import classes from './AtomEditor.module.css';
import { receiptWords } from './receiptWords.ts';

interface ReceiptViewProps {
  readonly receipt: SentReceipt;
  readonly draft: AtomDraft;
  /** Back to the text; null where it has arrived. */
  readonly onBack: (() => void) | null;
  readonly onClose: () => void;
}

/** What came of storing: the answer, the read-back, its verdict and the new root. */
export function ReceiptView({ receipt, draft, onBack, onClose }: ReceiptViewProps) {
  const showTab = useViewStore((state) => state.showTab);
  const { tone, title, sentences } = receiptWords(receipt, draft.base);
  const readBack = receipt.readBack.ok ? receipt.readBack.value : null;
  const root = rootOf(receipt, readBack);
  const Icon = tone === 'good' ? IconCircleCheck : IconAlertTriangle;
  return (
    <div className={classes.receipt}>
      <div className={classes.receiptKey}>
        <KeyText atomKey={draft.key} wrap />
      </div>
      <div className={classes.receiptBox} data-tone={tone} role={tone === 'bad' ? 'alert' : 'status'}>
        <Icon size={22} aria-hidden />
        <div>
          <h3>{title}</h3>
          {sentences.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
          <div className={classes.receiptFacts}>
            {readBack !== null && <VerdictBadge status={readBack.verdict.status} />}
            {root !== null && <HashChip hash={root} label="new root" />}
          </div>
        </div>
      </div>
      <div className={classes.actions}>
        {onBack !== null && (
          <Button variant="default" onClick={onBack}>
            Back to the text
          </Button>
        )}
        {readBack !== null && (
          <Button
            variant="default"
            onClick={() => {
              showTab('proof');
              onClose();
            }}
          >
            Show the proof
          </Button>
        )}
        <Button data-autofocus autoFocus onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  );
}

function rootOf(receipt: SentReceipt, readBack: AtomReading | null): string | null {
  const answered = receipt.outcome === 'stored' ? receipt.answer.rootHash : null;
  return (readBack === null ? null : rootHashOf(readBack.proof)) ?? answered;
}
