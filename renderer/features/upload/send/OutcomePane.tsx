import { Divider, Group, Stack, Text } from '@mantine/core';
import { IconFilterOff, IconReplace } from '@tabler/icons-react';
import { memo, useMemo, useState } from 'react';
import {
  readBacks,
  rowMarks,
  rowOutcomes,
  type ReadBack,
  type RowMark,
  type RowOutcome,
  type UploadRowFilter,
  type UploadRowSelection,
} from '#shared/domain/upload.ts';
import { countWords } from '#shared/text/sizes.ts';
import {
  placeNameOf,
  readBackWords,
  rowMarkWords,
  rowOutcomeWords,
  type LabelWords,
} from '#shared/text/uploadWords.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { useUploadRowWindow, type CountedUpload, type UploadListQuery } from '../../../api/uploads.ts';
import { changeSendView, useSendView } from '../../../state/sendStore.ts';
import { noRowsChosen, useUploadView } from '../../../state/uploadStore.ts';
import { SmallButton } from '../../../ui/Buttons.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import kit from '../../../ui/kit.module.css';
import { useLatest } from '../../../ui/useLatest.ts';
import { ReplaceRows } from '../prepare/ReplaceRows.tsx';
import { RowSearch } from '../prepare/RowFilters.tsx';
import { firstColumns, RowTable, type RowColumn } from '../prepare/RowTable.tsx';
import { useRowChanges } from '../prepare/rowChanges.ts';
import { onlyRow } from '../prepare/rowChoice.ts';
import { withNarrowing } from '../prepare/rowFilters.ts';
import { OutcomeMark, ReadBackMark } from './OutcomeMark.tsx';
import { RowDetails } from './RowDetails.tsx';

/** The rows with their outcomes, and the details of the open row. Not drawn again while only the job changes. */
export const OutcomePane = memo(function OutcomePane(props: CountedUpload) {
  const { upload } = props;
  const { filter, openRow } = useSendView(upload.id);
  const query = useMemo<UploadListQuery>(() => ({ uploadId: upload.id, filter }), [upload.id, filter]);
  const placeName = placeNameOf(upload);
  const columns = useMemo(() => outcomeColumns(placeName), [placeName]);
  const show = (row: number | null): void => changeSendView(upload.id, { openRow: row });
  return (
    <Stack component="section" gap={0} h="100%" bg="var(--surface-panel)" aria-label="Rows" data-focus-home>
      <Filters {...props} filter={filter} />
      {(upload.phase.kind === 'ended' || upload.phase.kind === 'replacing') && (
        <OutcomeActions {...props} filter={filter} />
      )}
      <Group gap={0} flex={1} mih={0} wrap="nowrap" align="stretch">
        <div className={kit.fill} style={{ minWidth: 0 }}>
          <RowTable
            query={query}
            window={useUploadRowWindow(query, upload.revision)}
            columns={columns}
            chosen={openRow === null ? noRowsChosen : onlyRow(openRow)}
            openRow={openRow}
            onChoose={show}
            onOpen={show}
            onChooseNone={() => show(null)}
            empty={
              <EmptyState
                icon={IconFilterOff}
                title="No matching rows"
                description="No row of this upload matches the filter."
              />
            }
          />
        </div>
        {openRow !== null && <RowDetails upload={upload} row={openRow} onClose={() => show(null)} />}
      </Group>
    </Stack>
  );
});

