import { Button, Modal, Select } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { Connection } from '#shared/domain/connection.ts';
import { wholeRegistry } from '#shared/merkle/infer.ts';
import { createHashBudget, windowBudget } from '#shared/merkle/hashBudget.ts';
import { learnLeafless } from '#shared/merkle/learnLeafless.ts';
import { hasRules, learnPin } from '#shared/merkle/pin.ts';
import { extentOf } from '#shared/merkle/schemeSearch.ts';
import type { SchemePin } from '#shared/merkle/scheme.ts';
import type { SnapshotFinding } from '#shared/merkle/snapshot.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { KeyText } from '../../ui/KeyText.tsx';
import { VerdictBadge } from '../../ui/VerdictBadge.tsx';
import { checkCase } from '../proof/proofCase.ts';
import { ProofWorkbench } from '../proof/ProofWorkbench.tsx';
import { draftOf, pinOfDraft, type SchemeDraft } from '../scheme/schemeDraft.ts';
import { SchemeDetails } from '../scheme/SchemeDetails.tsx';
import { SchemeForm } from '../scheme/SchemeForm.tsx';
import classes from './PasteProof.module.css';
import type { PastedEntry } from './pastedProof.ts';

interface PastedResultProps {
  readonly entries: readonly PastedEntry[];
  readonly snapshot: SnapshotFinding;
  readonly connection: Connection | null;
  readonly onEdit: () => void;
}

const schemeSources = ['inferred', 'chosen', 'connection'] as const;
type SchemeSource = (typeof schemeSources)[number];

/** One pasted proof, checked against the scheme that it fits, one chosen by hand, or the connection's. */
export function PastedResult({ entries, snapshot, connection, onEdit }: PastedResultProps) {
  const [at, setAt] = useState(0);
  const entry = entries[at] ?? entries[0];
  const [source, setSource] = useState<SchemeSource>('inferred');
  const [isChoosing, setChoosing] = useState(false);
  const [draft, setDraft] = useState<SchemeDraft>(() => draftOf(connection?.scheme ?? null));
  // Of one proof only: the window never hashes more.
  const inferred = useMemo(() => (entry === undefined ? null : inferFrom(entry)), [entry]);
  const chosen = useMemo(() => pinOfDraft(draft, 0), [draft]);
  const pins: Readonly<Record<SchemeSource, SchemePin | null>> = {
    inferred,
    chosen,
    connection: connection?.scheme ?? null,
  };
  const pin = pins[source];
  const shown = useMemo(
    () =>
      entry === undefined
        ? null
        : checkCase({
            atom: entry.atom,
            requestedKey: null,
            proof: entry.proof,
            pin,
            snapshot,
            root: null,
          }),
    [entry, pin, snapshot],
  );
  if (entry === undefined || shown === null) return null;

  return (
    <ProofWorkbench
      shown={shown}
      title={
        entry.atom.key === null ? <span>A proof without its atom</span> : <KeyText atomKey={entry.atom.key} />
      }
      facts={<span className={classes.pasted}>pasted</span>}
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
      scheme={
        <section className={classes.scheme} aria-label="Scheme">
          <h2>Scheme</h2>
          <div className={classes.schemeHead}>
            <Select
              size="xs"
              aria-label="Check against"
              data={[
                { value: 'inferred', label: 'Rules that fit this proof' },
                { value: 'chosen', label: 'Rules chosen by hand' },
                ...(connection !== null && hasRules(connection.scheme)
                  ? [{ value: 'connection', label: `Rules pinned for ${visibleLine(connection.name)}` }]
                  : []),
              ]}
              value={source}
              allowDeselect={false}
              onChange={(value) => setSource(schemeSources.find((known) => known === value) ?? 'inferred')}
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
              transitionProps={{ duration: 120, exitDuration: 0 }}
              closeButtonProps={{ 'aria-label': 'Close' }}
            >
              <SchemeForm draft={draft} onChange={setDraft} />
              <p className={classes.trial}>
                With these rules: <VerdictBadge status={shown.verdict.status} size="sm" />
                <Button onClick={() => setChoosing(false)}>Done</Button>
              </p>
            </Modal>
          </div>
          <p className={classes.weak}>{sourceWords(source, inferred)}</p>
          {pin !== null && <SchemeDetails pin={pin} />}
        </section>
      }
      notice={
        entry.problems.length > 0 && (
          <p className={classes.problems} role="alert">
            {entry.problems.join('; ')}: counted as missing.
          </p>
        )
      }
    />
  );
}

function inferFrom({ atom, proof }: PastedEntry): SchemePin | null {
  const samples = [{ ...atom, proof }];
  const budget = createHashBudget(windowBudget);
  const found = learnPin(samples, 0, { budget });
  return hasRules(found) ? found : (learnLeafless(samples, wholeRegistry, budget) ?? found);
}

function sourceWords(source: SchemeSource, inferred: SchemePin | null): string {
  switch (source) {
    case 'inferred':
      return !hasRules(inferred)
        ? notInferredWords(inferred)
        : 'Inferred from this one proof alone, which is weak: whoever made the proof may have picked rules that suit it. Choose the rules by hand if you know them.';
    case 'chosen':
      return 'The verdict holds for the rules that you chose, and says nothing about whether they are the service’s.';
    case 'connection':
      return 'The rules that this connection is held to.';
  }
}

function notInferredWords(tried: SchemePin | null): string {
  const extents = [extentOf(tried?.search?.path), extentOf(tried?.search?.leaf)];
  const found = extents.includes('some')
    ? 'We tried only some of the rules we know, because trying all of them on a proof this large takes too long, and none of those fits.'
    : 'None of the rules we know fits this proof, so nothing could be inferred from it.';
  return `${found} If you know its rules, choose them by hand.`;
}

function nameOf({ at, atom }: PastedEntry, index: number): string {
  return `${index + 1}. ${atom.key === null ? at : visibleLine(atom.key)}`;
}
