import { Group, Menu, Stack, VisuallyHidden } from '@mantine/core';
import {
  IconCircleCheckFilled,
  IconCircleDashed,
  IconDots,
  IconHelpTriangleFilled,
  IconPencil,
  IconPlayerPlay,
  IconPlugConnectedX,
  IconSearch,
  IconSquareXFilled,
  IconTrash,
  type Icon,
} from '@tabler/icons-react';
import { useMemo } from 'react';
import type {
  DatedOutcome,
  ExpectationFinding,
  KeptExpectation,
  OutcomeKind,
} from '#shared/domain/expectation.ts';
import { changeOfOutcome, isWithin } from '#shared/recall/evaluateExpectation.ts';
import { changeLabels, outcomeLabels, outcomeWords } from '#shared/text/expectationWords.ts';
import { countWords } from '#shared/text/sizes.ts';
import { agoWords, momentWords } from '#shared/text/times.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { removeExpectations, restoreExpectations } from '../../api/recall.ts';
import { useActiveConnection } from '../../state/appStore.ts';
import { runExpectationsOf } from '../../state/expectationRunStore.ts';
import { askRecall } from '../../state/recallStore.ts';
import { IconButton, IconMenuItem } from '../../ui/Buttons.tsx';
import { Dimmed } from '../../ui/Dimmed.tsx';
import { KeyText } from '../../ui/KeyText.tsx';
import { DataTable, type TableColumn } from '../../ui/lists/DataTable.tsx';
import { notifyFailure } from '../../ui/notify.ts';
import { notifyUndo } from '../../ui/notifyUndo.tsx';
import { useNow } from '../../ui/useTicks.ts';
import { VerdictBadge } from '../../ui/VerdictBadge.tsx';
import type { EditedExpectation } from './ExpectationEditor.tsx';
import classes from './Recall.module.css';

interface ExpectationTableProps {
  readonly items: readonly KeptExpectation[];
  readonly isRunning: boolean;
  readonly requireVerified: boolean;
  readonly onEdit: (edited: EditedExpectation) => void;
}

/** The expectations with their last results. During a run, only the rows with a new result render again. */
export function ExpectationTable({ items, isRunning, requireVerified, onEdit }: ExpectationTableProps) {
  const { id } = useActiveConnection();
  const columns = useMemo(
    (): readonly TableColumn<KeptExpectation>[] => [
      {
        name: 'outcome',
        header: 'Outcome',
        width: '120px',
        render: ({ last }) => <Outcome last={last} />,
      },
      {
        name: 'query',
        header: 'Query',
        width: '24%',
        render: ({ expectation: { name, query, within, limit } }) => (
          <Stack gap={0} style={{ overflowWrap: 'anywhere' }}>
            <bdi>{visibleLine((name ?? query).slice(0, 200))}</bdi>
            {name !== null && <Dimmed size="xs">“{visibleLine(query.slice(0, 200))}”</Dimmed>}
            <Dimmed size="xs">
              first {countWords(within)} of {countWords(limit)}
            </Dimmed>
          </Stack>
        ),
      },
      { name: 'keys', header: 'Keys and their ranks', render: (item) => <Keys item={item} /> },
      {
        name: 'change',
        header: 'Since the previous run',
        width: '20%',
        render: ({ last, before }) => <Change last={findingOf(last)} before={before} />,
      },
      {
        name: 'actions',
        header: <VisuallyHidden>Actions</VisuallyHidden>,
        width: '84px',
        render: (item) => (
          <RowActions
            item={item}
            onEdit={onEdit}
            onRun={isRunning ? null : () => void runExpectationsOf(id, { ids: [item.id], requireVerified })}
          />
        ),
      },
    ],
    [id, isRunning, requireVerified, onEdit],
  );
  return (
    <DataTable
      label="Expectations"
      className={classes.expectations}
      columns={columns}
      rows={items}
      rowKey={(item) => item.id}
    />
  );
}

interface RowActionsProps {
  readonly item: KeptExpectation;
  readonly onEdit: (edited: EditedExpectation) => void;
  /** null while expectations are being run. */
  readonly onRun: (() => void) | null;
}

