import { Button, Group, Stack, Text } from '@mantine/core';
import { IconReplace } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { Upload, UploadProgress, UploadRowFilter } from '#shared/domain/upload.ts';
import {
  mostUndoneRows,
  type ReplaceExample,
  type RowParts,
  type RowReplacement,
} from '#shared/domain/uploadReplace.ts';
import { countOf } from '#shared/text/phrases.ts';
import { createReplacer, type FindChoice } from '#shared/text/replacing.ts';
import { countWords } from '#shared/text/sizes.ts';
import { placeNameOf } from '#shared/text/uploadWords.ts';
import { visiblePieces } from '#shared/text/visibleText.ts';
import {
  replaceInUploadRows,
  undoReplaceInUploadRows,
  useKnownUploadJob,
  useUploadStep,
} from '../../../api/uploads.ts';
import type { UploadView } from '../../../state/uploadStore.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Check, Segments } from '../../../ui/Choices.tsx';
import { Dimmed } from '../../../ui/Dimmed.tsx';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { JobStrip } from '../../../widgets/JobStrip.tsx';
import { Pieces } from '../../../ui/KeyText.tsx';
import { DataTable } from '../../../ui/lists/DataTable.tsx';
import { notifyDone } from '../../../ui/notify.ts';
import { notifyUndo } from '../../../ui/notifyUndo.tsx';
import { FindForm } from '../../bulkEdit/FindForm.tsx';
import classes from './Prepare.module.css';
import { useFoundText, type FoundText } from './useFoundText.ts';

interface ReplaceRowsProps {
  readonly upload: Upload;
  readonly filter: UploadRowFilter;
  /** Unsaved edits, which stay as they are. */
  readonly typed: UploadView['typed'];
  readonly onClose: () => void;
}

const partNames: Readonly<Record<RowParts, string>> = { both: 'Both', keys: 'Keys', values: 'Values' };

