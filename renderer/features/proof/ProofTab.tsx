import { Box, Group, Title } from '@mantine/core';
import { IconArrowsMaximize } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { AtomReading } from '#shared/domain/atom.ts';
import type { Connection } from '#shared/domain/connection.ts';
import { openProofOf } from '../../state/proofStore.ts';
import { drawPath } from './case/pathDrawing.ts';
import { caseOfReading, drawnPathScheme, noDrawingWords, type ProofCase } from './case/proofCase.ts';
import { CheckList } from './checks/CheckList.tsx';
import { VerificationLimits } from './checks/Section.tsx';
import { VerdictSummary } from './checks/VerdictSummary.tsx';
import { PathLadder } from './path/PathLadder.tsx';
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
  return (
    <>
      <VerdictSummary verdict={shown.verdict} />
      <CheckList verdict={shown.verdict} />
      <Group justify="space-between" gap="sm" my="xs">
        <Title order={3} fz="sm" fw={600}>
          Path
        </Title>
        <SmallButton icon={IconArrowsMaximize} onClick={() => openProofOf(connection.id, atomKey)}>
          Open in Proof
        </SmallButton>
      </Group>
      <Path shown={shown} />
      <SchemePanel connection={connection} shown={shown} order={3} />
      <VerificationLimits order={3} />
    </>
  );
}

function Path({ shown }: { readonly shown: ProofCase }) {
  const { reading } = shown;
  const scheme = drawnPathScheme(shown);
  const drawing = useMemo(
    () => (reading.kind === 'read' && scheme !== null ? drawPath(reading.proof, scheme) : null),
    [reading, scheme],
  );
  if (drawing === null) return <Dimmed>{noDrawingWords(reading)}</Dimmed>;
  return (
    <Box p="3xs" style={{ overflowX: 'auto' }}>
      <PathLadder drawing={drawing} proof={shown} />
    </Box>
  );
}
