import { Button } from '@mantine/core';
import { IconArrowsMaximize } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { AtomReading } from '#shared/domain/atom.ts';
import type { Connection } from '#shared/domain/connection.ts';
import { verificationLimits } from '#shared/text/verdictWords.ts';
import { openProofOf } from '../../state/proofStore.ts';
import { SchemePanel } from './scheme/SchemePanel.tsx';
import { CheckList } from './checks/CheckList.tsx';
import { drawPath } from './case/pathDrawing.ts';
import { PathLadder } from './path/PathLadder.tsx';
import {
  caseOfReading,
  drawnPathScheme,
  noDrawingWords,
  statusOf,
  type ProofCase,
} from './case/proofCase.ts';
import classes from './checks/Checks.module.css';
import { VerdictSummary } from './checks/VerdictSummary.tsx';

interface ProofTabProps {
  readonly reading: AtomReading;
  /** The key that was asked for. */
  readonly atomKey: string;
  readonly connection: Connection;
}

/** Why the verdict is what it is: its checks, the path drawn, the scheme it rests on. */
export function ProofTab({ atomKey, reading, connection }: ProofTabProps) {
  const shown = useMemo(() => caseOfReading(reading, connection.scheme), [reading, connection.scheme]);
  return (
    <>
      <VerdictSummary verdict={shown.verdict} />
      <CheckList verdict={shown.verdict} />
      <div className={classes.pathHead}>
        <h3 className={classes.heading}>Path</h3>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconArrowsMaximize size={14} aria-hidden />}
          onClick={() => openProofOf(connection.id, atomKey)}
        >
          Open in the proof screen
        </Button>
      </div>
      <Path shown={shown} />
      <section className={classes.footer}>
        <SchemePanel connection={connection} shown={shown} heading="h3" />
      </section>
      <section className={classes.footer}>
        <h3 className={classes.heading}>What no inclusion proof shows</h3>
        <ul>
          {verificationLimits.map((limit) => (
            <li key={limit}>{limit}</li>
          ))}
        </ul>
      </section>
    </>
  );
}

function Path({ shown }: { readonly shown: ProofCase }) {
  const { input, reading, verdict } = shown;
  const scheme = drawnPathScheme(shown);
  const drawing = useMemo(
    () => (reading.kind === 'read' && scheme !== null ? drawPath(reading.proof, scheme) : null),
    [reading, scheme],
  );
  if (drawing === null) return <p className={classes.note}>{noDrawingWords(reading)}</p>;
  return (
    <div className={classes.path}>
      <PathLadder
        drawing={drawing}
        path={statusOf(verdict, 'path')}
        content={statusOf(verdict, 'content')}
        binds={verdict.binds}
        atomKey={input.atom.key}
        version={input.atom.version}
      />
    </div>
  );
}
