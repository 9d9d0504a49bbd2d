import { Button, Modal, Select } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { Connection } from '#shared/domain/connection.ts';
import type { ImportedAtom } from '#shared/merkle/importProofs.ts';
import { wholeRegistry } from '#shared/merkle/infer.ts';
import { createHashBudget, windowBudget } from '#shared/merkle/hashBudget.ts';
import { learnLeafless } from '#shared/merkle/learnLeafless.ts';
import { hasRules, learnPin } from '#shared/merkle/pin.ts';
import { claimedRoot } from '#shared/merkle/proofReading.ts';
import type { RootEvidence } from '#shared/merkle/rootVouching.ts';
import { extentOf } from '#shared/merkle/schemeSearch.ts';
import type { SchemePin } from '#shared/merkle/scheme.ts';
import type { SnapshotFinding } from '#shared/merkle/snapshot.ts';
import { quoteText } from '#shared/text/phrases.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { useRootInLedger } from '../../../api/rootInLedger.ts';
import { pastedRules, useProofStore, type PastedRules } from '../../../state/proofStore.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { KeyText } from '../../../ui/KeyText.tsx';
import { VerdictBadge } from '../../../ui/VerdictBadge.tsx';
import { checkCase } from '../case/proofCase.ts';
import { ProofWorkbench } from '../workbench/ProofWorkbench.tsx';
import { draftOf, pinOfDraft, type SchemeDraft } from '../scheme/schemeDraft.ts';
import { SchemeDetails } from '../scheme/SchemeDetails.tsx';
import { SchemeForm } from '../scheme/SchemeForm.tsx';
import classes from './PasteProof.module.css';
import { readTrust } from './pastedTrust.ts';
import { TrustFields } from './TrustFields.tsx';

interface PastedResultProps {
  readonly entries: readonly ImportedAtom[];
  readonly snapshot: SnapshotFinding;
  /** Its rules and its ledger are compared with; null: there is none. */
  readonly connection: Connection | null;
  readonly onEdit: () => void;
}

/** One pasted proof, held to the rules and the root that the user or a connection vouches for, if any. */
export function PastedResult({ entries, snapshot, connection, onEdit }: PastedResultProps) {
  const [at, setAt] = useState(0);
  const entry = entries[at] ?? entries[0];
  const trusted = useProofStore((state) => state.pastedTrust);
  const trust = useProofStore((state) => state.trust);
  const [isChoosing, setChoosing] = useState(false);
  const [draft, setDraft] = useState<SchemeDraft>(() => draftOf(connection?.scheme ?? null));
  // Of one proof only: the window never hashes more.
  const inferred = useMemo(() => (entry === undefined ? null : inferFrom(entry)), [entry]);
  const chosen = useMemo(() => pinOfDraft(draft, 0), [draft]);
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
  const shown = useMemo(() => {
    if (entry === undefined) return null;
    const rootEvidence: RootEvidence = {
      expectedRoot,
      ledger:
        connection === null || rootHash === null || found === null
          ? null
          : { connection: connection.name, rootHash, found },
    };
    const { atom, proof } = entry;
    return checkCase({
      atom,
      requestedKey: null,
      proof,
      pin,
      snapshot,
      root: null,
      rootEvidence,
      trustedTreeSize: trustedTreeSize ?? sizeInLedger(found),
    });
  }, [entry, pin, snapshot, connection, rootHash, found, expectedRoot, trustedTreeSize]);
  if (entry === undefined || shown === null) return null;

  const rulesNote = sourceWords(source, pin, connection);
  return (
    <ProofWorkbench
      shown={shown}
      title={
        entry.atom.key === null ? <span>A proof without its atom</span> : <KeyText atomKey={entry.atom.key} />
      }
      facts={<span className={classes.pasted}>pasted</span>}
      rulesNote={rulesNote}
      actions={
        <>
          {entries.length > 1 && (
            <Select
              className={classes.entries ?? ''}
              size="xs"
              aria-label="Which of the pasted proofs"
              data={entries.map((each, index) => ({ value: `${index}`, label: nameOf(each, index) }))}
              value={`${at}`}
              allowDeselect={false}
              searchable
              limit={200}
              onChange={(value) => setAt(Number(value))}
            />
          )}
          <Button size="compact-sm" variant="default" onClick={onEdit}>
            Edit the text
          </Button>
        </>
      }
      trust={
        <>
          <TrustFields />
          {ledger.isError && <ErrorNotice error={ledger.error} onRetry={() => void ledger.refetch()} />}
        </>
      }
      scheme={
        <section className={classes.scheme} aria-label="Scheme">
          <h2>Scheme</h2>
          <div className={classes.schemeHead}>
            <Select
              size="xs"
              aria-label="Check against"
              data={[
                ...(connection === null || pinned === null
                  ? []
                  : [{ value: 'connection', label: `Rules pinned for ${visibleLine(connection.name)}` }]),
                { value: 'inferred', label: 'Rules that fit this proof' },
                { value: 'chosen', label: 'Rules chosen by hand' },
              ]}
              value={source}
              allowDeselect={false}
              onChange={(value) => trust({ rules: pastedRules.find((known) => known === value) ?? null })}
            />
            {source === 'chosen' && (
              <Button size="compact-sm" variant="default" onClick={() => setChoosing(true)}>
                Choose the rules…
              </Button>
            )}
            <Modal
              opened={isChoosing}
              onClose={() => setChoosing(false)}
              title="Rules to check this proof against"
              size={720}
            >
              <SchemeForm draft={draft} onChange={setDraft} />
              <p className={classes.trial}>
                With these rules: <VerdictBadge status={shown.verdict.status} size="sm" />
                <Button onClick={() => setChoosing(false)}>Done</Button>
              </p>
            </Modal>
          </div>
          {!hasRules(pin) ? (
            <p className={classes.weak}>{rulesNote}</p>
          ) : (
            <SchemeDetails pin={pin} note={rulesNote} />
          )}
        </section>
      }
      notice={
        entry.problems.length > 0 && (
          <p className={classes.problems} role="alert">
            {entry.problems.join('; ')}.
          </p>
        )
      }
    />
  );
}

