import { Group, TextInput, UnstyledButton } from '@mantine/core';
import { IconFilterOff, IconSearch } from '@tabler/icons-react';
import { useMemo } from 'react';
import {
  readBacks,
  rowOutcomes,
  type Upload,
  type UploadCounts,
  type UploadRowFilter,
} from '#shared/domain/upload.ts';
import { readBackWords, rowOutcomeWords } from '#shared/text/uploadWords.ts';
import { countWords } from '#shared/text/sizes.ts';
import { useUploadRowWindow, type UploadListQuery } from '../../../api/uploads.ts';
import { changeSendView, useSendView } from '../../../state/sendStore.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { LoadingState } from '../../../ui/LoadingState.tsx';
import { placeNameOf } from '../prepare/placeName.ts';
import { OutcomeActions } from './OutcomeActions.tsx';
import { outcomeColumns } from './outcomeColumns.tsx';
import { RowTable } from '../prepare/RowTable.tsx';
import { noRowsChosen } from '../../../state/uploadStore.ts';
import { onlyRow } from '../prepare/rowChoice.ts';
import { RowDetails } from './RowDetails.tsx';
import classes from './Send.module.css';

interface OutcomePaneProps {
  readonly upload: Upload;
  readonly counts: UploadCounts;
}

/** The rows with their outcomes, and the details of the open row. */
export function OutcomePane({ upload, counts }: OutcomePaneProps) {
  const { filter, openRow } = useSendView(upload.id);
  const query = useMemo<UploadListQuery>(() => ({ uploadId: upload.id, filter }), [upload.id, filter]);
  const window = useUploadRowWindow(query, upload.revision);
  const { rows } = window;
  const show = (row: number | null): void => changeSendView(upload.id, { openRow: row });
  return (
    <section className={classes.pane} aria-label="Rows" data-focus-home>
      <Filters uploadId={upload.id} counts={counts} filter={filter} />
      <OutcomeActions upload={upload} counts={counts} filter={filter} />
      {rows.error !== null && <ErrorNotice error={rows.error} onRetry={window.retry} />}
      <div className={classes.body}>
        <div className={classes.list}>
          {rows.query === null ? (
            rows.error === null && <LoadingState label="Reading the rows" rows={8} />
          ) : rows.total === 0 ? (
            <EmptyState
              icon={IconFilterOff}
              title="No matching rows"
              description="No row of this upload matches the filter."
            />
          ) : (
            <RowTable
              query={query}
              window={window}
              columns={outcomeColumns(placeNameOf(upload))}
              chosen={openRow === null ? noRowsChosen : onlyRow(openRow)}
              openRow={openRow}
              onChoose={show}
              onOpen={show}
              onChooseNone={() => show(null)}
            />
          )}
        </div>
        {openRow !== null && (
          <RowDetails key={openRow} upload={upload} row={openRow} onClose={() => show(null)} />
        )}
      </div>
    </section>
  );
}

interface FiltersProps {
  readonly uploadId: string;
  readonly counts: UploadCounts;
  readonly filter: UploadRowFilter;
}

function Filters({ uploadId, counts, filter }: FiltersProps) {
  const change = (changed: UploadRowFilter): void => changeSendView(uploadId, { filter: changed });
  const { outcome: _outcome, ...withoutOutcome } = filter;
  const { readBack: _readBack, ...withoutReadBack } = filter;
  const { text: _text, ...withoutText } = filter;
  const isReadBack = counts.readBacks['not-read'] < counts.rows;
  return (
    <Group gap="2xs" px="md" py="xs" role="toolbar" aria-label="Filter rows">
      <Chip
        label="All"
        count={counts.rows}
        isOn={filter.outcome === undefined && filter.readBack === undefined}
        onClick={() => change(filter.text === undefined ? {} : { text: filter.text })}
      />
      {rowOutcomes
        .filter((outcome) => counts.outcomes[outcome] > 0 || filter.outcome === outcome)
        .map((outcome) => (
          <Chip
            key={outcome}
            label={rowOutcomeWords[outcome].label}
            hint={rowOutcomeWords[outcome].words}
            count={counts.outcomes[outcome]}
            isOn={filter.outcome === outcome}
            onClick={() =>
              change(filter.outcome === outcome ? withoutOutcome : { ...withoutOutcome, outcome })
            }
          />
        ))}
      {isReadBack && <span className={classes.between} aria-hidden />}
      {isReadBack &&
        readBacks
          .filter((readBack) => counts.readBacks[readBack] > 0 || filter.readBack === readBack)
          .map((readBack) => (
            <Chip
              key={readBack}
              label={readBackWords[readBack].label}
              hint={readBackWords[readBack].words}
              count={counts.readBacks[readBack]}
              isOn={filter.readBack === readBack}
              onClick={() =>
                change(filter.readBack === readBack ? withoutReadBack : { ...withoutReadBack, readBack })
              }
            />
          ))}
      <TextInput
        w={200}
        ml="auto"
        size="xs"
        aria-label="Search in keys"
        placeholder="Search in keys"
        leftSection={<IconSearch size={14} aria-hidden />}
        spellCheck={false}
        value={filter.text ?? ''}
        onChange={(event) => {
          const text = event.currentTarget.value;
          change(text === '' ? withoutText : { ...withoutText, text });
        }}
      />
    </Group>
  );
}

interface ChipProps {
  readonly label: string;
  readonly hint?: string;
  readonly count: number;
  readonly isOn: boolean;
  readonly onClick: () => void;
}

function Chip({ label, hint, count, isOn, onClick }: ChipProps) {
  return (
    <UnstyledButton className={classes.chip ?? ''} aria-pressed={isOn} title={hint} onClick={onClick}>
      {label} <span className={classes.count}>{countWords(count)}</span>
    </UnstyledButton>
  );
}
