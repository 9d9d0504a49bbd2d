import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Upload, UploadRowFilter, UploadRowSelection } from '#shared/domain/upload.ts';
import { countOf } from '#shared/text/phrases.ts';
import { uploadRowPages, uploadRowsOf } from '../../../api/uploads.ts';
import { queryKey } from '../../../api/queryKeys.ts';
import { Check } from '../../../ui/Choices.tsx';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { useRowChanges } from './rowChanges.ts';

interface AllowDialogProps {
  readonly upload: Upload;
  readonly selection: UploadRowSelection;
  readonly onClose: () => void;
}

const allowable = ['sensitive', 'too-large'] as const;
type Allowable = (typeof allowable)[number];

/** Allows rows although the app suspects a problem. The user confirms twice. */
export function AllowDialog({ upload, selection, onClose }: AllowDialogProps) {
  const [isSure, setSure] = useState(false);
  const { id: uploadId, revision } = upload;
  const found = useQuery({
    queryKey: queryKey('allowableRows', uploadId, revision, selection),
    queryFn: () => countAllowable(uploadId, selection),
    gcTime: 0,
  });
  const { allow } = useRowChanges(upload);
  const { sensitive = 0, 'too-large': tooLarge = 0 } = found.data ?? {};
  const isNothing = found.data !== undefined && sensitive + tooLarge === 0;
  return (
    <ConfirmDialog
      title="Allow these rows?"
      onClose={onClose}
      action="Allow"
      isDisabled={!isSure || isNothing || found.data === undefined}
      onConfirm={() => allow(selection)}
    >
      {found.isError && <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />}
      {isNothing ? (
        <p>None of the selected rows is blocked by a problem that you can allow.</p>
      ) : (
        <>
          <ul>
            {sensitive > 0 && (
              <li>
                <strong>
                  {countOf(sensitive, 'value looks', 'values look')} like{' '}
                  {sensitive === 1 ? 'a credential' : 'credentials'}.
                </strong>{' '}
                This is a guess. Everyone who can read this memory will be able to read{' '}
                {sensitive === 1 ? 'it' : 'them'}, and storing cannot be undone. The service may still refuse{' '}
                {sensitive === 1 ? 'it' : 'them'}.
              </li>
            )}
            {tooLarge > 0 && (
              <li>
                <strong>
                  {countOf(tooLarge, 'value is', 'values are')} at least as large as one that the service
                  refused.
                </strong>{' '}
                It may refuse {tooLarge === 1 ? 'this one' : 'these'} too.
              </li>
            )}
          </ul>
          <Check
            label="I have reviewed these values and want to store them."
            checked={isSure}
            onChange={setSure}
          />
        </>
      )}
    </ConfirmDialog>
  );
}

/** How many rows of a selection have each problem that can be allowed. */
async function countAllowable(
  uploadId: string,
  selection: UploadRowSelection,
): Promise<Readonly<Record<Allowable, number>>> {
  const count = (problem: Allowable): Promise<number> =>
    selection.kind === 'filter'
      ? countUnderFilter(uploadId, selection.filter, problem)
      : countAmong(uploadId, new Set(selection.rows), problem);
  return { sensitive: await count('sensitive'), 'too-large': await count('too-large') };
}

async function countUnderFilter(
  uploadId: string,
  filter: UploadRowFilter,
  problem: Allowable,
): Promise<number> {
  // A filter names only one problem, so the rows of a filter for another problem are counted one by one.
  if (filter.problem !== undefined && filter.problem !== problem) {
    const rows = await numbersOf(uploadId, filter);
    return countAmong(uploadId, new Set(rows), problem);
  }
  const { total } = await uploadRowsOf({ uploadId, filter: { ...filter, problem } }, { from: 0, to: 1 });
  return total;
}

/** Up to this many rows are requested one by one; for more, all rows with the problem are read. */
const fewRows = 200;

async function countAmong(uploadId: string, rows: ReadonlySet<number>, problem: Allowable): Promise<number> {
  if (rows.size > fewRows) {
    const all = await numbersOf(uploadId, { problem });
    return all.filter((row) => rows.has(row)).length;
  }
  let count = 0;
  for (const row of rows) {
    // Without a filter, the number of a row is its index.
    const [found] = (await uploadRowsOf({ uploadId, filter: {} }, { from: row, to: row + 1 })).rows;
    if (found?.problems.includes(problem) === true) count += 1;
  }
  return count;
}

async function numbersOf(uploadId: string, filter: UploadRowFilter): Promise<readonly number[]> {
  const numbers: number[] = [];
  for await (const { rows } of uploadRowPages({ uploadId, filter })) {
    for (const { row } of rows) numbers.push(row);
  }
  return numbers;
}
