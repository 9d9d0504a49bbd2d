import { Button, Checkbox, Modal } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { Connection } from '#shared/domain/connection.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { useSetScheme } from '../../../api/scheme.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { notifyDone } from '../../../ui/notify.ts';
import { VerdictBadge } from '../../../ui/VerdictBadge.tsx';
import { checkCase, type ProofCase } from '../case/proofCase.ts';
import classes from './Scheme.module.css';
import { draftOf, pinOfDraft, schemeOfDraft } from './schemeDraft.ts';
import { SchemeForm } from './SchemeForm.tsx';

interface ChooseSchemeModalProps {
  readonly connection: Connection;
  /** The proof on screen, to try the rules on before they count; null: none. */
  readonly shown: ProofCase | null;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Choosing by hand what a connection is held to: a deliberate act, so it says what it means. */
export function ChooseSchemeModal({ connection, shown, isOpen, onClose }: ChooseSchemeModalProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Choose the scheme by hand" size={720}>
      <Choice connection={connection} shown={shown} onClose={onClose} />
    </Modal>
  );
}

function Choice({ connection, shown, onClose }: Omit<ChooseSchemeModalProps, 'isOpen'>) {
  const [draft, setDraft] = useState(() => draftOf(connection.scheme));
  const [isSure, setSure] = useState(false);
  const setScheme = useSetScheme(connection.id);
  const name = visibleLine(connection.name);
  const trial = useMemo(
    () => (shown === null ? null : checkCase({ ...shown.input, pin: pinOfDraft(draft, 0) }).verdict.status),
    [shown, draft],
  );
  const use = (): void =>
    setScheme.mutate(schemeOfDraft(draft), {
      onSuccess: () => {
        onClose();
        notifyDone(`“${name}” is held to the rules you chose.`);
      },
    });
  return (
    <>
      <SchemeForm draft={draft} onChange={setDraft} />
      {trial !== null && (
        <p className={classes.trial} role="status">
          With these rules the proof on screen would be: <VerdictBadge status={trial} size="sm" />
        </p>
      )}
      <div className={classes.meaning}>
        <p>
          From then on every proof of <strong>{name}</strong> is held to exactly these rules, and one that
          does not fit them fails. Nothing the service answers changes them; only you can.
        </p>
        <p>
          If you picked them because they make a proof pass, that is no better than inferring them. They are
          worth more if they come from a specification, or from somebody you trust.
        </p>
      </div>
      <Checkbox
        size="sm"
        label="I know what these rules rest on"
        checked={isSure}
        onChange={(event) => setSure(event.currentTarget.checked)}
      />
      {setScheme.isError && <ErrorNotice error={setScheme.error} onRetry={use} />}
      <div className={classes.actions}>
        <Button variant="subtle" color="gray" onClick={onClose}>
          Cancel
        </Button>
        <Button disabled={!isSure} loading={setScheme.isPending} onClick={use}>
          Use these rules
        </Button>
      </div>
    </>
  );
}
