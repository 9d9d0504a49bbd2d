import { Group, TextInput, UnstyledButton } from '@mantine/core';
import { IconFilterOff, IconSearch } from '@tabler/icons-react';
import { useMemo } from 'react';
import {
  readBacks,
  rowOutcomes,
  type ReadBack,
  type RowOutcome,
  type UploadCounts,
  type UploadRowFilter,
} from '#shared/domain/upload.ts';
import { readBackWords, rowOutcomeWords } from '#shared/text/uploadWords.ts';
import { countWords } from '#shared/text/sizes.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { useUploadRowWindow, type CountedUpload, type UploadListQuery } from '../../../api/uploads.ts';
import { changeSendView, useSendView } from '../../../state/sendStore.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { KeyText } from '../../../ui/KeyText.tsx';
import { LoadingState } from '../../../ui/LoadingState.tsx';
import { placeNameOf } from '../prepare/placeName.ts';
import { OutcomeActions } from './OutcomeActions.tsx';
import { OutcomeMark, ReadBackMark } from './OutcomeMark.tsx';
import { RowTable, type RowColumn } from '../prepare/RowTable.tsx';
import { noRowsChosen } from '../../../state/uploadStore.ts';
import { onlyRow } from '../prepare/rowChoice.ts';
import { RowDetails } from './RowDetails.tsx';
import classes from './Send.module.css';
import kit from '../../../ui/kit.module.css';

/** The rows with their outcomes, and the details of the open row. */
export function OutcomePane({ upload, counts }: CountedUpload) {
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
            rows.error === null && <LoadingState label="Loading rows" rows={8} />
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

/** The columns while rows are sent, and afterwards. */
function outcomeColumns(placeName: string): readonly RowColumn[] {
  return [
    {
      name: 'place',
      header: placeName,
      width: '5rem',
      isNumeric: true,
      render: ({ place }) => countWords(place),
    },
    {
      name: 'key',
      header: 'Key',
      width: 'minmax(7.5rem, 1.2fr)',
      render: ({ key }) => <KeyText atomKey={key} />,
    },
    {
      name: 'outcome',
      header: 'Outcome',
      width: '6.5rem',
      render: ({ outcome }) => <OutcomeMark outcome={outcome} />,
      title: ({ outcome }) => rowOutcomeWords[outcome].words,
    },
    {
      name: 'why',
      header: 'Reason',
      width: 'minmax(4rem, 1.4fr)',
      hiddenBelow: 640,
      render: ({ why }) => (why === null ? '' : visibleLine(why)),
      title: ({ why }) => (why === null ? undefined : visibleLine(why)),
    },
    {
      name: 'version',
      header: 'Version',
      width: '4.75rem',
      isNumeric: true,
      hiddenBelow: 640,
      render: ({ version }) => (version === null ? '' : countWords(version)),
    },
    {
      name: 'readBack',
      header: 'Read back',
      width: '9.25rem',
      // The pane says once that nothing was read back yet.
      render: ({ readBack }) => readBack !== 'not-read' && <ReadBackMark readBack={readBack} />,
      title: ({ readBack }) => readBackWords[readBack].words,
    },
  ];
}

interface FiltersProps {
  readonly uploadId: string;
  readonly counts: UploadCounts;
  readonly filter: UploadRowFilter;
}

function Filters({ uploadId, counts, filter }: FiltersProps) {
  const change = (changed: UploadRowFilter): void => changeSendView(uploadId, { filter: changed });
  const { text: _text, ...withoutText } = filter;
  const isReadBack = counts.readBacks['not-read'] < counts.rows;
  const chip = <Value extends RowOutcome | ReadBack>(
    field: 'outcome' | 'readBack',
    value: Value,
    count: number,
    wordsOf: Readonly<Record<Value, { readonly label: string; readonly words: string }>>,
  ) => {
    const isOn = filter[field] === value;
    const { [field]: _value, ...without } = filter;
    return (
      (count > 0 || isOn) && (
        <Chip
          key={value}
          label={wordsOf[value].label}
          hint={wordsOf[value].words}
          count={count}
          isOn={isOn}
          onClick={() => change(isOn ? without : { ...without, [field]: value })}
        />
      )
    );
  };
  return (
    <Group gap="2xs" px="md" py="xs" role="toolbar" aria-label="Filter rows">
      <Chip
        label="All"
        count={counts.rows}
        isOn={filter.outcome === undefined && filter.readBack === undefined}
        onClick={() => change(filter.text === undefined ? {} : { text: filter.text })}
      />
      {rowOutcomes.map((outcome) => chip('outcome', outcome, counts.outcomes[outcome], rowOutcomeWords))}
      {isReadBack && <span className={classes.between} aria-hidden />}
      {isReadBack &&
        readBacks.map((readBack) => chip('readBack', readBack, counts.readBacks[readBack], readBackWords))}
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
    <UnstyledButton
      className={`${kit.hoverable} ${classes.chip}`}
      aria-pressed={isOn}
      title={hint}
      onClick={onClick}
    >
      {label} <span className={classes.count}>{countWords(count)}</span>
    </UnstyledButton>
  );
}
