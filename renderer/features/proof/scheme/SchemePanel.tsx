import { Group, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { Connection } from '#shared/domain/connection.ts';
import { hasRules } from '#shared/merkle/pin.ts';
import type { SchemePin } from '#shared/merkle/scheme.ts';
import { rulesFileOf } from '#shared/rulesFile/rulesFile.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { useSetScheme } from '../../../api/scheme.ts';
import { confirmScheme, useIsUnconfirmed } from '../../../state/schemeStore.ts';
import { SmallButton } from '../../../ui/Buttons.tsx';
import { Callout } from '../../../ui/Callout.tsx';
import { Check } from '../../../ui/Choices.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { exportFileName } from '#shared/text/exportFileName.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { notifyDone } from '../../../ui/notify.ts';
import { saveFile } from '../../../ui/saveFile.ts';
import { VerdictBadge } from '../../../ui/VerdictBadge.tsx';
import { checkCase, type ProofCase } from '../case/proofCase.ts';
import { Section } from '../checks/VerdictParts.tsx';
import { SchemeDetails } from './SchemeDetails.tsx';
import { draftOf, pinOfDraft, schemeOfDraft } from './schemeDraft.ts';
import { SchemeForm } from './SchemeForm.tsx';

interface SchemePanelProps {
  readonly connection: Connection;
  /** The proof on screen, to try other rules on. null: none. */
  readonly shown: ProofCase | null;
  /** Level of the heading. */
  readonly order: 2 | 3;
}

/** The hashing rules of a connection, how they were found, and ways to change them. */
export function SchemePanel({ connection, shown, order }: SchemePanelProps) {
  const [open, setOpen] = useState<'choose' | 'remove' | null>(null);
  const isUnconfirmed = useIsUnconfirmed(connection);
  const { scheme } = connection;
  const close = (): void => setOpen(null);
  return (
    <Section title="Hashing rules" order={order}>
      <SchemeDetails pin={scheme} />
      <Group gap="sm">
        {isUnconfirmed && (
          <SmallButton variant="filled" onClick={() => confirmScheme(connection)}>
            Mark as reviewed
          </SmallButton>
        )}
        <SmallButton onClick={() => setOpen('choose')}>Choose rules…</SmallButton>
        {hasRules(scheme) && (
          <SmallButton onClick={() => void saveRules(connection, scheme)}>Save rules…</SmallButton>
        )}
        {scheme !== null && scheme.origin !== 'specified' && scheme.origin !== 'built-in' && (
          <SmallButton onClick={() => setOpen('remove')}>
            {connection.kind === 'demo' ? 'Restore demo rules…' : 'Remove pin…'}
          </SmallButton>
        )}
      </Group>
      {open === 'choose' && <ChooseSchemeDialog connection={connection} shown={shown} onClose={close} />}
      {open === 'remove' && <RemovePinDialog connection={connection} onClose={close} />}
    </Section>
  );
}

/** As a file by which proofs from this memory can be verified elsewhere. */
function saveRules(connection: Connection, scheme: SchemePin): Promise<void> {
  const { name, kind, baseUrl } = connection;
  const at = Date.now();
  const address = kind === 'service' ? baseUrl : null;
  return saveFile(
    exportFileName('rules', connection, at, 'json'),
    rulesFileOf(scheme, { name, address }, at),
  );
}

interface RulesDialogProps {
  readonly connection: Connection;
  readonly onClose: () => void;
}

function RemovePinDialog({ connection, onClose }: RulesDialogProps) {
  const setScheme = useSetScheme(connection.id);
  const name = visibleLine(connection.name);
  const isDemo = connection.kind === 'demo';
  return (
    <ConfirmDialog
      title={isDemo ? 'Restore the rules of the demo?' : 'Remove the pinned hashing rules?'}
      action={isDemo ? 'Restore' : 'Remove pin'}
      isDestructive={!isDemo}
      onClose={onClose}
      onConfirm={async () => {
        await setScheme.mutateAsync(null);
        notifyDone(isDemo ? 'Demo rules restored.' : `Hashing rules of “${name}” removed.`);
      }}
    >
      {isDemo ? (
        <p>The demo memory specifies its hashing rules. Its proofs will be checked by them again.</p>
      ) : (
        <p>
          The next proofs that <strong>{name}</strong> returns will pin new rules. Whoever controls those
          responses can choose the rules, as on first use. Remove the pin only if the service has changed its
          rules and you know why.
        </p>
      )}
    </ConfirmDialog>
  );
}

/** Pins hashing rules that the user chooses. The rules decide every later verdict, so the user must confirm. */
function ChooseSchemeDialog({
  connection,
  shown,
  onClose,
}: RulesDialogProps & Pick<SchemePanelProps, 'shown'>) {
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
      aside={<Check label="I know where these rules come from" checked={isSure} onChange={setSure} />}
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
    </FormDialog>
  );
}
