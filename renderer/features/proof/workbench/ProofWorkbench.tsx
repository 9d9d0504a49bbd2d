import { Button } from '@mantine/core';
import { IconFlask, IconPrinter } from '@tabler/icons-react';
import { useMemo, useState, type ReactNode } from 'react';
import { verificationLimits } from '#shared/text/verdictWords.ts';
import { Splitter } from '../../../ui/Splitter.tsx';
import { VerdictBadge } from '../../../ui/VerdictBadge.tsx';
import { LabBanner } from '../lab/LabBanner.tsx';
import { TamperLab } from '../lab/TamperLab.tsx';
import { siblingLevels, useTamperLab } from '../lab/useTamperLab.ts';
import { checkFacts } from '../checks/checkFacts.ts';
import { CheckList } from '../checks/CheckList.tsx';
import { PathPane } from './PathPane.tsx';
import { PrintedProof } from './PrintedProof.tsx';
import type { ProofCase } from '../case/proofCase.ts';
import classes from './Workbench.module.css';
import { VerdictSummary } from '../checks/VerdictSummary.tsx';

interface ProofWorkbenchProps {
  readonly shown: ProofCase;
  /** Which proof this is. */
  readonly title: ReactNode;
  /** More about it, beside its verdict. */
  readonly facts: ReactNode;
  /** More ways to go, beside the lab and printing. */
  readonly actions?: ReactNode;
  /** What the user knows of its tree from elsewhere, for a proof that came without a connection. */
  readonly trust?: ReactNode;
  /** How the rules were found, where the words for a connection do not fit. */
  readonly rulesNote?: string;
  /** What the proof is held to. */
  readonly scheme: ReactNode;
  /** Something to know before the verdict. */
  readonly notice?: ReactNode;
}

/** One proof in full: its path drawn, its checks with their bytes, its scheme, and a copy of it to tamper with. */
export function ProofWorkbench(props: ProofWorkbenchProps) {
  const { shown, title, facts, actions, trust, rulesNote, scheme, notice } = props;
  const [isInLab, setInLab] = useState(false);
  const lab = useTamperLab(shown);
  const openLab = isInLab ? lab : null;
  const drawn = openLab?.checked ?? shown;
  return (
    <div className={classes.workbench} data-lab={openLab !== null}>
      <div className={classes.head}>
        <div className={classes.title}>
          {title}
          {openLab === null ? (
            <VerdictBadge status={shown.verdict.status} />
          ) : (
            <span className={classes.labTag}>lab copy</span>
          )}
          {facts}
        </div>
        {actions}
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconFlask size={14} aria-hidden />}
          aria-pressed={openLab !== null}
          disabled={lab === null}
          title={lab === null ? 'Only a proof that can be read can be tampered with' : undefined}
          onClick={() => setInLab((before) => !before)}
        >
          Tamper lab
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPrinter size={14} aria-hidden />}
          disabled={openLab !== null}
          onClick={() => window.print()}
        >
          Print
        </Button>
      </div>
      {openLab !== null && <LabBanner real={shown.verdict.status} onLeave={() => setInLab(false)} />}
      <div className={classes.panes}>
        <Splitter
          name="proof"
          panes={[
            {
              label: openLab === null ? 'Path' : 'Path of the altered copy',
              defaultSize: 1,
              min: '380px',
              content:
                openLab === null ? (
                  <PathPane shown={shown} />
                ) : (
                  <PathPane shown={drawn} marks={openLab.marks} />
                ),
            },
            {
              label: openLab === null ? 'Verdict' : 'Lab',
              defaultSize: 1,
              min: '360px',
              content: (
                <div className={classes.verdictPane}>
                  {notice}
                  {openLab === null ? (
                    <VerdictSummary verdict={shown.verdict} />
                  ) : (
                    <TamperLab lab={openLab} levels={siblingLevels(shown)} />
                  )}
                  {openLab === null && trust}
                  <Checks shown={drawn} />
                  {openLab === null && scheme}
                  {openLab === null && <Limits />}
                </div>
              ),
            },
          ]}
        />
      </div>
      {openLab === null && <PrintedProof shown={shown} rulesNote={rulesNote ?? null} />}
    </div>
  );
}

function Checks({ shown }: { readonly shown: ProofCase }) {
  const facts = useMemo(() => checkFacts(shown), [shown]);
  return (
    <section className={classes.section}>
      <h2>Checks</h2>
      <CheckList verdict={shown.verdict} facts={facts} />
    </section>
  );
}

function Limits() {
  return (
    <section className={classes.section}>
      <h2>What no inclusion proof shows</h2>
      <ul className={classes.limits}>
        {verificationLimits.map((limit) => (
          <li key={limit}>{limit}</li>
        ))}
      </ul>
    </section>
  );
}
