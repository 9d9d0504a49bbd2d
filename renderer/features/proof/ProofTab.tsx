import { Box, Group, Title } from '@mantine/core';
import { IconArrowsMaximize } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { AtomReading } from '#shared/domain/atom.ts';
import type { Connection } from '#shared/domain/connection.ts';
import { noDrawingWords } from '#shared/text/pathWords.ts';
import { openProofOf } from '../../state/proofStore.ts';
import { EvidenceButton } from '../evidence/EvidenceButton.tsx';
import { drawPath } from './case/pathDrawing.ts';
import { caseOfReading, drawnPathScheme } from './case/proofCase.ts';
import { CheckList } from './checks/CheckList.tsx';
import { VerdictSummary, VerificationLimits } from './checks/VerdictParts.tsx';
import { PathLadder } from './path/PathLadder.tsx';
import { RootActions } from '../pins/RootActions.tsx';
import { rootToPin } from '../pins/pinDraft.ts';
import { SchemePanel } from './scheme/SchemePanel.tsx';
import { SmallButton } from '../../ui/Buttons.tsx';
import { Dimmed } from '../../ui/Dimmed.tsx';

interface ProofTabProps {
  readonly reading: AtomReading;
  /** The key that was requested. */
  readonly atomKey: string;
  readonly connection: Connection;
}

/** Explains the verdict: the checks, the path as a drawing, and the hashing rules. */
export function ProofTab({ atomKey, reading, connection }: ProofTabProps) {
  const shown = useMemo(() => caseOfReading(reading, connection.scheme), [reading, connection.scheme]);
  const drawing = useMemo(() => {
    const scheme = drawnPathScheme(shown);
    return shown.reading.kind === 'read' && scheme !== null ? drawPath(shown.reading.proof, scheme) : null;
  }, [shown]);
  return (
    <>
      <VerdictSummary verdict={shown.verdict} />
      <CheckList
        verdict={shown.verdict}
        rootActions={<RootActions connectionId={connection.id} root={rootToPin(reading.proof, 'response')} />}
      />
      <Group justify="space-between" gap="sm" my="xs">
        <Title order={3} fz="sm">
          Path
        </Title>
        <Group gap="sm">
          <EvidenceButton
            connectionId={connection.id}
            about={{ kind: 'atom', key: atomKey, requestId: reading.exchange.requestId }}
          />
          <SmallButton icon={IconArrowsMaximize} onClick={() => openProofOf(connection.id, atomKey)}>
            Open in Proof
          </SmallButton>
        </Group>
      </Group>
      {drawing === null ? (
        <Dimmed>{noDrawingWords(shown.reading)}</Dimmed>
      ) : (
        <Box p="3xs" style={{ overflowX: 'auto' }}>
          <PathLadder drawing={drawing} proof={shown} />
        </Box>
      )}
      <SchemePanel connection={connection} shown={shown} order={3} />
      <VerificationLimits order={3} />
    </>
  );
}
