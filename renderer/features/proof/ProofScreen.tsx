import { Button, SegmentedControl } from '@mantine/core';
import { IconBinaryTree, IconPlayerStop } from '@tabler/icons-react';
import { useContext, useMemo } from 'react';
import type { Connection } from '#shared/domain/connection.ts';
import { momentWords } from '#shared/text/times.ts';
import { ActiveConnectionContext } from '../../state/appStore.ts';
import { useProofStore, type ProofSource } from '../../state/proofStore.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { KeyText } from '../../ui/KeyText.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { useAtomReading } from '../../api/useAtomReading.ts';
import { PasteProof } from './paste/PasteProof.tsx';
import { SchemePanel } from './scheme/SchemePanel.tsx';
import { caseOfReading } from './case/proofCase.ts';
import classes from './workbench/Workbench.module.css';
import { ProofWorkbench } from './workbench/ProofWorkbench.tsx';

const sourceWords: Readonly<Record<ProofSource, string>> = {
  atom: 'Selected atom',
  pasted: 'Paste a proof',
};

/** The proof of the atom looked at last, or of one that was pasted; the latter needs no connection. */
export function ProofScreen() {
  const connection = useContext(ActiveConnectionContext);
  const chosen = useProofStore((state) => state.source);
  const showSource = useProofStore((state) => state.showSource);
  const key = useProofStore((state) => (connection === null ? undefined : state.keys.get(connection.id)));
  const source = connection === null ? 'pasted' : chosen;
  return (
    <div className={classes.screen}>
      {connection !== null && (
        <div className={classes.sources}>
          <SegmentedControl
            size="xs"
            aria-label="Which proof"
            data={(['atom', 'pasted'] as const).map((value) => ({ value, label: sourceWords[value] }))}
            value={source}
            onChange={(value) => showSource(value === 'pasted' ? 'pasted' : 'atom')}
          />
        </div>
      )}
      <div className={classes.body}>
        {source === 'pasted' ? (
          <PasteProof connection={connection} />
        ) : connection === null || key === undefined ? (
          <EmptyState
            icon={IconBinaryTree}
            title="No atom selected"
            description="Choose an atom in Browse or Recall, and its proof is shown here. A proof that you were given can be pasted."
          />
        ) : (
          <ProofOfAtom key={key} connection={connection} atomKey={key} />
        )}
      </div>
    </div>
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
    if (isWaiting) return <LoadingState label="Reading the atom and checking its proof" onCancel={cancel} />;
    if (!query.isError)
      return (
        <EmptyState
          icon={IconPlayerStop}
          title="Not read"
          description="The reading was cancelled."
          action={
            <Button size="compact-sm" variant="default" onClick={() => void query.refetch()}>
              Read this atom
            </Button>
          }
        />
      );
    return (
      <div className={classes.notice}>
        <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />
      </div>
    );
  }
  return (
    <ProofWorkbench
      shown={shown}
      title={<KeyText atomKey={atomKey} />}
      facts={<span className={classes.dim}>read {momentWords(reading.exchange.startedAt)}</span>}
      scheme={
        <section className={classes.section}>
          <SchemePanel connection={connection} shown={shown} heading="h2" />
        </section>
      }
    />
  );
}
