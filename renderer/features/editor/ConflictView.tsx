import { Button, Group, SegmentedControl, Text, Title } from '@mantine/core';
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
import { Question } from './EditorActions.tsx';
import { JsonConflicts } from './JsonConflicts.tsx';
import { conflictName, mergeJson, type Side } from './mergeJson.ts';
import { mergeJsonWords, mergeWords, conflictOf, conflictWords } from './conflictWords.ts';
import { mergeThreeWay } from './threeWayMerge.ts';

interface ConflictViewProps {
  readonly draft: AtomDraft;
  /** The atom as stored now; null if the service does not return it. */
  readonly now: AtomNow;
  readonly isLocked: boolean;
  readonly isStoring: boolean;
  /** Continues editing with this text, based on what is stored now. */
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

/** Shown when the atom changed since the edit started: the changes of both sides, and the text to continue with. */
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
                labels={{ before: 'Original', after: nowName }}
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
                labels={{ before: 'Original', after: 'Your text' }}
                layout="unified"
              />
            )}
          </Column>
          <Column
            title="Result"
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
                aria-label="Result"
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
            <CodeView text={texts[proposal]} label="Resulting text" />
          </Column>
        </div>
      )}
      {isAskingToOverwrite ? (
        <Question
          key="question"
          title="Overwrite?"
          text="Your text becomes the newest version, whatever is stored by then. Changes by others remain only in earlier versions, if the service keeps them."
        >
          <Button variant="default" onClick={() => setAskingToOverwrite(false)} autoFocus>
            Cancel
          </Button>
          <Button color="red" loading={isStoring} onClick={onStoreOver}>
            Overwrite
          </Button>
        </Question>
      ) : (
        <Group gap="sm" justify="flex-end">
          <Text c="dimmed" size="sm" flex="1 1 100%">
            The atom is read again just before it is stored. The service has no conditional store, so another
            write can still come in between. The read-back shows whether it did.
          </Text>
          <Button variant="default" onClick={onBack}>
            Back to editing
          </Button>
          <Button variant="default" onClick={onDiscard}>
            {conflict === 'already-yours' ? 'Close' : 'Discard my changes'}
          </Button>
          {now !== null && conflict !== 'already-yours' && (
            <Button variant="default" disabled={isLocked} onClick={() => setAskingToOverwrite(true)}>
              Overwrite…
            </Button>
          )}
          {conflict !== 'already-yours' && (
            <Button
              autoFocus
              disabled={proposal === 'merged' && openConflicts.length > 0}
              onClick={() => onContinue(now === null ? mine : texts[proposal])}
            >
              {now === null ? 'Continue as new atom' : 'Continue editing'}
            </Button>
          )}
        </Group>
      )}
    </div>
  );
}

const againstWords = 'Changes from the original';

interface ColumnProps {
  readonly title: string;
  readonly note: string | null;
  readonly control?: ReactNode;
  readonly children: ReactNode;
}

function Column({ title, note, control, children }: ColumnProps) {
  return (
    <section className={classes.threeWayColumn} aria-label={title}>
      <Group gap="xs" mih={32} flex="none" justify="space-between">
        <Title order={4} fz="sm" fw={600}>
          {title}
        </Title>
        {control}
      </Group>
      {note !== null && (
        <Text c="dimmed" size="sm" mb="xs">
          {note}
        </Text>
      )}
      {children}
    </section>
  );
}