function RowActions({ item, onEdit, onRun }: RowActionsProps) {
  const { id: connectionId } = useActiveConnection();
  const { name, query, limit } = item.expectation;
  const shownName = visibleLine((name ?? query).slice(0, 200));
  const remove = (): Promise<void> =>
    removeExpectations({ connectionId, ids: [item.id] }).then(
      () => notifyUndo('Expectation deleted.', () => restoreExpectations({ connectionId, ids: [item.id] })),
      notifyFailure,
    );
  return (
    <Group gap="3xs" wrap="nowrap">
      <IconButton
        label={`Run ${shownName}`}
        tooltip="Run this"
        icon={IconPlayerPlay}
        disabled={onRun === null}
        onClick={() => onRun?.()}
      />
      <Menu position="bottom-end">
        <Menu.Target>
          <IconButton label={`More actions for ${shownName}`} tooltip="More actions" icon={IconDots} />
        </Menu.Target>
        <Menu.Dropdown>
          <IconMenuItem icon={IconPencil} onClick={() => onEdit(item)}>
            Edit…
          </IconMenuItem>
          <IconMenuItem icon={IconSearch} onClick={() => askRecall(connectionId, query, limit)}>
            Recall now
          </IconMenuItem>
          <IconMenuItem icon={IconTrash} onClick={() => void remove()}>
            Delete
          </IconMenuItem>
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}

/** null if there was no response. */
function findingOf(dated: DatedOutcome | null): ExpectationFinding | null {
  return dated === null || dated.outcome.kind === 'not-run' ? null : dated.outcome;
}

const outcomeIcons: Readonly<Record<OutcomeKind, Icon>> = {
  met: IconCircleCheckFilled,
  missed: IconSquareXFilled,
  unclear: IconHelpTriangleFilled,
  'not-run': IconPlugConnectedX,
};

const outcomeTones = { met: 'good', missed: 'danger', unclear: 'warning', 'not-run': 'warning' } as const;

function Outcome({ last }: { readonly last: DatedOutcome | null }) {
  const now = useNow();
  if (last === null)
    return (
      <Group gap="2xs" wrap="nowrap" c="dimmed">
        <IconCircleDashed size={14} aria-hidden />
        Not run yet
      </Group>
    );
  const { kind } = last.outcome;
  const Glyph = outcomeIcons[kind];
  return (
    <>
      <Group gap="2xs" wrap="nowrap" fw={600} c="var(--tone-fg)" data-tone={outcomeTones[kind]}>
        <Glyph size={14} aria-hidden />
        {outcomeLabels[kind]}
      </Group>
      <Dimmed size="xs" title={momentWords(last.at)}>
        {agoWords(last.at, now)}
      </Dimmed>
    </>
  );
}

/** The keys with their ranks in the last response, and why the expectation is not met. */
function Keys({ item: { expectation, last, before } }: { readonly item: KeptExpectation }) {
  const finding = findingOf(last);
  const earlier = findingOf(before);
  return (
    <>
      <ul className={classes.keys}>
        {(['expect', 'reject'] as const).map((list) =>
          expectation[list].map((key) => {
            const found = foundIn(finding, key);
            const rank = found?.rank ?? null;
            const earlierRank = foundIn(earlier, key)?.rank;
            const isGood = found !== undefined && isWithin(found, expectation) === (list === 'expect');
            return (
              <li key={key}>
                <span
                  className={classes.rank}
                  data-tone={finding === null ? undefined : isGood ? 'good' : 'danger'}
                >
                  {finding === null ? '?' : rankWords(rank)}
                </span>
                {list === 'reject' && <span className={classes.not}>not</span>}
                <KeyText atomKey={key} />
                {found !== undefined && found.verdict !== null && (
                  <VerdictBadge status={found.verdict} size="sm" withLabel={false} />
                )}
                {finding !== null && earlierRank !== undefined && earlierRank !== rank && (
                  <Dimmed span size="xs">
                    was {rankWords(earlierRank)}
                  </Dimmed>
                )}
              </li>
            );
          }),
        )}
      </ul>
      {last !== null && last.outcome.kind !== 'met' && (
        <Dimmed mt="2xs" style={{ overflowWrap: 'anywhere' }}>
          {outcomeWords(expectation, last.outcome)}
        </Dimmed>
      )}
      {finding !== null && finding.anomalyCount > 0 && (
        <span className={classes.odd}>The response did not follow the API.</span>
      )}
    </>
  );
}

function foundIn(finding: ExpectationFinding | null, key: string) {
  return [...(finding?.expected ?? []), ...(finding?.rejected ?? [])].find((each) => each.key === key);
}

function rankWords(rank: number | null): string {
  return rank === null ? 'absent' : `#${countWords(rank)}`;
}

interface ChangeProps {
  readonly last: ExpectationFinding | null;
  readonly before: DatedOutcome | null;
}

function Change({ last, before }: ChangeProps) {
  if (last === null) return <Dimmed size="xs">–</Dimmed>;
  const change = changeOfOutcome(findingOf(before), last);
  const isNew = change !== 'same' && change !== 'first';
  return (
    <Dimmed
      {...(isNew && { c: 'var(--ink)', fw: 600 })}
      title={before === null ? undefined : `Compared with ${momentWords(before.at)}`}
    >
      {changeLabels[change]}
    </Dimmed>
  );
}
