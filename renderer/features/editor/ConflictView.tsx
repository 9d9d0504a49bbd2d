import { Box, Button, Group, SegmentedControl, SimpleGrid, Stack, Title } from '@mantine/core';
import { IconGitMerge } from '@tabler/icons-react';
import { useMemo, useState, type ReactNode } from 'react';
import type { AtomNow } from '#shared/domain/store.ts';
import { cutText } from '#shared/text/cutText.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import type { AtomDraft } from '../../state/editorStore.ts';
import { Dimmed } from '../../ui/Dimmed.tsx';
import { CodeView } from '../../ui/code/CodeView.tsx';
import { DiffView } from '../../ui/code/DiffView.tsx';
import { KeyText } from '../../ui/KeyText.tsx';
import { OutcomeNotice } from '../../ui/OutcomeNotice.tsx';
import { Question } from '../../ui/Question.tsx';
import { VerdictBadge } from '../../ui/VerdictBadge.tsx';
import { conflictName, mergeJson, type JsonConflict, type Side } from './mergeJson.ts';
import { mergeJsonWords, mergeWords, conflictOf, conflictWords } from './conflictWords.ts';
import { mergeThreeWay } from './threeWayMerge.ts';
import kit from '../../ui/kit.module.css';

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
  const changed = useMemo(
    () =>
      base !== null && now !== null && conflict === 'changed'
        ? { base: base.value, theirs: now.value, mine }
        : null,
    [base, now, mine, conflict],
  );
  const byProperty = useMemo(
    () => (changed === null ? null : mergeJson(changed, settled)),
    [changed, settled],
  );
  const openConflicts = byProperty?.conflicts.filter(({ path }) => !settled.has(conflictName(path))) ?? [];
  const byLine = useMemo(
    () =>
      changed === null
        ? null
        : mergeThreeWay({ ...changed, names: { mine: 'yours', theirs: nowName.toLowerCase() } }),
    [changed, nowName],
  );
  const merged = byProperty ?? byLine;
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
    <Stack gap="sm" flex={1} mih={0}>
      <KeyText atomKey={draft.key} wrap />
      <OutcomeNotice tone="warning" title={title} sentences={[sentence]} icon={IconGitMerge} isUrgent>
        {now !== null && <VerdictBadge status={now.verdict.status} />}
      </OutcomeNotice>
      {now !== null && conflict !== 'already-yours' && (
        <SimpleGrid cols={3} spacing="md" flex={1} mih={140}>
          <SideColumn title={nowName} label={nowName} base={base?.value ?? null} text={now.value} />
          <SideColumn title="Yours" label="Your text" base={base?.value ?? null} text={mine} />
          <Column
            title="Result"
            note={
              proposal !== 'merged'
                ? null
                : byProperty !== null
                  ? mergeJsonWords(byProperty, openConflicts.length)
                  : byLine === null
                    ? null
                    : mergeWords(byLine)
            }
            control={
              <SegmentedControl
                size="xs"
                aria-label="Result"
                value={proposal}
                onChange={setPicked}
                data={offered.map((each) => ({ value: each, label: proposalWords[each] }))}
              />
            }
          >
            {proposal === 'merged' && byProperty !== null && byProperty.conflicts.length > 0 && (
              <JsonConflicts
                conflicts={byProperty.conflicts}
                settled={settled}
                onSettle={(path, side) => setSettled(new Map(settled).set(conflictName(path), side))}
              />
            )}
            <CodeView text={texts[proposal]} label="Resulting text" />
          </Column>
        </SimpleGrid>
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
          <Dimmed flex="1 1 100%">
            The atom is read again just before it is stored. The service has no conditional store, so another
            write can still come in between. The read-back shows whether it did.
          </Dimmed>
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
    </Stack>
  );
}

interface SideColumnProps {
  readonly title: string;
  readonly label: string;
  readonly base: string | null;
  readonly text: string;
}

/** The text of one side, as its changes from the original if there is one. */
function SideColumn({ title, label, base, text }: SideColumnProps) {
  return (
    <Column title={title} note={base === null ? null : 'Changes from the original'}>
      {base === null || base === text ? (
        <CodeView text={text} label={label} />
      ) : (
        <DiffView before={base} after={text} labels={{ before: 'Original', after: label }} layout="unified" />
      )}
    </Column>
  );
}

interface ColumnProps {
  readonly title: string;
  readonly note: string | null;
  readonly control?: ReactNode;
  readonly children: ReactNode;
}

function Column({ title, note, control, children }: ColumnProps) {
  return (
    <Stack component="section" gap={0} mih={0} aria-label={title}>
      <Group gap="xs" mih={32} flex="none" justify="space-between">
        <Title order={4} fz="sm" fw={600}>
          {title}
        </Title>
        {control}
      </Group>
      {note !== null && <Dimmed mb="xs">{note}</Dimmed>}
      {children}
    </Stack>
  );
}

interface JsonConflictsProps {
  readonly conflicts: readonly JsonConflict[];
  readonly settled: ReadonlyMap<string, Side>;
  readonly onSettle: (path: readonly string[], side: Side) => void;
}

const sides: { value: Side; label: string }[] = [
  { value: 'mine', label: 'Keep mine' },
  { value: 'theirs', label: 'Keep theirs' },
];
/** Longer values are cut off here; the text below shows all of them. */
const shownLength = 120;

/** The properties that both sides changed, each with a choice of which value to keep. */
function JsonConflicts({ conflicts, settled, onSettle }: JsonConflictsProps) {
  const shown = (text: string | null): string =>
    text === null ? 'removed' : visibleLine(cutText(text, shownLength));
  return (
    <Box
      component="ul"
      className={kit.lined}
      mah="40%"
      mb="sm"
      flex="none"
      style={{ overflow: 'auto', overflowWrap: 'anywhere' }}
      aria-label="Conflicting properties"
      tabIndex={0}
    >
      {conflicts.map(({ path, mine, theirs }) => {
        const name = visibleLine(path.join(' › '));
        return (
          <Stack component="li" key={conflictName(path)} gap="2xs" p="xs" align="flex-start" fz="sm">
            <strong>{name}</strong>
            <span>Yours: {shown(mine)}</span>
            <span>Theirs: {shown(theirs)}</span>
            <SegmentedControl<Side | ''>
              size="xs"
              aria-label={`Value to keep for ${name}`}
              value={settled.get(conflictName(path)) ?? ''}
              onChange={(side) => onSettle(path, side === 'theirs' ? 'theirs' : 'mine')}
              data={sides}
            />
          </Stack>
        );
      })}
    </Box>
  );
}
