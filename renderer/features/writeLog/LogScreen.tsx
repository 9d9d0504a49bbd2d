import { IconListDetails } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { RowWindow } from '#shared/domain/catalogueQuery.ts';
import type { Connection } from '#shared/domain/connection.ts';
import type { WriteSummary } from '#shared/domain/writeReceipt.ts';
import { countOf } from '#shared/text/phrases.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { useWrites } from '../../api/writes.ts';
import { useActiveConnection } from '../../state/appStore.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { PaneHead } from '../../ui/PaneHead.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { Splitter } from '../../ui/Splitter.tsx';
import { ClearLogButton } from './ClearLogButton.tsx';
import { ExportReceipts } from './ExportReceipts.tsx';
import classes from './LogScreen.module.css';
import { WriteDetails } from './WriteDetails.tsx';
import { WriteList } from './WriteList.tsx';

/** What was written to the memory from this app, and what is known of it. */
export function LogScreen() {
  const connection = useActiveConnection();
  return <WriteLog key={connection.id} connection={connection} />;
}

/** A write that was chosen. The list grows at its beginning: counted from its end, a write stays where it is. */
interface Chosen {
  /** null where it had not come yet when it was chosen. */
  readonly write: WriteSummary | null;
  readonly fromEnd: number;
}

function WriteLog({ connection }: { readonly connection: Connection }) {
  const [viewport, setViewport] = useState<RowWindow>({ from: 0, to: 1 });
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const log = useWrites(connection.id, viewport);
  const { total, writeAt } = log;

  const list = (): ReactNode => {
    if (total === null)
      return log.error === null ? (
        <LoadingState label="Reading the log of writes" rows={8} />
      ) : (
        <div className={classes.notice}>
          <ErrorNotice error={log.error} onRetry={log.retry} />
        </div>
      );
    if (total === 0) return <NothingWritten recoveredFrom={log.recoveredFrom} />;
    const index = chosen === null ? 0 : placeOf(chosen, total, viewport, writeAt);
    const found = writeAt(index);
    // Outside the viewport, it is shown as it was seen last.
    const isFound = chosen === null || chosen.write === null || found?.id === chosen.write.id;
    const shown = isFound ? (found ?? null) : chosen.write;
    return (
      <Splitter
        name="write-log"
        panes={[
          {
            label: 'Writes',
            defaultSize: 5,
            min: '300px',
            content: (
              <div className={classes.pane}>
                <SetAside path={log.recoveredFrom} />
                {log.error !== null && (
                  <div className={classes.notice}>
                    <ErrorNotice error={log.error} onRetry={log.retry} />
                  </div>
                )}
                <WriteList
                  total={total}
                  writeAt={writeAt}
                  selected={index}
                  see={setViewport}
                  onSelect={(at) => setChosen({ write: writeAt(at) ?? null, fromEnd: total - at })}
                />
                <p className={classes.footnote}>
                  Kept on this machine: keys, sizes, hashes, versions and proofs. Values are not.
                </p>
              </div>
            ),
          },
          {
            label: 'Receipt',
            defaultSize: 7,
            min: '340px',
            content:
              shown === null ? (
                <LoadingState label="Reading the log of writes" />
              ) : (
                <WriteDetails key={shown.id} connectionId={connection.id} write={shown} />
              ),
          },
        ]}
      />
    );
  };

  return (
    <Screen
      data-keeps-focus
      head={
        <PaneHead
          title="Writes from this app"
          note={total === null || total === 0 ? '' : countOf(total, 'receipt')}
          actions={
            <>
              <ExportReceipts
                connectionId={connection.id}
                ids={null}
                label="all receipts"
                isDisabled={total === null || total === 0}
              />
              <ClearLogButton
                connection={connection}
                isDisabled={total === null || total === 0}
                onCleared={() => setChosen(null)}
              />
            </>
          }
        />
      }
    >
      {list()}
    </Screen>
  );
}

/** Where the chosen write is now, as far as the rows that have come show it. */
function placeOf(
  { write, fromEnd }: Chosen,
  total: number,
  { from, to }: RowWindow,
  writeAt: (index: number) => WriteSummary | undefined,
): number {
  const expected = Math.max(0, total - fromEnd);
  if (write === null || writeAt(expected)?.id === write.id) return expected;
  for (let at = from; at < Math.min(to, total); at += 1) if (writeAt(at)?.id === write.id) return at;
  return expected;
}

function NothingWritten({ recoveredFrom }: { readonly recoveredFrom: string | null }) {
  return (
    <EmptyState
      icon={IconListDetails}
      title="Nothing written yet"
      description={
        <>
          Everything that is stored from this app leaves a receipt here: what the service answered, what was
          read back, with its proof, and the roots before and after. Values are not kept, only their sizes and
          hashes.
          <SetAside path={recoveredFrom} />
        </>
      }
    />
  );
}

function SetAside({ path }: { readonly path: string | null }) {
  if (path === null) return null;
  return (
    <p className={classes.setAside} role="status">
      The log kept before was damaged. It was set aside, and a new one begun: {visibleLine(path)}
    </p>
  );
}
