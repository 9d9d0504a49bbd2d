import { Badge, Group, Select, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { Connection } from '#shared/domain/connection.ts';
import type { ImportedAtom } from '#shared/merkle/importProofs.ts';
import { wholeRegistry } from '#shared/merkle/infer.ts';
import { createHashBudget, windowBudget } from '#shared/merkle/hashBudget.ts';
import { learnLeafless } from '#shared/merkle/learnLeafless.ts';
import { hasRules, learnPin } from '#shared/merkle/pin.ts';
import { claimedRoot } from '#shared/merkle/proofReading.ts';
import type { SchemePin } from '#shared/merkle/scheme.ts';
import type { SnapshotFinding } from '#shared/merkle/snapshot.ts';
import { pastedRulesWords } from '#shared/text/schemeWords.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { usePins } from '../../../api/pins.ts';
import { useRootInLedger } from '../../../api/catalogueSummary.ts';
import { useProofStore, type PastedRules } from '../../../state/proofStore.ts';
import { SmallButton } from '../../../ui/Buttons.tsx';
import { Callout } from '../../../ui/Callout.tsx';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { KeyText } from '../../../ui/KeyText.tsx';
import { VerdictBadge } from '../../../ui/VerdictBadge.tsx';
import { Section } from '../checks/VerdictParts.tsx';
import { ProofWorkbench } from '../workbench/ProofWorkbench.tsx';
import { draftOf, pinOfDraft, type SchemeDraft } from '../scheme/schemeDraft.ts';
import { SchemeDetails } from '../scheme/SchemeDetails.tsx';
import { SchemeForm } from '../scheme/SchemeForm.tsx';
import { RootActions } from '../../pins/RootActions.tsx';
import { rootOfPasted } from '../../pins/pinDraft.ts';
import { checkPasted } from './pastedProof.ts';
import { readTrust, TrustFields } from './TrustFields.tsx';

interface PastedResultProps {
  readonly entries: readonly ImportedAtom[];
  readonly snapshot: SnapshotFinding;
  /** Its hashing rules and its ledger can be used for the check. null: no connection. */
  readonly connection: Connection | null;
  readonly onEdit: () => void;
}

/** One pasted proof, checked by rules and against a root that come from the user or from a connection. */
export function PastedResult({ entries, snapshot, connection, onEdit }: PastedResultProps) {
  const [at, setAt] = useState(0);
  const entry = entries[at] ?? entries[0];
  const trusted = useProofStore((state) => state.pastedTrust);
  const trust = useProofStore((state) => state.trust);
  /** The rules in the dialog; null while it is closed. They are tried on the proof, and used once the user says so. */
  const [draft, setDraft] = useState<SchemeDraft | null>(null);
  // From one proof only, to limit how much the window hashes.
  const inferred = useMemo(() => (entry === undefined ? null : inferFrom(entry)), [entry]);
  const chosen = useMemo(
    () => (draft === null ? trusted.chosen : pinOfDraft(draft, 0)),
    [draft, trusted.chosen],
  );
  const pinned = useMemo(() => pinOfConnection(connection), [connection]);
  const source = rulesFor(trusted.rules, pinned !== null);
  const pin = { inferred, chosen, connection: pinned }[source];

  const rootHash = useMemo(
    () => (entry === undefined ? null : (claimedRoot(entry.proof)?.rootHash ?? null)),
    [entry],
  );
  const ledger = useRootInLedger(connection?.id ?? null, rootHash);
  const { expectedRoot, trustedTreeSize } = readTrust(trusted);
  const found = ledger.data ?? null;
  const pinList = usePins(connection?.id ?? null);
  const pins = pinList.data?.pins ?? null;
  const shown = useMemo(() => {
    if (entry === undefined) return null;
    const isRecognized = connection !== null && rootHash !== null && found !== null;
    return checkPasted(entry, {
      source,
      pin,
      snapshot,
      root: {
        expected: expectedRoot === null ? [] : [{ rootHash: expectedRoot, treeSize: trustedTreeSize }],
        ledger: isRecognized ? { connection: connection.name, rootHash, found } : null,
        pins: connection === null || pins === null ? null : { connection: connection.name, pins },
      },
      typedTreeSize: trustedTreeSize,
    });
  }, [entry, source, pin, snapshot, connection, rootHash, found, pins, expectedRoot, trustedTreeSize]);
  if (entry === undefined || shown === null) return null;

  const rulesNote = pastedRulesWords(source, pin, connection?.name ?? '');
  return (
    <ProofWorkbench
      shown={shown}
      title={
        entry.atom.key === null ? <span>Proof without an atom</span> : <KeyText atomKey={entry.atom.key} />
      }
      facts={
        <Badge variant="outline" color="gray" c="var(--ink-dim)" tt="none">
          pasted
        </Badge>
      }
      rulesNote={rulesNote}
      actions={
        <>
          {entries.length > 1 && (
            <Select
              w={220}
              size="xs"
              aria-label="Pasted proof"
              data={entries.map((each, index) => ({ value: index, label: nameOf(each, index) }))}
              value={at}
              allowDeselect={false}
              searchable
              limit={200}
              onChange={(value) => setAt(value ?? 0)}
            />
          )}
          <SmallButton onClick={onEdit}>Edit text</SmallButton>
        </>
      }
      rootActions={
        connection !== null && <RootActions connectionId={connection.id} root={rootOfPasted(entry.proof)} />
      }
      trust={
        <>
          <TrustFields />
          {pinList.isError && <ErrorNotice error={pinList.error} onRetry={() => void pinList.refetch()} />}
          {ledger.isError && <ErrorNotice error={ledger.error} onRetry={() => void ledger.refetch()} />}
        </>
      }
      scheme={
        <Section title="Hashing rules" order={2}>
          <Group gap="sm">
            <Select<PastedRules>
              size="xs"
              aria-label="Check by"
              data={[
                ...(connection === null || pinned === null
                  ? []
                  : [{ value: 'connection' as const, label: `Pinned for ${visibleLine(connection.name)}` }]),
                { value: 'inferred', label: 'Inferred from this proof' },
                { value: 'chosen', label: 'Chosen by you' },
              ]}
              value={source}
              allowDeselect={false}
              onChange={(rules) => trust({ rules })}
            />
            {source === 'chosen' && (
              <SmallButton onClick={() => setDraft(draftOf(trusted.chosen ?? connection?.scheme ?? null))}>
                Choose rules…
              </SmallButton>
            )}
            {draft !== null && (
              <FormDialog
                title="Hashing rules for this proof"
                action="Use these rules"
                size={720}
                onSubmit={() => trust({ chosen: pinOfDraft(draft, 0) })}
                onClose={() => setDraft(null)}
              >
                <SchemeForm draft={draft} onChange={setDraft} />
                <Group gap="sm" role="status">
                  With these rules: <VerdictBadge status={shown.verdict.status} size="sm" />
                </Group>
              </FormDialog>
            )}
          </Group>
          {!hasRules(pin) ? <Text size="sm">{rulesNote}</Text> : <SchemeDetails pin={pin} note={rulesNote} />}
        </Section>
      }
      notice={
        entry.problems.length > 0 && (
          <Callout tone="danger" compact mb="sm">
            {entry.problems.join('; ')}.
          </Callout>
        )
      }
    />
  );
}

/** By default, the rules of a connection take precedence over rules inferred from the proof itself. */
function rulesFor(wanted: PastedRules | null, hasPinned: boolean): PastedRules {
  if (wanted === null) return hasPinned ? 'connection' : 'inferred';
  return wanted === 'connection' && !hasPinned ? 'inferred' : wanted;
}

function pinOfConnection(connection: Connection | null): SchemePin | null {
  if (connection === null || !hasRules(connection.scheme)) return null;
  return { ...connection.scheme, pinnedFor: connection.name };
}

function inferFrom({ atom, proof }: ImportedAtom): SchemePin | null {
  const samples = [{ ...atom, proof }];
  const budget = createHashBudget(windowBudget);
  const found = learnPin(samples, 0, { budget });
  return hasRules(found) ? found : (learnLeafless(samples, wholeRegistry, budget) ?? found);
}

function nameOf({ at, atom }: ImportedAtom, index: number): string {
  return `${index + 1}. ${atom.key === null ? at : visibleLine(atom.key)}`;
}
