import { Box, Progress, Switch, Text } from '@mantine/core';
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
import { exportFileName } from '#shared/text/exportFileName.ts';
import { countOf } from '#shared/text/phrases.ts';
import { countWords } from '#shared/text/sizes.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { addExpectations } from '../../api/recall.ts';
import { openFile } from '../../api/files.ts';
import { useActiveConnection } from '../../state/appStore.ts';
import { runExpectationsOf, useExpectationRun } from '../../state/expectationRunStore.ts';
import { SmallButton } from '../../ui/Buttons.tsx';
import { Callout } from '../../ui/Callout.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { Toolbar } from '../../ui/Toolbar.tsx';
import { notifyDone, notifyFailure, notifyProblem } from '../../ui/notify.ts';
import { saveFile } from '../../ui/saveFile.ts';
import { Tip } from '../../ui/Tip.tsx';
import { emptyExpectation } from './expectationDraft.ts';
import type { EditedExpectation } from './ExpectationEditor.tsx';
import { ExpectationTable } from './ExpectationTable.tsx';

interface ExpectationsPaneProps {
  readonly expectations: UseQueryResult<ExpectationsListing>;
  readonly onEdit: (edited: EditedExpectation) => void;
}

/** Saved queries with the keys that they must find, and whether they do. */
export function ExpectationsPane({ expectations, onEdit }: ExpectationsPaneProps) {
  const connection = useActiveConnection();
  const { id: connectionId } = connection;
  const { data } = expectations;
  const { cancel, failure } = useExpectationRun(connectionId);
  const [chosen, setChosen] = useState<boolean | null>(null);
  if (data === undefined)
    return (
      <QueryView query={expectations} loading="Loading expectations">
        {() => null}
      </QueryView>
    );
  const { items, running, setAside } = data;
  const requireVerified = chosen ?? data.requireVerified;
  const run = (ids: readonly string[] | null): void =>
    void runExpectationsOf(connectionId, { ids, requireVerified });
  const outcomes = items.flatMap(({ last }) => last?.outcome ?? []);
  const failing = items.filter(({ last }) => last !== null && last.outcome.kind !== 'met');
  const add = (
    <>
      <SmallButton icon={IconPlus} onClick={() => onEdit({ id: null, expectation: emptyExpectation })}>
        New
      </SmallButton>
      <SmallButton icon={IconUpload} onClick={() => void importFile(connectionId)}>
        Import…
      </SmallButton>
    </>
  );
  return (
    <Screen
      head={
        setAside !== null && (
          <Callout tone="warning" role="status" compact m="sm">
            The saved expectations were damaged, so the app started a new list. The damaged file was moved to{' '}
            {visibleLine(setAside)}.
          </Callout>
        )
      }
    >
      {items.length === 0 ? (
        <EmptyState
          icon={IconListCheck}
          title="No expectations yet"
          description="An expectation is a query with the keys that it must find. Run all of them whenever the memory or its service changes. “New expectation…” above the hits of a recall starts with its first keys."
          action={add}
        />
      ) : (
        <Screen
          head={
            <>
              <Toolbar>
                {running !== null ? (
                  <SmallButton icon={IconPlayerStop} disabled={cancel === null} onClick={() => cancel?.()}>
                    Cancel
                  </SmallButton>
                ) : (
                  <SmallButton variant="filled" icon={IconPlayerPlay} onClick={() => run(null)}>
                    Run all
                  </SmallButton>
                )}
                <SmallButton
                  disabled={running !== null || failing.length === 0}
                  onClick={() => run(failing.map(({ id }) => id))}
                >
                  Run unmet ({countWords(failing.length)})
                </SmallButton>
                <Tip label="Expected keys count only if their proofs are verified">
                  <div>
                    <Switch
                      size="xs"
                      label="Verified only"
                      checked={requireVerified}
                      disabled={running !== null}
                      onChange={(event) => setChosen(event.currentTarget.checked)}
                    />
                  </div>
                </Tip>
                <Box flex={1} />
                {add}
                <SmallButton
                  icon={IconDownload}
                  onClick={() =>
                    void saveFile(
                      exportFileName('expectations', connection, Date.now(), 'json'),
                      writeExpectations(items.map(({ expectation }) => expectation)),
                    )
                  }
                >
                  Export
                </SmallButton>
              </Toolbar>
              {running !== null && (
                <Progress
                  mx="md"
                  mt="sm"
                  size="sm"
                  value={running.total === 0 ? 0 : (100 * running.done) / running.total}
                  aria-label="Expectations checked"
                />
              )}
              <Text fw={600} size="sm" px="md" py="xs" role="status">
                {running === null
                  ? outcomes.length === 0
                    ? `${countOf(items.length, 'expectation')}, not run yet.`
                    : outcomeCountWords(countOutcomes(outcomes)) +
                      (outcomes.length < items.length
                        ? ` ${countWords(items.length - outcomes.length)} not run yet.`
                        : '')
                  : `Checked ${countWords(running.done)} of ${countWords(running.total)}. The service may learn from these recalls, which can change its predictions.`}
              </Text>
              {failure !== undefined && running === null && (
                <Box px="md" pb="sm">
                  <ErrorNotice error={failure} onRetry={() => run(null)} />
                </Box>
              )}
            </>
          }
        >
          <ExpectationTable
            items={items}
            isRunning={running !== null}
            requireVerified={requireVerified}
            onEdit={onEdit}
          />
        </Screen>
      )}
    </Screen>
  );
}

async function importFile(connectionId: ConnectionId): Promise<void> {
  try {
    const file = await openFile({ title: 'Import expectations', extensions: ['json'] });
    if (file === null) return;
    const title = `${visibleLine(file.name)} was not imported`;
    const text = textOf(file.bytes);
    const reading = text === null ? null : parseExpectations(text);
    if (reading === null) return notifyProblem(title, 'The file is not UTF-8 text.');
    if (!reading.ok) {
      const where = reading.field === '' ? 'The file' : `The field ${reading.field}`;
      return notifyProblem(title, `${where} ${reading.problem}.`);
    }
    const { expectations } = reading;
    const { added } = await addExpectations({ connectionId, expectations });
    const skipped = expectations.length - added;
    notifyDone(
      `${countOf(added, 'expectation')} added${skipped > 0 ? `, ${countWords(skipped)} skipped: already in the list` : ''}.`,
    );
  } catch (error) {
    notifyFailure(error);
  }
}

/** null if the bytes are not UTF-8. */
function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
