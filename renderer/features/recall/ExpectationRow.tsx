import { ActionIcon, Menu } from '@mantine/core';
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
import { memo } from 'react';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type {
  DatedOutcome,
  ExpectationFinding,
  FoundKey,
  KeptExpectation,
  OutcomeKind,
} from '#shared/domain/expectation.ts';
import { changeOfOutcome, isWithin } from '#shared/recall/evaluateExpectation.ts';
import { changeLabels, outcomeLabels, outcomeWords } from '#shared/text/expectationWords.ts';
import { countWords } from '#shared/text/sizes.ts';
import { agoWords, momentWords } from '#shared/text/times.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { expectationChanges } from '../../api/expectations.ts';
import { runExpectationsOf } from '../../state/expectationRunStore.ts';
import { askRecall } from '../../state/recallStore.ts';
import { IconButton, IconMenuItem } from '../../ui/Buttons.tsx';
import { KeyText } from '../../ui/KeyText.tsx';
import { notifyFailure } from '../../ui/notify.ts';
import { notifyUndo } from '../../ui/notifyUndo.tsx';
import { useNow } from '../../ui/useTicks.ts';
import { VerdictBadge } from '../../ui/VerdictBadge.tsx';
import type { EditedExpectation } from './ExpectationEditor.tsx';
import classes from './Recall.module.css';

function remove(connectionId: ConnectionId, item: KeptExpectation): void {
  const changes = expectationChanges(connectionId);
  changes.remove([item.id]).then(() => notifyUndo('Expectation deleted.', changes.restore), notifyFailure);
}

interface RowProps {
  readonly connectionId: ConnectionId;
  readonly item: KeptExpectation;
  readonly isRunning: boolean;
  readonly requireVerified: boolean;
  readonly onEdit: (edited: EditedExpectation) => void;
}

/** One expectation with its last result. During a run, only the rows with a new result render again. */
export const ExpectationRow = memo(function ExpectationRow({
  connectionId,
  item,
  isRunning,
  requireVerified,
  onEdit,
}: RowProps) {
  const { expectation, last, before } = item;
  const { name, query, within } = expectation;
  const shownName = visibleLine((name ?? query).slice(0, 200));
  const finding = last === null || last.outcome.kind === 'not-run' ? null : last.outcome;
  const found = (key: string): FoundKey | null =>
    [...(finding?.expected ?? []), ...(finding?.rejected ?? [])].find((each) => each.key === key) ?? null;
  const earlier = before === null || before.outcome.kind === 'not-run' ? null : before.outcome;
  const earlierRank = (key: string): number | null | undefined =>
    [...(earlier?.expected ?? []), ...(earlier?.rejected ?? [])].find((each) => each.key === key)?.rank;
  return (
    <tr data-outcome={last?.outcome.kind ?? 'none'}>
      <td>
        <Outcome last={last} />
      </td>
      <td className={classes.expectedQuery}>
        <span>{shownName}</span>
        {name !== null && <span className={classes.dim}>“{visibleLine(query.slice(0, 200))}”</span>}
        <span className={classes.dim}>
          first {countWords(within)} of {countWords(expectation.limit)}
        </span>
      </td>
      <td className={classes.keysCell}>
        <ul className={classes.keys}>
          {(['expect', 'reject'] as const).map((list) =>
            expectation[list].map((key) => (
              <KeyLine
                key={key}
                atomKey={key}
                wanted={list === 'expect'}
                within={within}
                found={found(key)}
                isKnown={finding !== null}
                earlierRank={earlierRank(key)}
              />
            )),
          )}
        </ul>
        {last !== null && last.outcome.kind !== 'met' && (
          <p className={classes.reason}>{outcomeWords(expectation, last.outcome)}</p>
        )}
        {finding !== null && finding.anomalyCount > 0 && (
          <p className={classes.anomaly}>The response did not follow the API.</p>
        )}
      </td>
      <td>
        <Change finding={finding} before={earlier} at={before?.at ?? null} />
      </td>
      <td aria-label="Actions">
        <div className={classes.rowActions}>
          <IconButton
            label={`Run ${shownName}`}
            tooltip="Run this"
            icon={IconPlayerPlay}
            disabled={isRunning}
            onClick={() => void runExpectationsOf(connectionId, { ids: [item.id], requireVerified })}
          />
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon aria-label={`More actions for ${shownName}`}>
                <IconDots size={15} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <IconMenuItem icon={IconPencil} onClick={() => onEdit(item)}>
                Edit…
              </IconMenuItem>
              <IconMenuItem
                icon={IconSearch}
                onClick={() => askRecall(connectionId, query, expectation.limit)}
              >
                Recall now
              </IconMenuItem>
              <IconMenuItem icon={IconTrash} onClick={() => remove(connectionId, item)}>
                Delete
              </IconMenuItem>
            </Menu.Dropdown>
          </Menu>
        </div>
      </td>
    </tr>
  );
});

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
      <span className={classes.outcome}>
        <IconCircleDashed size={14} aria-hidden />
        Not run yet
      </span>
    );
  const { kind } = last.outcome;
  const Glyph = outcomeIcons[kind];
  return (
    <span className={classes.outcomeCell}>
      <span className={classes.outcome} data-tone={outcomeTones[kind]}>
        <Glyph size={14} aria-hidden />
        {outcomeLabels[kind]}
      </span>
      <span className={classes.dim} title={momentWords(last.at)}>
        {agoWords(last.at, now)}
      </span>
    </span>
  );
}

interface KeyLineProps {
  readonly atomKey: string;
  readonly wanted: boolean;
  readonly within: number;
  readonly found: FoundKey | null;
  /** Whether there was a response. */
  readonly isKnown: boolean;
  /** In the previous response; undefined if there was none. */
  readonly earlierRank: number | null | undefined;
}

function KeyLine({ atomKey, wanted, within, found, isKnown, earlierRank }: KeyLineProps) {
  const rank = found?.rank ?? null;
  const isGood = found !== null && isWithin(found, { within }) === wanted;
  const rankChanged = isKnown && earlierRank !== undefined && earlierRank !== rank;
  return (
    <li>
      <span className={classes.rank} data-tone={isKnown ? (isGood ? 'good' : 'danger') : undefined}>
        {!isKnown ? '?' : rank === null ? 'absent' : `#${countWords(rank)}`}
      </span>
      {!wanted && <span className={classes.not}>not</span>}
      <KeyText atomKey={atomKey} />
      {found !== null && found.verdict !== null && (
        <VerdictBadge status={found.verdict} size="sm" withLabel={false} />
      )}
      {rankChanged && (
        <span className={classes.dim}>
          was {earlierRank === null ? 'absent' : `#${countWords(earlierRank)}`}
        </span>
      )}
    </li>
  );
}

interface ChangeProps {
  readonly finding: ExpectationFinding | null;
  readonly before: ExpectationFinding | null;
  readonly at: number | null;
}

function Change({ finding, before, at }: ChangeProps) {
  if (finding === null) return <span className={classes.dim}>–</span>;
  const change = changeOfOutcome(before, finding);
  return (
    <span
      className={classes.change}
      data-change={change}
      title={at === null ? undefined : `Compared with ${momentWords(at)}`}
    >
      {changeLabels[change]}
    </span>
  );
}
