import { Button } from '@mantine/core';
import { IconArrowLeft, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState, type KeyboardEvent } from 'react';
import type { Upload, UploadCounts, UploadRowFilter } from '#shared/domain/upload.ts';
import { countOf } from '#shared/text/phrases.ts';
import { countWords, sizeWords } from '#shared/text/sizes.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { changeUploadView, noRowsChosen, useUploadView } from '../../../state/uploadStore.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { LoadingState } from '../../../ui/LoadingState.tsx';
import { notifyDone, notifyFailure } from '../../../ui/notify.ts';
import { Splitter } from '../../../ui/Splitter.tsx';
import { SendPlan } from '../send/SendPlan.tsx';
import { DiscardModal, RemapModal } from './LeaveModals.tsx';
import { canChangeRows } from './canChangeRows.ts';
import { CompareBar } from './CompareBar.tsx';
import classes from './CheckRows.module.css';
import { nextProblem } from './nextProblem.ts';
import { onlyRow } from './rowChoice.ts';
import { RowFilters } from './RowFilters.tsx';
import { RowPane } from './RowPane.tsx';
import { RowsPane } from './RowsPane.tsx';

/** All rows of the file, to be looked at, fixed, dropped and compared, until they are sent. */
export function CheckRows({ upload }: { readonly upload: Upload }) {
  if (upload.counts === null) return <LoadingState label="Counting the rows" rows={8} />;
  return <Checking upload={upload} counts={upload.counts} />;
}

interface CheckingProps {
  readonly upload: Upload;
  readonly counts: UploadCounts;
}

function Checking({ upload, counts }: CheckingProps) {
  const { filter, openRow, typed } = useUploadView(upload.id);
  const [leaving, setLeaving] = useState<'remap' | 'discard' | null>(null);
  const open = (row: number | null): void => changeUploadView(upload.id, () => ({ openRow: row }));
  const go = async (direction: 'next' | 'previous'): Promise<void> => {
    const found = await nextProblem(upload.id, filter, openRow, direction);
    if (found === null) notifyDone('No row is blocked.');
    else
      changeUploadView(upload.id, ({ chosen }) => ({
        openRow: found,
        // Several rows that were chosen stay so; one alone goes along.
        ...(chosen.kind === 'some' && chosen.rows.size <= 1 && { chosen: onlyRow(found), anchor: found }),
      }));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!event.altKey || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
    event.preventDefault();
    go(event.key === 'ArrowDown' ? 'next' : 'previous').catch(notifyFailure);
  };
  const [unsaved] = typed.keys();
  // What was chosen may be out of sight under another filter, where nobody expects an action to reach.
  const show = (next: UploadRowFilter): void =>
    changeUploadView(upload.id, () => ({ filter: next, chosen: noRowsChosen, anchor: null }));
  const filters = {
    label: 'Filters',
    defaultSize: '180px',
    min: '150px',
    content: <RowFilters counts={counts} filter={filter} onFilter={show} />,
  } as const;
  const rows = {
    label: 'Rows',
    defaultSize: 1.6,
    min: '260px',
    content: <RowsPane upload={upload} counts={counts} />,
  } as const;
  return (
    <div className={classes.screen} role="group" aria-label="Rows to check" onKeyDown={onKeyDown}>
      <header className={classes.head}>
        <div className={classes.title}>
          <h2>{visibleLine(upload.file.name)}</h2>
          <p>
            {countOf(counts.rows, 'row')}, {countWords(counts.statuses.ready)} ready with{' '}
            {sizeWords(counts.readyBytes)} of values
            {counts.statuses.blocked > 0 && `, ${countWords(counts.statuses.blocked)} blocked`}
          </p>
        </div>
        {unsaved !== undefined && (
          <Button size="compact-sm" variant="default" onClick={() => open(unsaved)}>
            {countOf(typed.size, 'row')} with unsaved changes
          </Button>
        )}
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconArrowLeft size={15} aria-hidden />}
          disabled={!canChangeRows(upload)}
          onClick={() => setLeaving('remap')}
        >
          Back to mapping
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconTrash size={15} aria-hidden />}
          disabled={!canChangeRows(upload)}
          onClick={() => setLeaving('discard')}
        >
          Discard
        </Button>
      </header>
      <CompareBar upload={upload} counts={counts} />
      <div className={classes.panes} data-focus-home>
        <Splitter
          name="upload-rows"
          panes={[
            filters,
            rows,
            {
              label: 'Row',
              defaultSize: 1,
              min: '290px',
              content:
                openRow === null ? (
                  <EmptyState
                    icon={IconPencil}
                    title="No row chosen"
                    description={
                      counts.statuses.blocked === 0
                        ? 'Choose a row to look at all of it, and to change it.'
                        : 'Choose a row to look at all of it, and to change it. Alt+Down goes to the next problem.'
                    }
                    action={
                      counts.statuses.blocked > 0 && (
                        <Button
                          size="compact-sm"
                          variant="default"
                          onClick={() => {
                            go('next').catch(notifyFailure);
                          }}
                        >
                          Go to the first problem
                        </Button>
                      )
                    }
                  />
                ) : (
                  <RowPane
                    upload={upload}
                    row={openRow}
                    onGo={(direction) => {
                      go(direction).catch(notifyFailure);
                    }}
                    onClose={() => open(null)}
                  />
                ),
            },
          ]}
        />
      </div>
      <SendPlan upload={upload} onShow={show} />
      {leaving === 'remap' && <RemapModal upload={upload} onClose={() => setLeaving(null)} />}
      {leaving === 'discard' && <DiscardModal upload={upload} onClose={() => setLeaving(null)} />}
    </div>
  );
}
