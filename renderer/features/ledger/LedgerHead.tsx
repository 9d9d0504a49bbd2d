import { List, Stack, Text } from '@mantine/core';
import { IconArrowsExchange, IconShieldCheck, IconSignature } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { LedgerSummary, VerifiedLedger } from '#shared/domain/rootLedger.ts';
import { damageWords, ledgerLimits, verificationWords } from '#shared/text/ledgerWords.ts';
import { countOf } from '#shared/text/phrases.ts';
import { countWords } from '#shared/text/sizes.ts';
import { durationWords } from '#shared/text/times.ts';
import { onEvent } from '../../api/onEvent.ts';
import { exportLedger, useSignLedger, verifyLedger } from '../../api/ledger.ts';
import { SmallButton } from '../../ui/Buttons.tsx';
import { Callout } from '../../ui/Callout.tsx';
import { ExportMenu } from '../../ui/ExportMenu.tsx';
import { HashChip } from '../../ui/HashChip.tsx';
import { notifyFailure, notifyDone } from '../../ui/notify.ts';
import { PaneHead } from '../../ui/PaneHead.tsx';
import { notifySaved } from '../../ui/saveFile.ts';
import { ConsistencyDialog } from './ConsistencyDialog.tsx';

interface LedgerHeadProps {
  readonly connectionId: ConnectionId;
  readonly ledger: LedgerSummary;
  /** What is lost of it; null for nothing. */
  readonly loss: VerifiedLedger['loss'];
}

/** The head of the ledger, what is signed of it, and the buttons that verify and export it. */
export function LedgerHead({ connectionId, ledger, loss }: LedgerHeadProps) {
  const [isComparing, setComparing] = useState(false);
  const check = useVerification(connectionId);
  const signing = useSignLedger(connectionId);
  const { entries, roots, checkpointCount, checkpoints } = ledger;
  const unsigned = entries - (checkpoints[0]?.size ?? 0);
  const isEmpty = entries === 0;
  return (
    <>
      <PaneHead
        title="Root ledger"
        note={
          <>
            {countOf(roots, 'root')} in {countOf(entries, 'entry', 'entries')},{' '}
            {countOf(checkpointCount, 'checkpoint')} <HashChip label="head" hash={ledger.root} />
          </>
        }
        actions={
          <>
            <SmallButton
              icon={IconSignature}
              loading={signing.isPending}
              blocked={
                loss !== null
                  ? 'Saved data is lost. Accept the loss before you sign.'
                  : isEmpty
                    ? 'The ledger has no entries yet.'
                    : unsigned === 0
                      ? 'The newest checkpoint covers all entries.'
                      : null
              }
              onClick={() =>
                signing.mutate(undefined, {
                  onSuccess: () => notifyDone('Head signed with the installation key.'),
                  onError: notifyFailure,
                })
              }
            >
              Sign head
            </SmallButton>
            <SmallButton icon={IconShieldCheck} loading={check.isRunning} onClick={check.run}>
              Verify ledger
            </SmallButton>
            <SmallButton icon={IconArrowsExchange} disabled={entries < 2} onClick={() => setComparing(true)}>
              Compare heads…
            </SmallButton>
            <ExportMenu
              label="root ledger"
              disabled={isEmpty}
              choices={[
                { format: 'entries', words: 'Ledger with proofs (JSON Lines)…' },
                { format: 'checkpoint', words: 'Checkpoint…' },
              ]}
              onExport={async (kind) => {
                await notifySaved(exportLedger({ connectionId, what: { kind } }));
              }}
            />
          </>
        }
      />
      {check.isRunning && (
        <Text size="sm" c="dimmed" px="md" py="xs" role="status">
          Verifying: {countWords(check.progress)} of {countOf(entries, 'entry', 'entries')}
        </Text>
      )}
      {check.found !== null && <Verification found={check.found} onClose={check.clear} />}
      {isComparing && (
        <ConsistencyDialog connectionId={connectionId} ledger={ledger} onClose={() => setComparing(false)} />
      )}
    </>
  );
}

function Verification({ found, onClose }: { readonly found: VerifiedLedger; readonly onClose: () => void }) {
  const { tone, title, text } = verificationWords(found);
  const hidden = found.damageCount - found.damage.length;
  return (
    <Callout
      tone={tone}
      title={title}
      role={tone === 'danger' ? 'alert' : 'status'}
      m="sm"
      withCloseButton
      closeButtonLabel="Close"
      onClose={onClose}
    >
      <Stack gap="xs">
        {found.damage.length > 0 && (
          <List size="sm" mah="30vh" style={{ overflowY: 'auto' }}>
            {found.damage.map((damage) => (
              <List.Item key={JSON.stringify(damage)}>{damageWords(damage)}</List.Item>
            ))}
            {hidden > 0 && <List.Item>{countOf(hidden, 'more finding')}</List.Item>}
          </List>
        )}
        <p>
          {text} It took {durationWords(found.elapsedMs)}.
        </p>
        <Text inherit c="dimmed">
          {ledgerLimits}
        </Text>
      </Stack>
    </Callout>
  );
}

/** Verifies a ledger on request. */
function useVerification(connectionId: ConnectionId) {
  const [isRunning, setRunning] = useState(false);
  const [progress, setProgress] = useState(0);
  const [found, setFound] = useState<VerifiedLedger | null>(null);
  useEffect(
    () =>
      onEvent('ledgerVerifying', (event) => {
        if (event.connectionId === connectionId) setProgress(event.entries);
      }),
    [connectionId],
  );
  const run = async (): Promise<void> => {
    setRunning(true);
    setProgress(0);
    try {
      setFound(await verifyLedger({ connectionId }));
    } catch (error) {
      notifyFailure(error);
    }
    setRunning(false);
  };
  return { isRunning, progress, found, run: () => void run(), clear: () => setFound(null) };
}
