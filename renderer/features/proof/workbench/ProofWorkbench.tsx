import { Badge, Group } from '@mantine/core';
import { IconFlask, IconPrinter } from '@tabler/icons-react';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import { SmallButton } from '../../../ui/Buttons.tsx';
import { Screen } from '../../../ui/Screen.tsx';
import { Splitter } from '../../../ui/Splitter.tsx';
import { Toolbar } from '../../../ui/Toolbar.tsx';
import { VerdictBadge } from '../../../ui/VerdictBadge.tsx';
import type { ProofCase } from '../case/proofCase.ts';
import { checkFacts } from '../checks/checkFacts.ts';
import { CheckList } from '../checks/CheckList.tsx';
import { Section, VerdictSummary, VerificationLimits } from '../checks/VerdictParts.tsx';
import { LabBanner, TamperLab } from '../lab/TamperLab.tsx';
import { siblingLevels, useTamperLab } from '../lab/useTamperLab.ts';
import { PathPane } from './PathPane.tsx';
import { PrintedProof } from './PrintedProof.tsx';
import classes from '../proof.module.css';

interface ProofWorkbenchProps {
  readonly shown: ProofCase;
  /** Which proof this is. */
  readonly title: ReactNode;
  /** More about it, beside its verdict. */
  readonly facts: ReactNode;
  /** More controls, before the lab and printing. */
  readonly actions?: ReactNode;
  /** What can be done about the root. */
  readonly rootActions: ReactNode;
  /** Fields for what the user knows about the tree of a pasted proof. */
  readonly trust?: ReactNode;
  /** How the hashing rules of a pasted proof were found. */
  readonly rulesNote?: string;
  /** The hashing rules of the proof. */
  readonly scheme: ReactNode;
  /** Shown before the verdict. */
  readonly notice?: ReactNode;
}

/** One proof in full: the path as a drawing, the checks with their bytes, the hashing rules, and the tamper lab. */
export function ProofWorkbench(props: ProofWorkbenchProps) {
  const { shown, title, facts, actions, rootActions, trust, rulesNote, scheme, notice } = props;
  const [isInLab, setInLab] = useState(false);
  const labButton = useRef<HTMLButtonElement>(null);
  const lab = useTamperLab(shown);
  const openLab = isInLab ? lab : null;
  const drawn = openLab?.checked ?? shown;
  const bytes = useMemo(() => checkFacts(drawn), [drawn]);
  const leaveLab = (): void => {
    // Before the button that was pressed is gone.
    labButton.current?.focus();
    setInLab(false);
  };
  return (
    <Screen
      className={classes.workbench ?? ''}
      data-lab={openLab !== null}
      head={
        <>
          <Toolbar
            end={
              <>
                {actions}
                <SmallButton
                  ref={labButton}
                  icon={IconFlask}
                  aria-pressed={openLab !== null}
                  disabled={lab === null}
                  title={lab === null ? 'The proof cannot be read, so there is nothing to alter' : undefined}
                  onClick={() => setInLab((before) => !before)}
                >
                  Tamper lab
                </SmallButton>
                <SmallButton icon={IconPrinter} disabled={openLab !== null} onClick={() => window.print()}>
                  Print
                </SmallButton>
              </>
            }
          >
            <Group gap="sm" flex={1} miw={160} fw={600} wrap="nowrap">
              {title}
              {openLab === null ? (
                <VerdictBadge status={shown.verdict.status} />
              ) : (
                <Badge variant="outline" tt="none">
                  lab copy
                </Badge>
              )}
              {facts}
            </Group>
          </Toolbar>
          {openLab !== null && <LabBanner real={shown.verdict.status} onLeave={leaveLab} />}
        </>
      }
    >
      <Splitter
        name="proof"
        panes={[
          {
            label: openLab === null ? 'Path' : 'Path of the altered copy',
            defaultSize: 1,
            min: '330px',
            content: <PathPane shown={drawn} {...(openLab !== null && { marks: openLab.marks })} />,
          },
          {
            label: openLab === null ? 'Verdict' : 'Lab',
            defaultSize: 1,
            min: '330px',
            content: (
              <div className={classes.verdictPane}>
                {notice}
                {openLab === null ? (
                  <>
                    <VerdictSummary verdict={shown.verdict} />
                    {trust}
                  </>
                ) : (
                  <TamperLab lab={openLab} levels={siblingLevels(shown)} />
                )}
                <Section title="Checks" order={2}>
                  <CheckList
                    verdict={drawn.verdict}
                    facts={bytes}
                    rootActions={openLab === null && rootActions}
                  />
                </Section>
                {openLab === null && (
                  <>
                    {scheme}
                    <VerificationLimits order={2} />
                  </>
                )}
              </div>
            ),
          },
        ]}
      />
      {openLab === null && <PrintedProof shown={shown} rulesNote={rulesNote ?? null} />}
    </Screen>
  );
}
