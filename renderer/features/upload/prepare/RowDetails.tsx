import { Stack, Title } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Upload, UploadRowInFull } from '#shared/domain/upload.ts';
import { differenceWords } from '#shared/text/comparedWords.ts';
import { changeWords, misfitWords } from '#shared/text/columnWords.ts';
import { countOf } from '#shared/text/phrases.ts';
import { countWords } from '#shared/text/sizes.ts';
import { placeNameOf } from '#shared/text/uploadWords.ts';
import { visibleLine, visiblePieces } from '#shared/text/visibleText.ts';
import { atomQuery } from '../../../api/atoms.ts';
import { uploadRowsOf } from '../../../api/uploads.ts';
import { queryKey } from '../../../api/queryKeys.ts';
import { Dimmed } from '../../../ui/Dimmed.tsx';
import { changedCells } from './columnChanges.ts';
import { DiffView } from '../../../ui/code/codeOnUse.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { Fact, Facts } from '../../../ui/Facts.tsx';
import { Pieces } from '../../../ui/KeyText.tsx';
import { LoadingState } from '../../../ui/LoadingState.tsx';
import { SmallButton } from '../../../ui/Buttons.tsx';
import classes from './Prepare.module.css';
import kit from '../../../ui/kit.module.css';

interface RowDetailProps {
  readonly upload: Upload;
  readonly row: UploadRowInFull;
}

/** More rows are only counted. */
const mostListed = 20;

/** The other rows with the same key. */
export function SameKeyRows({
  upload,
  row,
  onShow,
}: RowDetailProps & { readonly onShow: (row: number) => void }) {
  const listed = row.sameKey.slice(0, mostListed);
  const others = useQueries({
    queries: listed.map((other) => ({
      queryKey: queryKey('uploadRowAlone', upload.id, other, upload.revision),
      // Without a filter, the number of a row is its index.
      queryFn: () => uploadRowsOf({ uploadId: upload.id, filter: {} }, { from: other, to: other + 1 }),
      gcTime: 10_000,
    })),
  });
  if (listed.length === 0) return null;
  return (
    <section aria-labelledby="same-key">
      <Title order={4} fz="sm" id="same-key">
        Rows with the same key
      </Title>
      <ul className={kit.plain}>
        {listed.map((other, index) => {
          const found = others[index]?.data?.rows[0];
          return (
            <li key={other}>
              <SmallButton
                variant="subtle"
                color="gray"
                fullWidth
                justify="flex-start"
                fw={400}
                onClick={() => onShow(other)}
              >
                {found === undefined ? 'Another row' : `${placeNameOf(upload)} ${countWords(found.place)}`}{' '}
                <span className={classes.mono}>
                  <Pieces pieces={visiblePieces(found?.valueStart.slice(0, 120) ?? '')} />
                </span>
              </SmallButton>
            </li>
          );
        })}
      </ul>
      {row.sameKey.length > listed.length && (
        <Dimmed>and {countOf(row.sameKey.length - listed.length, 'more', 'more')}</Dimmed>
      )}
    </section>
  );
}

/** The stored value of a changed row, compared with the new one. */
export function StoredDifference({ upload, row }: RowDetailProps) {
  const [isOpen, setOpen] = useState(false);
  const stored = useQuery({ ...atomQuery(upload.connectionId, row.key), enabled: isOpen });
  if (row.comparison !== 'changed') return null;
  return (
    <section aria-labelledby="stored-difference">
      <Title order={4} fz="sm" id="stored-difference">
        Stored value
      </Title>
      <Dimmed mb="2xs">
        {row.storedVersion === null
          ? 'When compared, the service held a different value.'
          : `When compared, version ${countWords(row.storedVersion)} held a different value.`}{' '}
        {differenceWords(row)}
      </Dimmed>
      {!isOpen && <SmallButton onClick={() => setOpen(true)}>Show differences</SmallButton>}
      {isOpen && stored.isFetching && <LoadingState label="Reading the stored value" rows={3} />}
      {isOpen && stored.isError && !stored.isFetching && (
        <ErrorNotice error={stored.error} onRetry={() => void stored.refetch()} />
      )}
      {isOpen && stored.data !== undefined && !stored.isFetching && (
        <>
          <Stack mah={320} my="xs">
            <DiffView
              before={stored.data.value}
              after={row.value}
              labels={{ before: 'Stored value', after: 'Value of this row' }}
              layout="unified"
            />
          </Stack>
          <SmallButton onClick={() => void stored.refetch()}>Reload</SmallButton>
        </>
      )}
    </section>
  );
}

/** Characters of a cell that are shown. */
const longestCell = 2_000;

/** The columns that the mapping changes, as they are in this row. */
export function ChangedColumnsOfRow({ upload: { mapping }, row: { cells } }: RowDetailProps) {
  const changed = cells === null ? [] : changedCells(mapping?.changes ?? [], cells);
  if (changed.length === 0) return null;
  return (
    <section aria-labelledby="changed-columns">
      <Title order={4} fz="sm" id="changed-columns">
        Changed columns
      </Title>
      <Facts>
        {changed.map(({ change, after }) => (
          <Fact key={change.name} label={visibleLine(change.name)}>
            <div className={classes.cellText}>
              {after.fits ? (
                <CellText text={after.text} />
              ) : (
                <span className={classes.amber}>{misfitWords(after.step)}</span>
              )}
            </div>
            <Dimmed>{changeWords(change)}</Dimmed>
          </Fact>
        ))}
      </Facts>
    </section>
  );
}

/** The record of the file that the row comes from. */
export function FileCells({ row: { unreadable, cells } }: Pick<RowDetailProps, 'row'>) {
  if (unreadable === null && cells === null) return null;
  return (
    <section aria-labelledby="file-record">
      <Title order={4} fz="sm" id="file-record">
        In the file
      </Title>
      {unreadable !== null && (
        <>
          <Dimmed>{visibleLine(unreadable.why)}</Dimmed>
          <pre className={`${classes.box} ${classes.cellText}`} tabIndex={0} aria-label="Text of the record">
            <Pieces pieces={visiblePieces(unreadable.text, { keepLines: true })} />
          </pre>
        </>
      )}
      {unreadable === null && cells !== null && (
        <Facts>
          {cells.map(({ column, text }, index) => (
            // Column names can repeat; their order does not change.
            <Fact key={index} label={visibleLine(column)}>
              <div className={classes.cellText}>
                <CellText text={text} />
              </div>
            </Fact>
          ))}
        </Facts>
      )}
    </section>
  );
}

function CellText({ text }: { readonly text: string | null }) {
  if (text === null || text === '') {
    return <span className={classes.none}>{text === null ? 'missing' : 'empty'}</span>;
  }
  const shown = text.slice(0, longestCell);
  return (
    <>
      <Pieces pieces={visiblePieces(shown, { keepLines: true, markLeading: true, markTrailing: true })} />
      {text.length > longestCell && '…'}
    </>
  );
}
