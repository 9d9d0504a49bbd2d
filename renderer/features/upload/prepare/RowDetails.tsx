import { Button, UnstyledButton } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Upload, UploadRowInFull } from '#shared/domain/upload.ts';
import { countOf } from '#shared/text/phrases.ts';
import { countWords } from '#shared/text/sizes.ts';
import { visibleLine, visiblePieces } from '#shared/text/visibleText.ts';
import { atomQuery } from '../../../api/atoms.ts';
import { uploadRowsOf } from '../../../api/uploads.ts';
import { DiffView } from '../../../ui/code/codeOnUse.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { Pieces } from '../../../ui/KeyText.tsx';
import { LoadingState } from '../../../ui/LoadingState.tsx';
import { differenceWords } from './comparedWords.ts';
import { placeNameOf } from './placeName.ts';
import classes from './RowPane.module.css';

interface RowDetailProps {
  readonly upload: Upload;
  readonly row: UploadRowInFull;
}

/** More of them are counted only. */
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
      queryKey: ['uploadRowAlone', upload.id, other, upload.revision],
      // Without a filter a row is where its number says.
      queryFn: () => uploadRowsOf({ uploadId: upload.id, filter: {} }, { from: other, to: other + 1 }),
      gcTime: 10_000,
    })),
  });
  if (listed.length === 0) return null;
  return (
    <section aria-labelledby="same-key">
      <h4 id="same-key">Same key</h4>
      <ul className={classes.others}>
        {listed.map((other, index) => {
          const found = others[index]?.data?.rows[0];
          return (
            <li key={other}>
              <UnstyledButton className={classes.other ?? ''} onClick={() => onShow(other)}>
                <span className={classes.otherPlace}>
                  {found === undefined ? 'Another row' : `${placeNameOf(upload)} ${countWords(found.place)}`}
                </span>
                <span className={classes.otherValue}>
                  <Pieces pieces={visiblePieces(found?.valueStart.slice(0, 120) ?? '')} />
                </span>
              </UnstyledButton>
            </li>
          );
        })}
      </ul>
      {row.sameKey.length > listed.length && (
        <p className={classes.dim}>and {countOf(row.sameKey.length - listed.length, 'more', 'more')}</p>
      )}
    </section>
  );
}

/** What the service holds for the key of a changed row, beside what would be stored. */
export function StoredDifference({ upload, row }: RowDetailProps) {
  const [isOpen, setOpen] = useState(false);
  const stored = useQuery({ ...atomQuery(upload.connectionId, row.key), enabled: isOpen });
  if (row.comparison !== 'changed') return null;
  return (
    <section aria-labelledby="stored-difference">
      <h4 id="stored-difference">Stored value</h4>
      <p className={classes.dim}>
        {row.storedVersion === null ? 'The service' : `Version ${countWords(row.storedVersion)}`} held another
        value when it was compared. {differenceWords(row)}
      </p>
      {!isOpen && (
        <Button size="compact-sm" variant="default" onClick={() => setOpen(true)}>
          Read and show what differs
        </Button>
      )}
      {isOpen && stored.isFetching && <LoadingState label="Reading the stored value" rows={3} />}
      {isOpen && stored.isError && !stored.isFetching && (
        <ErrorNotice error={stored.error} onRetry={() => void stored.refetch()} />
      )}
      {isOpen && stored.data !== undefined && !stored.isFetching && (
        <>
          <div className={classes.diff}>
            <DiffView
              before={stored.data.value}
              after={row.value}
              labels={{ before: 'Stored value', after: 'Value of this row' }}
              layout="unified"
            />
          </div>
          <Button size="compact-sm" variant="default" onClick={() => void stored.refetch()}>
            Read again
          </Button>
        </>
      )}
    </section>
  );
}

/** A cell is shown as far as a reader would go. */
const longestCell = 2_000;

/** The record as the file has it. */
export function FileCells({ row }: { readonly row: UploadRowInFull }) {
  if (row.unreadable !== null) {
    return (
      <section aria-labelledby="file-record">
        <h4 id="file-record">In the file</h4>
        <p className={classes.dim}>{visibleLine(row.unreadable.why)}</p>
        <pre className={classes.record} tabIndex={0} aria-label="Text of the record">
          <Pieces pieces={visiblePieces(row.unreadable.text, { keepLines: true })} />
        </pre>
      </section>
    );
  }
  if (row.cells === null) return null;
  return (
    <section aria-labelledby="file-record">
      <h4 id="file-record">In the file</h4>
      <dl className={classes.cells}>
        {row.cells.map(({ column, text }, index) => (
          // Names of columns may repeat; their places never change.
          <div key={index}>
            <dt>{visibleLine(column)}</dt>
            <dd>
              {text === null ? (
                <span className={classes.none}>no such cell</span>
              ) : text === '' ? (
                <span className={classes.none}>empty</span>
              ) : (
                <Pieces
                  pieces={visiblePieces(text.slice(0, longestCell), {
                    keepLines: true,
                    markLeading: true,
                    markTrailing: true,
                  })}
                />
              )}
              {text !== null && text.length > longestCell && '…'}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
