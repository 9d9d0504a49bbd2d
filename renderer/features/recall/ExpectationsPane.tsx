import { ActionIcon, Button, Menu, Progress, Switch, Tooltip } from '@mantine/core';
import {
  IconCircleCheckFilled,
  IconCircleDashed,
  IconDots,
  IconDownload,
  IconHelpTriangleFilled,
  IconListCheck,
  IconPencil,
  IconPlayerPlay,
  IconPlayerStop,
  IconPlugConnectedX,
  IconPlus,
  IconSearch,
  IconSquareXFilled,
  IconTrash,
  IconUpload,
  type Icon,
} from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { memo, useState } from 'react';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type {
  DatedOutcome,
  ExpectationFinding,
  ExpectationsListing,
  FoundKey,
  KeptExpectation,
  OutcomeKind,
} from '#shared/domain/expectation.ts';
import { changeOfOutcome, countOutcomes, isWithin } from '#shared/recall/evaluateExpectation.ts';
import { parseExpectations, writeExpectations } from '#shared/recall/expectationsFile.ts';
import {
  changeLabels,
  outcomeCountWords,
  outcomeLabels,
  outcomeWords,
} from '#shared/text/expectationWords.ts';
import { countOf } from '#shared/text/phrases.ts';
import { countWords } from '#shared/text/sizes.ts';
import { agoWords, momentWords } from '#shared/text/times.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { expectationChanges } from '../../api/expectations.ts';
import { AppFailure, unwrap } from '../../api/unwrap.ts';
import { runExpectationsOf, useExpectationRun } from '../../state/expectationRunStore.ts';
import { askRecall } from '../../state/recallStore.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { KeyText } from '../../ui/KeyText.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { notifyDone, notifyFailure } from '../../ui/notify.ts';
import { notifyUndo } from '../../ui/notifyUndo.tsx';
import { saveFile } from '../../ui/saveFile.ts';
import { useNow } from '../../ui/useNow.ts';
import { VerdictBadge } from '../../ui/VerdictBadge.tsx';
import { emptyExpectation } from './expectationDraft.ts';
import type { EditedExpectation } from './ExpectationEditor.tsx';
import classes from './ExpectationsPane.module.css';

interface ExpectationsPaneProps {
  readonly connectionId: ConnectionId;
  readonly expectations: UseQueryResult<ExpectationsListing>;
  readonly onEdit: (edited: EditedExpectation) => void;
}

