import { Checkbox, Group, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { Connection } from '#shared/domain/connection.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { useSetScheme } from '../../../api/scheme.ts';
import { Callout } from '../../../ui/Callout.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { notifyDone } from '../../../ui/notify.ts';
import { VerdictBadge } from '../../../ui/VerdictBadge.tsx';
import { checkCase, type ProofCase } from '../case/proofCase.ts';
import { draftOf, pinOfDraft, schemeOfDraft } from './schemeDraft.ts';
import { SchemeForm } from './SchemeForm.tsx';

interface ChooseSchemeDialogProps {
  readonly connection: Connection;
  /** The proof on screen, to try the rules on. null: none. */
  readonly shown: ProofCase | null;
  readonly onClose: () => void;
}

/** Pins hashing rules that the user chooses. The rules decide every later verdict, so the user must confirm. */
export function ChooseSchemeDialog({ connection, shown, onClose }: ChooseSchemeDialogProps) {
  const [draft, setDraft] = useState(() => draftOf(connection.scheme));
  const [isSure, setSure] = useState(false);
  const setScheme = useSetScheme(connection.id);
  const name = visibleLine(connection.name);
  const trial = useMemo(
    () => (shown === null ? null : checkCase({ ...shown.input, pin: pinOfDraft(draft, 0) }).verdict.status),
    [shown, draft],
  );
  return (
    <FormDialog
      title="Choose hashing rules"
      action="Use these rules"
      size={720}
      isDisabled={!isSure}
      onClose={onClose}
      onSubmit={async () => {
        await setScheme.mutateAsync(schemeOfDraft(draft));
        notifyDone(`Hashing rules of “${name}” pinned.`);
      }}
    >
      <SchemeForm draft={draft} onChange={setDraft} />
      {trial !== null && (
        <Group gap="xs" role="status">
          With these rules, the proof on screen is: <VerdictBadge status={trial} size="sm" />
        </Group>
      )}
      <Callout tone="neutral">
        <p>
          From now on, every proof that <strong>{name}</strong> returns is checked by exactly these rules, and
          fails if it does not fit them. Nothing the service returns can change them; only you can.
        </p>
        <Text inherit mt="xs">
          Rules that you picked because a proof passes with them are no better than inferred rules. They are
          stronger evidence if they come from a specification or from someone you trust.
        </Text>
      </Callout>
      <Checkbox
        size="sm"
        label="I know where these rules come from"
        checked={isSure}
        onChange={(event) => setSure(event.currentTarget.checked)}
      />
    </FormDialog>
  );
}