/** Finds plain text in the rows that match the filter, and replaces it in all of them. */
export function ReplaceRows({ upload, filter, typed, onClose }: ReplaceRowsProps) {
  const [choice, setChoice] = useState<FindChoice>({
    find: '',
    replace: '',
    isExpression: false,
    matchesCase: true,
  });
  const [within, setWithin] = useState<RowParts>('both');
  const [isSure, setSure] = useState(false);
  const { find, replace, matchesCase } = choice;
  const problem = useMemo(() => {
    const made = createReplacer({ find, replace, matchesCase, isExpression: false });
    return typeof made === 'function' ? null : made;
  }, [find, replace, matchesCase]);
  const replacement = useMemo<RowReplacement | null>(
    () =>
      find === '' || problem !== null
        ? null
        : { find, replace, matchesCase, within, filter, except: [...typed.keys()] },
    [find, replace, matchesCase, within, filter, typed, problem],
  );
  const { id: uploadId } = upload;
  const run = useUploadStep(upload.connectionId, async (wanted: RowReplacement) => {
    const { rows, occurrences, undoId } = await replaceInUploadRows({ uploadId, replacement: wanted });
    onClose();
    const words = `${replacedWords(occurrences, rows)}.`;
    if (undoId === null) notifyDone(words);
    else notifyUndo(words, () => undoReplaceInUploadRows({ uploadId, undoId }));
  });
  const { found, error, progress, refetch } = useFoundText(upload, run.isPending ? null : replacement);
  const job = useKnownUploadJob(upload);
  const working = run.isPending && job?.progress.step === 'replace' && job.endedAt === null ? job : null;
  const changes = found !== null && found.tooLong === null ? found.rows : 0;
  const isFinal = changes > mostUndoneRows;
  const searchWords = found === null ? searchingWords(progress) : foundWords(found, upload, choice);
  return (
    <Dialog onClose={onClose} isBusy={run.isPending} size={900} title="Find and replace in rows">
      <Stack gap="sm" fz="sm">
        <FindForm
          choice={choice}
          problem={problem}
          isLocked={run.isPending}
          onChange={(next) => {
            setChoice(next);
            setSure(false);
            run.reset();
          }}
        >
          <Segments
            label="Search in"
            names={partNames}
            value={within}
            disabled={run.isPending}
            onChange={setWithin}
          />
        </FindForm>
        <Text inherit role="status" fw={found === null ? 400 : 600}>
          {run.isPending ? 'Replacing…' : replacement === null ? idleWords : searchWords}
        </Text>
        {found !== null && found.examples.length > 0 && found.tooLong === null && (
          <Examples upload={upload} found={found} />
        )}
        {typed.size > 0 && (
          <Dimmed>
            {countOf(typed.size, 'row with unsaved changes stays', 'rows with unsaved changes stay')} as{' '}
            {typed.size === 1 ? 'it is' : 'they are'}.
          </Dimmed>
        )}
        {isFinal && (
          <Check
            label={`More than ${countWords(mostUndoneRows)} rows change, so this cannot be undone. Replace anyway.`}
            checked={isSure}
            onChange={setSure}
          />
        )}
        {error !== null && <ErrorNotice error={error} onRetry={() => void refetch()} />}
        {run.isError && <ErrorNotice error={run.error} />}
        {working !== null && (
          <JobStrip
            name="Replacement"
            job={working}
            done={working.progress.done}
            total={working.progress.total}
            progressLabel={working.progress.batches === 0 ? 'Rows searched' : 'Rows changed'}
            canPause={false}
          >
            {replacingWords(working.progress)}
          </JobStrip>
        )}
        <Group gap="sm" wrap="nowrap">
          <Dimmed flex={1}>
            Changed rows are checked again, and no longer count as compared.{' '}
            {upload.settings === null ? 'Nothing is sent.' : 'They wait until you send the remaining rows.'}
          </Dimmed>
          <Button variant="default" disabled={run.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button
            leftSection={<IconReplace size={16} aria-hidden />}
            disabled={changes === 0 || (isFinal && !isSure)}
            loading={run.isPending}
            onClick={() => replacement !== null && run.mutate(replacement)}
          >
            {changes === 0 ? 'Replace' : `Replace in ${countOf(changes, 'row')}`}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

const idleWords = 'Searches the rows that match the filter, for plain text.';

function searchingWords(progress: { readonly done: number; readonly total: number } | null): string {
  return progress === null
    ? 'Searching…'
    : `Searching… ${countWords(progress.done)} of ${countOf(progress.total, 'row')}`;
}

function replacedWords(occurrences: number, rows: number): string {
  return `${countOf(occurrences, 'replacement')} in ${countOf(rows, 'row')}`;
}

function replacingWords({ done, total, batches }: UploadProgress): string {
  const far = total === null ? '' : ` ${countWords(done)} of ${countOf(total, 'row')}`;
  return `${batches === 0 ? 'Searched' : 'Changed'}${far}`;
}

function foundWords(
  { rows, occurrences, total, tooLong }: FoundText,
  upload: Upload,
  { find, replace }: FindChoice,
): string {
  if (tooLong !== null)
    return `The new text of ${placeNameOf(upload).toLowerCase()} ${countWords(tooLong)} would be too long. Replace less at once.`;
  if (rows > 0) return `${replacedWords(occurrences, rows)} of ${countWords(total)}.`;
  return find === replace ? 'The replacement is the same text.' : `Not found in ${countOf(total, 'row')}.`;
}

function Examples({ upload, found }: { readonly upload: Upload; readonly found: FoundText }) {
  const { examples, rows } = found;
  return (
    <>
      <DataTable<ReplaceExample>
        label="Changed rows"
        className={`${classes.box} ${classes.examples}`}
        columns={[
          {
            name: 'place',
            header: placeNameOf(upload),
            width: '4.5rem',
            isNumeric: true,
            render: ({ place }) => countWords(place),
          },
          {
            name: 'part',
            header: 'In',
            width: '4rem',
            render: ({ part }) => (part === 'key' ? 'Key' : 'Value'),
          },
          { name: 'before', header: 'Before', render: ({ before }) => <Excerpt text={before} /> },
          { name: 'after', header: 'After', render: ({ after }) => <Excerpt text={after} /> },
        ]}
        rows={examples}
        rowKey={({ row }) => row}
      />
      {examples.length < rows && <Dimmed>These are the first {countWords(examples.length)} rows.</Dimmed>}
    </>
  );
}

function Excerpt({ text }: { readonly text: string }) {
  return (
    <span className={classes.mono}>
      <Pieces pieces={visiblePieces(text, { markLeading: true })} />
    </span>
  );
}
