import { Box } from '@mantine/core';
import { IconBinaryTree, IconPlayerStop } from '@tabler/icons-react';
import { useContext, useMemo } from 'react';
import type { Connection } from '#shared/domain/connection.ts';
import { momentWords } from '#shared/text/times.ts';
import { useAtomReading } from '../../api/atoms.ts';
import { ActiveConnectionContext } from '../../state/appStore.ts';
import { useProofStore, type ProofSource } from '../../state/proofStore.ts';
import { SmallButton } from '../../ui/Buttons.tsx';
import { Segments } from '../../ui/Choices.tsx';
import { Dimmed } from '../../ui/Dimmed.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { KeyText } from '../../ui/KeyText.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { Toolbar } from '../../ui/Toolbar.tsx';
import { EvidenceButton } from '../evidence/EvidenceButton.tsx';
import { caseOfReading } from './case/proofCase.ts';
import { PasteProof } from './paste/PasteProof.tsx';
import { RootActions } from '../pins/RootActions.tsx';
import { rootToPin } from '../pins/pinDraft.ts';
import { SchemePanel } from './scheme/SchemePanel.tsx';
import { ProofWorkbench } from './workbench/ProofWorkbench.tsx';

const sourceNames: Readonly<Record<ProofSource, string>> = {
  atom: 'Selected atom',
  pasted: 'Pasted proof',
};

/** The proof of the atom that was opened last, or a pasted one. A pasted proof needs no connection. */
export function ProofScreen() {
  const connection = useContext(ActiveConnectionContext);
  const chosen = useProofStore((state) => state.source);
  const showSource = useProofStore((state) => state.showSource);
  const key = useProofStore((state) => (connection === null ? undefined : state.keys.get(connection.id)));
  const source = connection === null ? 'pasted' : chosen;
  return (
    <Screen
      head={
        connection !== null && (
          <Toolbar>
            <Segments label="Proof to show" names={sourceNames} value={source} onChange={showSource} />
          </Toolbar>
        )
      }
    >
      {source === 'pasted' ? (
        <PasteProof connection={connection} />
      ) : connection === null || key === undefined ? (
        <EmptyState
          icon={IconBinaryTree}
          title="No atom selected"
          description="Select an atom in Browse or Recall to see its proof, or paste a proof that someone gave you."
        />
      ) : (
        <ProofOfAtom key={key} connection={connection} atomKey={key} />
      )}
    </Screen>
  );
}

function ProofOfAtom({ connection, atomKey }: { readonly connection: Connection; readonly atomKey: string }) {
  const { query, isWaiting, cancel } = useAtomReading(connection.id, atomKey);
  const reading = query.data;
  const shown = useMemo(
    () => (reading === undefined ? null : caseOfReading(reading, connection.scheme)),
    [reading, connection.scheme],
  );
  if (shown === null || reading === undefined) {
    const read = () => void query.refetch();
    if (isWaiting) return <LoadingState label="Reading the atom and checking its proof" onCancel={cancel} />;
    return query.isError ? (
      <Box p="md">
        <ErrorNotice error={query.error} onRetry={read} />
      </Box>
    ) : (
      <EmptyState
        icon={IconPlayerStop}
        title="Not read"
        description="You canceled reading this atom."
        action={<SmallButton onClick={read}>Read atom</SmallButton>}
      />
    );
  }
  return (
    <ProofWorkbench
      shown={shown}
      title={<KeyText atomKey={atomKey} />}
      facts={<Dimmed span>read {momentWords(reading.exchange.startedAt)}</Dimmed>}
      rootActions={<RootActions connectionId={connection.id} root={rootToPin(reading.proof, 'response')} />}
      actions={
        <EvidenceButton
          connectionId={connection.id}
          about={{ kind: 'atom', key: atomKey, requestId: reading.exchange.requestId }}
        />
      }
      scheme={<SchemePanel connection={connection} shown={shown} order={2} />}
    />
  );
}
