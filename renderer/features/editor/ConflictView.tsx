import { Button, SegmentedControl } from '@mantine/core';
import { IconGitMerge } from '@tabler/icons-react';
import { useMemo, useState, type ReactNode } from 'react';
import type { AtomNow } from '#shared/domain/store.ts';
import type { AtomDraft } from '../../state/editorStore.ts';
import { CodeView } from '../../ui/code/CodeView.tsx';
import { DiffView } from '../../ui/code/DiffView.tsx';
import { KeyText } from '../../ui/KeyText.tsx';
import { OutcomeNotice } from '../../ui/OutcomeNotice.tsx';
import { VerdictBadge } from '../../ui/VerdictBadge.tsx';
import classes from './AtomEditor.module.css';
import { JsonConflicts } from './JsonConflicts.tsx';
import { conflictName, mergeJson, type Side } from './mergeJson.ts';
import { mergeJsonWords, mergeWords, conflictOf, conflictWords } from './conflictWords.ts';
import { mergeThreeWay } from './threeWayMerge.ts';

interface ConflictViewProps {
  readonly draft: AtomDraft;
  /** What the atom is now; null where the service does not have it. */
  readonly now: AtomNow;
  readonly isLocked: boolean;
  readonly isStoring: boolean;
  /** Goes on editing on top of what is there now, with this text. */
  readonly onContinue: (value: string) => void;
  readonly onStoreOver: () => void;
  readonly onDiscard: () => void;
  readonly onBack: () => void;
}

const proposals = ['merged', 'mine', 'theirs'] as const;
type Proposal = (typeof proposals)[number];
const proposalWords: Readonly<Record<Proposal, string>> = {
  merged: 'Merged',
  mine: 'Yours',
  theirs: 'Theirs',
};

/** The atom is not what the edit began with: what changed on either side, and what to go on with. */
export function ConflictView(props: ConflictViewProps) {
  const { draft, now, isLocked, isStoring, onContinue, onStoreOver, onDiscard, onBack } = props;
  const { base, value: mine } = draft;
  const conflict = conflictOf(base, now, mine);
  const { title, sentence } = conflictWords(conflict, draft, now);
  const nowName = now === null || now.version === null ? 'Stored now' : `Stored now, version ${now.version}`;
  const [settled, setSettled] = useState<ReadonlyMap<string, Side>>(new Map());
  const byMember = useMemo(
    () =>
      base === null || now === null || conflict !== 'changed'
        ? null
        : mergeJson({ base: base.value, theirs: now.value, mine }, settled),
    [base, now, mine, conflict, settled],
  );
  const openConflicts = byMember?.conflicts.filter(({ path }) => !settled.has(conflictName(path))) ?? [];
  const byLine = useMemo(
    () =>
      base === null || now === null || conflict !== 'changed'
        ? null
        : mergeThreeWay({
            base: base.value,
            theirs: now.value,
            mine,
            names: { mine: 'yours', theirs: nowName.toLowerCase() },
          }),
    [base, now, mine, conflict, nowName],
  );
  const merged = byMember ?? byLine;
  const offered: readonly Proposal[] = proposals.filter((each) => each !== 'merged' || merged !== null);
  const [picked, setPicked] = useState<Proposal | null>(null);
  const proposal = picked ?? (merged === null ? 'mine' : 'merged');
  const texts: Readonly<Record<Proposal, string>> = {
    merged: merged?.text ?? mine,
    mine,
    theirs: now?.value ?? '',
  };
  const [isAskingToOverwrite, setAskingToOverwrite] = useState(false);
  return (
    <div className={classes.form}>
      <KeyText atomKey={draft.key} wrap />
      <OutcomeNotice tone="doubtful" title={title} sentences={[sentence]} icon={IconGitMerge} isUrgent>
        {now !== null && <VerdictBadge status={now.verdict.status} />}
      </OutcomeNotice>
      {now !== null && conflict !== 'already-yours' && (
        <div className={classes.threeWay}>
          <Column title={nowName} note={base === null ? null : againstWords}>
            {base === null || base.value === now.value ? (
              <CodeView text={now.value} label={nowName} />
            ) : (
              <DiffView
                before={base.value}
                after={now.value}
                labels={{ before: 'What you began with', after: nowName }}
                layout="unified"
              />
            )}
          </Column>
          <Column title="Yours" note={base === null ? null : againstWords}>
            {base === null ? (
              <CodeView text={mine} label="Your text" />
            ) : (
              <DiffView
                before={base.value}
                after={mine}
                labels={{ before: 'What you began with', after: 'Your text' }}
                layout="unified"
              />
            )}
          </Column>
          <Column
            title="Go on with"
            note={
              proposal !== 'merged'
                ? null
                : byMember !== null
                  ? mergeJsonWords(byMember, openConflicts.length)
                  : byLine === null
                    ? null
                    : mergeWords(byLine)
            }
            control={
              <SegmentedControl
                size="xs"
                aria-label="Go on with"
                value={proposal}
                onChange={(chosen) => setPicked(proposals.find((each) => each === chosen) ?? null)}
                data={offered.map((each) => ({ value: each, label: proposalWords[each] }))}
              />
            }
          >
            {proposal === 'merged' && byMember !== null && byMember.conflicts.length > 0 && (
              <JsonConflicts
                conflicts={byMember.conflicts}
                settled={settled}
                onSettle={(path, side) => setSettled(new Map(settled).set(conflictName(path), side))}
              />
            )}
            <CodeView text={texts[proposal]} label="The text to go on with" />
          </Column>
        </div>
      )}
      {isAskingToOverwrite ? (
        <div key="question" className={classes.actions} role="alertdialog" aria-label="Store over it?">
          <p className={classes.actionsNote}>
            Your text becomes the newest version, whatever is stored by then. What others changed stays only
            in earlier versions, as far as the service keeps them.
          </p>
          <Button variant="default" onClick={() => setAskingToOverwrite(false)} autoFocus>
            No, go back
          </Button>
          <Button color="red" loading={isStoring} onClick={onStoreOver}>
            Store mine over it
          </Button>
        </div>
      ) : (
        <div className={classes.actions}>
          <p className={classes.actionsNote} data-whole>
            The atom is read again right before it is stored. The service has no store on a condition, so
            another write may still slip in between; reading back tells.
          </p>
          <Button variant="default" onClick={onBack}>
            Back to the text
          </Button>
          <Button variant="default" onClick={onDiscard}>
            {conflict === 'already-yours' ? 'Close, it is stored' : 'Discard mine'}
          </Button>
          {now !== null && conflict !== 'already-yours' && (
            <Button variant="default" disabled={isLocked} onClick={() => setAskingToOverwrite(true)}>
              Store mine over it…
            </Button>
          )}
          {conflict !== 'already-yours' && (
            <Button
              autoFocus
              disabled={proposal === 'merged' && openConflicts.length > 0}
              onClick={() => onContinue(now === null ? mine : texts[proposal])}
            >
              {now === null ? 'Go on as a new atom' : 'Keep editing with this'}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

const againstWords = 'Against what you began with';

interface ColumnProps {
  readonly title: string;
  readonly note: string | null;
  readonly control?: ReactNode;
  readonly children: ReactNode;
}

function Column({ title, note, control, children }: ColumnProps) {
  return (
    <section className={classes.threeWayColumn} aria-label={title}>
      <div className={classes.threeWayHead}>
        <h4>{title}</h4>
        {control}
      </div>
      {note !== null && <p className={classes.mergeNote}>{note}</p>}
      {children}
    </section>
  );
}