/** A connection's rules go before rules that fit the very proof that is to be checked. */
function rulesFor(wanted: PastedRules | null, hasPinned: boolean): PastedRules {
  if (wanted === null) return hasPinned ? 'connection' : 'inferred';
  return wanted === 'connection' && !hasPinned ? 'inferred' : wanted;
}

function pinOfConnection(connection: Connection | null): SchemePin | null {
  if (connection === null || !hasRules(connection.scheme)) return null;
  return { ...connection.scheme, pinnedFor: connection.name };
}

function sizeInLedger(found: RootEvidenceFound | null): bigint | null {
  return found?.kind === 'read' && found.treeSize !== null ? BigInt(found.treeSize) : null;
}

type RootEvidenceFound = NonNullable<RootEvidence['ledger']>['found'];

function inferFrom({ atom, proof }: ImportedAtom): SchemePin | null {
  const samples = [{ ...atom, proof }];
  const budget = createHashBudget(windowBudget);
  const found = learnPin(samples, 0, { budget });
  return hasRules(found) ? found : (learnLeafless(samples, wholeRegistry, budget) ?? found);
}

/** What the rules rest on, and so what was tested and what was not. */
function sourceWords(source: PastedRules, pin: SchemePin | null, connection: Connection | null): string {
  switch (source) {
    case 'inferred':
      if (!hasRules(pin)) return notInferredWords(pin);
      return pin.leaf.length === 0
        ? 'Inferred from this proof alone. No leaf rule that we know fits, so the content was not checked: a changed atom looks just like an unknown rule here. Rules from elsewhere would tell the two apart.'
        : 'Inferred from this proof alone. That it fits shows only that such rules exist: whoever made the proof may have picked them.';
    case 'chosen':
      return 'The verdict holds for the rules that you chose, and says nothing about whether they are the service’s.';
    case 'connection':
      return `${quoteText(connection?.name ?? '')} is held to these rules. They do not come from this paste.`;
  }
}

function notInferredWords(tried: SchemePin | null): string {
  const extents = [extentOf(tried?.search?.path), extentOf(tried?.search?.leaf)];
  const found = extents.includes('some')
    ? 'We tried only some of the rules we know, because trying all of them on a proof this large takes too long, and none of those fits.'
    : 'None of the rules we know fits this proof, so nothing could be checked. It may use other rules, or it may be damaged or changed.';
  return `${found} If you know its rules, choose them by hand.`;
}

function nameOf({ at, atom }: ImportedAtom, index: number): string {
  return `${index + 1}. ${atom.key === null ? at : visibleLine(atom.key)}`;
}
