import { Button, Group, Stack } from '@mantine/core';
import type { ExportFormat } from '#shared/domain/job.ts';
import type { SentReceipt } from '#shared/domain/store.ts';
import { momentWords } from '#shared/text/times.ts';
import { exportWrites } from '../../api/writes.ts';
import { showScreen } from '../../state/appStore.ts';
import type { AtomDraft } from '../../state/editorStore.ts';
import { useViewStore } from '../../state/viewStore.ts';
import { Dimmed } from '../../ui/Dimmed.tsx';
import { csvOrJson, ExportMenu } from '../../ui/ExportMenu.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { HashChip } from '../../ui/HashChip.tsx';
import { KeyText } from '../../ui/KeyText.tsx';
import { OutcomeNotice } from '../../ui/OutcomeNotice.tsx';
import { notifySaved } from '../../ui/saveFile.ts';
import { VerdictBadge } from '../../ui/VerdictBadge.tsx';
import { RootActions } from '../pins/RootActions.tsx';
import { rootToPin } from '../pins/pinDraft.ts';
import { rootHashOf } from '../inspector/readingChange.ts';
import { receiptWords } from './receiptWords.ts';
import { PreviousNote, StorePreviousButton } from './StorePrevious.tsx';

interface ReceiptViewProps {
  readonly receipt: SentReceipt;
  readonly draft: AtomDraft;
  /** Back to editing; null if the text is stored. */
  readonly onBack: (() => void) | null;
  readonly onClose: () => void;
}

/** The outcome of a store: the response, the read-back with its verdict, and the roots before and after. */
export function ReceiptView({ receipt, draft, onBack, onClose }: ReceiptViewProps) {
  const readBack = receipt.readBack.ok ? receipt.readBack.value : null;
  const rootBefore = receipt.before === null ? null : rootHashOf(receipt.before.proof);
  const rootAfter = readBack === null ? null : rootHashOf(readBack.proof);
  const save = async (format: ExportFormat): Promise<void> => {
    await notifySaved(exportWrites({ connectionId: draft.connectionId, ids: [receipt.receiptId], format }));
  };
  return (
    <Stack gap="md">
      <KeyText atomKey={draft.key} wrap />
      <OutcomeNotice {...receiptWords(receipt, draft.value)} />
      <Facts>
        {receipt.before !== null && (
          <Fact label="Before">
            <span>{versionWords(receipt.before.version)}</span>
            <VerdictBadge status={receipt.before.verdict.status} />
            <Root name="root" hash={rootBefore} />
          </Fact>
        )}
        {receipt.outcome === 'stored' && (
          <Fact label="Store response">
            <span>{versionWords(receipt.answer.version)}</span>
            <Root name="hash" hash={receipt.answer.hash} />
            <Root name="root" hash={receipt.answer.rootHash} />
            {receipt.answer.createdAt !== null && <span>{momentWords(receipt.answer.createdAt)}</span>}
          </Fact>
        )}
        {readBack !== null && (
          <Fact label="Read back">
            <span>{versionWords(readBack.version)}</span>
            <VerdictBadge status={readBack.verdict.status} />
            <Root name={rootAfter === rootBefore ? 'root' : 'new root'} hash={rootAfter} />
            <span>{momentWords(readBack.exchange.startedAt)}</span>
          </Fact>
        )}
      </Facts>
      {readBack !== null && (
        <RootActions connectionId={draft.connectionId} root={rootToPin(readBack.proof, 'response')} />
      )}
      <Dimmed>
        The service has no conditional store. The atom was read just before the store and read back just after
        it.{' '}
        {readBack !== null && readBack.version === null
          ? 'It has no version, so nothing shows whether another write came in between.'
          : 'Only its version shows whether another write came in between.'}
      </Dimmed>
      <PreviousNote previous={receipt.previous} />
      <Group gap="sm" justify="flex-end">
        <Group gap="sm" mr="auto">
          {receipt.isLogged && <ExportMenu label="the receipt" choices={csvOrJson} onExport={save} />}
          <StorePreviousButton
            write={{ connectionId: draft.connectionId, writeId: receipt.receiptId, title: draft.key }}
            previous={receipt.previous}
            onBegin={onClose}
          />
        </Group>
        {receipt.isLogged && (
          <>
            <Button
              variant="default"
              onClick={() => {
                onClose();
                showScreen('writes');
              }}
            >
              Show in Writes
            </Button>
          </>
        )}
        {onBack !== null && (
          <Button variant="default" onClick={onBack}>
            Back to editing
          </Button>
        )}
        {readBack !== null && (
          <Button
            variant="default"
            onClick={() => {
              useViewStore.setState({ inspectorTab: 'proof' });
              onClose();
            }}
          >
            Show proof
          </Button>
        )}
        <Button data-autofocus autoFocus onClick={onClose}>
          Done
        </Button>
      </Group>
    </Stack>
  );
}

function versionWords(version: number | null): string {
  return version === null ? 'no version' : `version ${version}`;
}

function Root({ name, hash }: { readonly name: string; readonly hash: string | null }) {
  return hash === null ? null : <HashChip hash={hash} label={name} />;
}