/** The columns while rows are sent, and afterwards. */
function outcomeColumns(placeName: string): readonly RowColumn[] {
  return [
    ...firstColumns(placeName),
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
      render: ({ why, marks }) => reasonOf(why, marks),
      title: ({ why, marks }) =>
        [...marks.map((mark) => rowMarkWords[mark].words), ...(why === null ? [] : [visibleLine(why)])].join(
          ' ',
        ) || undefined,
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

function reasonOf(why: string | null, marks: readonly RowMark[]): string {
  const said = [
    ...marks.map((mark) => rowMarkWords[mark].label),
    ...(why === null ? [] : [visibleLine(why)]),
  ];
  return said.join('. ');
}

type FilteredProps = CountedUpload & { readonly filter: UploadRowFilter };

/** After the end: actions for all listed rows, if these are not stored, or unknown. */
function OutcomeActions({ upload, counts, filter }: FilteredProps) {
  const changes = useRowChanges(upload);
  const { typed } = useUploadView(upload.id);
  const [isReplacing, setReplacing] = useState(false);
  const { outcome } = filter;
  const selection: UploadRowSelection = { kind: 'filter', filter };
  const isLeft = outcome === 'refused' || outcome === 'held';
  const isListed = outcome !== undefined && outcome !== 'stored' && outcome !== 'same';
  return (
    <>
      {isListed && counts.outcomes[outcome] > 0 && (
        <Group gap="sm" px="md" py="xs" role="group" aria-label="All listed rows">
          {isLeft && (
            <SmallButton loading={changes.isPending} onClick={() => changes.drop(selection, true)}>
              {outcome === 'held' ? 'Leave all listed rows out' : 'Skip all listed rows'}
            </SmallButton>
          )}
          {(isLeft || outcome === 'unknown') && (
            <SmallButton loading={changes.isPending} onClick={() => changes.sendAgain(selection)}>
              {outcome === 'held' ? 'Queue all listed rows' : 'Resend all listed rows'}
            </SmallButton>
          )}
          {outcome !== 'unknown' && (
            <SmallButton icon={IconReplace} onClick={() => setReplacing(true)}>
              Find and replace…
            </SmallButton>
          )}
        </Group>
      )}
      {/* It stays while its rows leave the list. */}
      {isReplacing && (
        <ReplaceRows upload={upload} filter={filter} typed={typed} onClose={() => setReplacing(false)} />
      )}
    </>
  );
}

type Narrowing = Pick<UploadRowFilter, 'outcome' | 'readBack' | 'mark'>;
type Narrowed = RowOutcome | ReadBack | RowMark;

function Filters({ upload, counts, filter }: FilteredProps) {
  const change = useLatest((changed: UploadRowFilter) => changeSendView(upload.id, { filter: changed }));
  const narrow = useLatest((field: keyof Narrowing | null, value: Narrowed | null) => {
    if (field === null) return change(withNarrowing(filter, {}));
    const { [field]: current, ...without } = filter;
    change(current === value ? without : { ...without, [field]: value });
  });
  const isReadBack = counts.readBacks['not-read'] < counts.rows;
  const chip = (field: keyof Narrowing, value: Narrowed, count: number, { label, words }: LabelWords) => {
    const isOn = filter[field] === value;
    if (count === 0 && !isOn) return null;
    const props = { field, value, label, hint: words, count, isOn, onNarrow: narrow };
    return <Chip key={value} {...props} />;
  };
  return (
    <Group gap="2xs" px="md" py="xs" role="toolbar" aria-label="Filter rows">
      <Chip
        field={null}
        value={null}
        label="All"
        count={counts.rows}
        isOn={filter.outcome === undefined && filter.readBack === undefined && filter.mark === undefined}
        onNarrow={narrow}
      />
      {rowOutcomes.map((one) => chip('outcome', one, counts.outcomes[one], rowOutcomeWords[one]))}
      {rowMarks.map((one) => chip('mark', one, counts.marks[one], rowMarkWords[one]))}
      {isReadBack && <Divider orientation="vertical" m="2xs" />}
      {isReadBack && readBacks.map((one) => chip('readBack', one, counts.readBacks[one], readBackWords[one]))}
      <RowSearch size="xs" w={200} ml="auto" filter={filter} onFilter={change} />
    </Group>
  );
}

interface ChipProps {
  /** null: all rows. */
  readonly field: keyof Narrowing | null;
  readonly value: Narrowed | null;
  readonly label: string;
  readonly hint?: string;
  readonly count: number;
  readonly isOn: boolean;
  readonly onNarrow: (field: ChipProps['field'], value: ChipProps['value']) => void;
}

/** While rows are sent, only a few counts change at a time. */
const Chip = memo(function Chip({ field, value, label, hint, count, isOn, onNarrow }: ChipProps) {
  return (
    <SmallButton
      radius="xl"
      fw={400}
      variant={isOn ? 'light' : 'default'}
      aria-pressed={isOn}
      title={hint}
      onClick={() => onNarrow(field, value)}
    >
      {label}{' '}
      <Text span inherit ml="2xs" {...(!isOn && { c: 'dimmed' })}>
        {countWords(count)}
      </Text>
    </SmallButton>
  );
});
