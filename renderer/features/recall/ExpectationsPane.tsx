import { Button, Progress, Switch, Tooltip } from '@mantine/core';
import {
  IconDownload,
  IconListCheck,
  IconPlayerPlay,
  IconPlayerStop,
  IconPlus,
  IconUpload,
} from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { ExpectationsListing } from '#shared/domain/expectation.ts';
import { countOutcomes } from '#shared/recall/evaluateExpectation.ts';
import { parseExpectations, writeExpectations } from '#shared/recall/expectationsFile.ts';
import { outcomeCountWords } from '#shared/text/expectationWords.ts';
import { countOf } from '#shared/text/phrases.ts';
import { countWords } from '#shared/text/sizes.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { expectationChanges } from '../../api/expectations.ts';
import { openFile } from '../../api/files.ts';
import { AppFailure } from '../../api/unwrap.ts';
import { runExpectationsOf, useExpectationRun } from '../../state/expectationRunStore.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { notifyDone, notifyFailure } from '../../ui/notify.ts';
import { saveFile } from '../../ui/saveFile.ts';
import { emptyExpectation } from './expectationDraft.ts';
import type { EditedExpectation } from './ExpectationEditor.tsx';
import { ExpectationRow } from './ExpectationRow.tsx';
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
                  <ExpectationRow
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
    const file = await openFile('Import expectations', ['json']);
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