/** What queries are expected to find, and whether they do. */
export function ExpectationsPane({ connectionId, expectations, onEdit }: ExpectationsPaneProps) {
  const { data, isError, error, refetch } = expectations;
  const { cancel, failure } = useExpectationRun(connectionId);
  const [chosen, setChosen] = useState<boolean | null>(null);
  if (data === undefined)
    return isError ? (
      <div className={classes.notice}>
        <ErrorNotice error={error} onRetry={() => void refetch()} />
      </div>
    ) : (
      <LoadingState label="Reading what is expected" />
    );
  const { items, running, setAside } = data;
  const requireVerified = chosen ?? data.requireVerified;
  const run = (ids: readonly string[] | null): void =>
    void runExpectationsOf(connectionId, { ids, requireVerified });
  const outcomes = items.flatMap(({ last }) => last?.outcome ?? []);
  const failing = items.filter(({ last }) => last !== null && last.outcome.kind !== 'met');
  const add = (
    <>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={() => onEdit({ id: null, expectation: emptyExpectation })}
      >
        New
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconUpload size={14} aria-hidden />}
        onClick={() => void importFile(connectionId)}
      >
        Import…
      </Button>
    </>
  );
  return (
    <div className={classes.pane}>
      {setAside !== null && (
        <p className={classes.setAside} role="status">
          The expectations kept before were damaged. They were set aside: {visibleLine(setAside)}
        </p>
      )}
      {items.length === 0 ? (
        <EmptyState
          icon={IconListCheck}
          title="Nothing is expected yet"
          description="Save a query with the keys that it must find, and run all of them whenever the memory or its service changed. “Expect these…” beside an answer begins one from what it found."
          action={<div className={classes.actions}>{add}</div>}
        />
      ) : (
        <>
          <div className={classes.bar}>
            {running !== null ? (
              <Button
                size="compact-sm"
                variant="default"
                leftSection={<IconPlayerStop size={14} aria-hidden />}
                disabled={cancel === null}
                onClick={() => cancel?.()}
              >
                Cancel
              </Button>
            ) : (
              <Button
                size="compact-sm"
                leftSection={<IconPlayerPlay size={14} aria-hidden />}
                onClick={() => run(null)}
              >
                Run all
              </Button>
            )}
            <Button
              size="compact-sm"
              variant="default"
              disabled={running !== null || failing.length === 0}
              onClick={() => run(failing.map(({ id }) => id))}
            >
              Run those not met ({countWords(failing.length)})
            </Button>
            <Tooltip label="An expected key counts only if its proof verifies" multiline maw={320}>
              <Switch
                size="xs"
                label="Require verified"
                checked={requireVerified}
                disabled={running !== null}
                onChange={(event) => setChosen(event.currentTarget.checked)}
              />
            </Tooltip>
            <span className={classes.gap} />
            {add}
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconDownload size={14} aria-hidden />}
              onClick={() =>
                void saveFile(
                  'expectations.json',
                  writeExpectations(items.map(({ expectation }) => expectation)),
                )
              }
            >
              Export
            </Button>
          </div>
          {running !== null && (
            <Progress
              className={classes.progress ?? ''}
              size="sm"
              value={running.total === 0 ? 0 : (100 * running.done) / running.total}
              aria-label="Expectations run"
              animated
            />
          )}
          <p className={classes.summary} role="status">
            {running === null
              ? outcomes.length === 0
                ? `${countOf(items.length, 'expectation')}, none run yet.`
                : outcomeCountWords(countOutcomes(outcomes)) +
                  (outcomes.length < items.length
                    ? ` ${countOf(items.length - outcomes.length, 'more was', 'more were')} not run yet.`
                    : '')
              : `Running ${countWords(running.done)} of ${countWords(running.total)}. The service may learn from these recalls what to predict.`}
          </p>
          {failure !== undefined && running === null && (
            <div className={classes.notice}>
              <ErrorNotice error={failure} onRetry={() => run(null)} />
            </div>
          )}
          <div className={classes.scroll} role="region" aria-label="Expectations" tabIndex={0}>
            <table className={classes.table}>
              <thead>
                <tr>
                  <th scope="col">Outcome</th>
                  <th scope="col">Query</th>
                  <th scope="col">Keys and where they were found</th>
                  <th scope="col">Since the run before</th>
                  <th scope="col">
                    <span className={classes.hiddenHead}>Actions</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {items.map((item) => (
                  <Row
                    key={item.id}
                    connectionId={connectionId}
                    item={item}
                    isRunning={running !== null}
                    requireVerified={requireVerified}
                    onEdit={onEdit}
                  />
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </div>
  );
}

async function importFile(connectionId: ConnectionId): Promise<void> {
  try {
    const file = await unwrap(
      window.atomExplorer.openFile({ title: 'Import expectations', extensions: ['json'] }),
    );
    if (file === null) return;
    const reading = parseExpectations(decode(file.bytes));
    if (!reading.ok) {
      const where = reading.field === '' ? 'The file' : `Its ${reading.field}`;
      throw new AppFailure({
        code: 'invalid_input',
        field: reading.field,
        message: `${visibleLine(file.name)} cannot be used. ${where} ${reading.problem}.`,
        requestId: null,
      });
    }
    const { length } = reading.expectations;
    const added = await expectationChanges(connectionId).add(reading.expectations);
    const known = length - added;
    notifyDone(
      `${countOf(added, 'expectation was', 'expectations were')} added${known > 0 ? `, ${countWords(known)} had been there already` : ''}.`,
    );
  } catch (error) {
    notifyFailure(error);
  }
}

/** @throws AppFailure where the bytes are no text */
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new AppFailure({
      code: 'invalid_input',
      field: 'file',
      message: 'The file is not text in UTF-8.',
      requestId: null,
    });
  }
}

function remove(connectionId: ConnectionId, item: KeptExpectation): void {
  const changes = expectationChanges(connectionId);
  changes
    .remove([item.id])
    .then(() => notifyUndo('The expectation was deleted.', changes.restore), notifyFailure);
}

interface RowProps {
  readonly connectionId: ConnectionId;
  readonly item: KeptExpectation;
  readonly isRunning: boolean;
  readonly requireVerified: boolean;
  readonly onEdit: (edited: EditedExpectation) => void;
}

/** While many are run, only the rows of those that were answered are drawn anew. */
const Row = memo(function Row({ connectionId, item, isRunning, requireVerified, onEdit }: RowProps) {
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
      <td className={classes.query}>
        <span className={classes.queryText}>{shownName}</span>
        {name !== null && <span className={classes.dim}>“{visibleLine(query.slice(0, 200))}”</span>}
        <span className={classes.dim}>
          the first {countWords(within)} of {countWords(expectation.limit)}
        </span>
      </td>
      <td className={classes.keysCell}>
        <ul className={classes.keys}>
          {expectation.expect.map((key) => (
            <KeyLine
              key={key}
              atomKey={key}
              wanted
              within={within}
              found={found(key)}
              isKnown={finding !== null}
              earlierRank={earlierRank(key)}
            />
          ))}
          {expectation.reject.map((key) => (
            <KeyLine
              key={key}
              atomKey={key}
              wanted={false}
              within={within}
              found={found(key)}
              isKnown={finding !== null}
              earlierRank={earlierRank(key)}
            />
          ))}
        </ul>
        {last !== null && last.outcome.kind !== 'met' && (
          <p className={classes.why}>{outcomeWords(expectation, last.outcome)}</p>
        )}
        {finding !== null && finding.oddityCount > 0 && (
          <p className={classes.odd}>The answer was not quite as the interface says.</p>
        )}
      </td>
      <td>
        <Change finding={finding} before={earlier} at={before?.at ?? null} />
      </td>
      <td aria-label="Actions">
        <div className={classes.rowActions}>
          <Tooltip label="Run this">
            <ActionIcon
              aria-label={`Run ${shownName}`}
              disabled={isRunning}
              onClick={() => void runExpectationsOf(connectionId, { ids: [item.id], requireVerified })}
            >
              <IconPlayerPlay size={15} aria-hidden />
            </ActionIcon>
          </Tooltip>
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon aria-label={`More about ${shownName}`}>
                <IconDots size={15} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<IconPencil size={14} aria-hidden />} onClick={() => onEdit(item)}>
                Edit…
              </Menu.Item>
              <Menu.Item
                leftSection={<IconSearch size={14} aria-hidden />}
                onClick={() => askRecall(connectionId, query, expectation.limit)}
              >
                Recall it now
              </Menu.Item>
              <Menu.Item
                leftSection={<IconTrash size={14} aria-hidden />}
                onClick={() => remove(connectionId, item)}
              >
                Delete
              </Menu.Item>
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
      <span className={classes.outcome} data-outcome={kind}>
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
  /** Whether there was an answer to look for the key in. */
  readonly isKnown: boolean;
  /** In the answer before; undefined where there was none. */
  readonly earlierRank: number | null | undefined;
}

function KeyLine({ atomKey, wanted, within, found, isKnown, earlierRank }: KeyLineProps) {
  const rank = found?.rank ?? null;
  const isGood = found !== null && isWithin(found, { within }) === wanted;
  const hasMoved = isKnown && earlierRank !== undefined && earlierRank !== rank;
  return (
    <li>
      <span className={classes.rank} data-good={isKnown ? isGood : undefined}>
        {!isKnown ? '?' : rank === null ? 'absent' : `#${countWords(rank)}`}
      </span>
      {!wanted && <span className={classes.not}>not</span>}
      <KeyText atomKey={atomKey} />
      {found !== null && found.verdict !== null && (
        <VerdictBadge status={found.verdict} size="sm" withLabel={false} />
      )}
      {hasMoved && (
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
