import { memo } from 'react';
import type { SourceSample } from '#shared/domain/uploadSource.ts';
import { countOf } from '#shared/text/phrases.ts';
import { countWords, sizeWords } from '#shared/text/sizes.ts';
import { placeName, rowProblemWords } from '#shared/text/uploadWords.ts';
import { visibleLine, visiblePieces } from '#shared/text/visibleText.ts';
import { KeyText, Pieces } from '../../../ui/KeyText.tsx';
import { DataTable } from '../../../ui/lists/DataTable.tsx';
import { PaneHead } from '../../../ui/PaneHead.tsx';
import { Screen } from '../../../ui/Screen.tsx';
import type { AtomPreview } from './atomPreview.ts';
import classes from './Prepare.module.css';

/** Characters of a cell that a line can show. */
const shownCell = 160;
/** Larger tables slow typing down. */
const shownColumns = 40;
const shownRecords = 30;

interface AtomPreviewTableProps {
  readonly preview: AtomPreview;
  /** The preview covers the whole file. */
  readonly isWhole: boolean;
  /** The header of the first column. */
  readonly placeHeader: string;
}

/** The first atoms, as the mapping makes them. */
export const AtomPreviewTable = memo(AtomPreviews);

function AtomPreviews({ preview, isWhole, placeHeader }: AtomPreviewTableProps) {
  const note = preview.ok ? summaryWords(preview, isWhole) : 'Complete or correct the mapping first';
  return (
    <Screen head={<PaneHead title="Preview" order={3} note={<span role="status">{note}</span>} />}>
      {preview.ok && (
        <DataTable
          label="First atoms"
          className={classes.preview}
          rows={preview.rows}
          columns={[
            {
              name: 'place',
              header: placeHeader,
              width: '3.75rem',
              isNumeric: true,
              render: ({ place }) => <span className={classes.dim}>{countWords(place)}</span>,
            },
            {
              name: 'key',
              header: 'Key',
              render: ({ key }) =>
                key === '' ? <span className={classes.none}>none</span> : <KeyText atomKey={key} />,
            },
            { name: 'value', header: 'Value', render: ({ value }) => cellText(value, false) },
            {
              name: 'size',
              header: 'Size',
              width: '5.25rem',
              isNumeric: true,
              render: ({ bytes, isCut }) => `${isCut ? '≥ ' : ''}${sizeWords(bytes)}`,
            },
            {
              name: 'problems',
              header: 'Problems',
              width: '22%',
              render: ({ problems }) => (
                <span className={classes.amber}>
                  {problems.map((one) => rowProblemWords[one].label).join(', ')}
                </span>
              ),
              cellTitle: ({ problems }) => problems.map((one) => rowProblemWords[one].words).join('\n'),
            },
          ]}
        />
      )}
    </Screen>
  );
}

function summaryWords(
  { rows, blocked, noted }: Extract<AtomPreview, { readonly ok: true }>,
  isWhole: boolean,
): string {
  const which = `${isWhole ? 'All' : 'First'} ${countOf(rows.length, 'row')}`;
  return `${which}: ${blocked === 0 ? 'none' : blocked} blocked${noted === 0 ? '' : `, ${noted} to review`}`;
}

function cellText(text: string, markTrailing: boolean) {
  return <Pieces pieces={visiblePieces(text.slice(0, shownCell), { markLeading: true, markTrailing })} />;
}

interface FileTableProps {
  readonly sample: SourceSample;
  readonly title?: string;
}

/** The first records of the file. */
export const FileTable = memo(FileRecords);

function FileRecords({ sample, title = 'File contents' }: FileTableProps) {
  const columns = sample.columns.slice(0, shownColumns);
  const renamed = new Set(sample.renamedColumns);
  return (
    <Screen
      head={
        <PaneHead
          title={title}
          order={3}
          note={
            sample.columns.length > columns.length &&
            `First ${columns.length} of ${countOf(sample.columns.length, 'column')}`
          }
        />
      }
    >
      <DataTable
        label="First records of the file"
        className={`${classes.preview} ${classes.records}`}
        rows={sample.records.slice(0, shownRecords)}
        columns={[
          {
            name: 'place',
            header: placeName(sample.choice.format),
            isNumeric: true,
            render: ({ place }) => <span className={classes.dim}>{countWords(place)}</span>,
          },
          ...columns.map((column, at) => ({
            name: `column ${at}`,
            header: (
              <>
                {visibleLine(column.slice(0, 60))}
                {renamed.has(column) && <span className={classes.amber}> renamed</span>}
              </>
            ),
            title: visibleLine(column.slice(0, 1_000)),
            cellData: () => ({ 'data-column': 'value' }),
            render: (record: SourceSample['records'][number]) => {
              const cell = record.kind === 'unreadable' ? null : (record.cells[at] ?? null);
              return cell === null ? <span className={classes.none}>none</span> : cellText(cell.text, true);
            },
          })),
        ]}
        renderSpanning={(record) =>
          record.kind === 'unreadable' ? (
            <span className={classes.amber}>Unreadable: {visibleLine(record.why)}</span>
          ) : null
        }
      />
    </Screen>
  );
}
