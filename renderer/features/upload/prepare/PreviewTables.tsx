import { memo } from 'react';
import type { SourceSample } from '#shared/domain/uploadSource.ts';
import { countOf } from '#shared/text/phrases.ts';
import { countWords, sizeWords } from '#shared/text/sizes.ts';
import { rowProblemWords } from '#shared/text/uploadWords.ts';
import { visibleLine, visiblePieces } from '#shared/text/visibleText.ts';
import { KeyText, Pieces } from '../../../ui/KeyText.tsx';
import type { AtomPreview } from './atomPreview.ts';
import { placeName } from './placeName.ts';
import classes from './Prepare.module.css';

/** As much of a cell as a line of a table can show. */
const shownCell = 160;
/** Wider and longer tables would not be read, and would make typing slow. */
const shownColumns = 40;
const shownRecords = 30;

interface AtomPreviewTableProps {
  readonly preview: AtomPreview;
  /** Whether these are all rows of the file. */
  readonly isWhole: boolean;
  /** What heads the column of places. */
  readonly placeHeader: string;
}

/** The first atoms as they would be stored. */
export const AtomPreviewTable = memo(AtomPreviews);

function AtomPreviews({ preview, isWhole, placeHeader }: AtomPreviewTableProps) {
  return (
    <div className={classes.tablePane}>
      <h3>
        Atoms that come of it
        <span className={classes.tableNote} role="status">
          {preview.ok ? summaryWords(preview, isWhole) : 'once key and value are said'}
        </span>
      </h3>
      {preview.ok && (
        <div className={classes.tableScroll} tabIndex={0} role="region" aria-label="First atoms">
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col" data-numeric>
                  {placeHeader}
                </th>
                <th scope="col">Key</th>
                <th scope="col">Value</th>
                <th scope="col" data-numeric>
                  Size
                </th>
                <th scope="col">Problems</th>
              </tr>
            </thead>
            <tbody>
              {preview.rows.map(({ place, key, value, bytes, isCut, problems }, index) => (
                // The records never move: their place is their identity.
                <tr key={index}>
                  <td data-numeric>{countWords(place)}</td>
                  <td data-key>
                    {key === '' ? <span className={classes.none}>none</span> : <KeyText atomKey={key} />}
                  </td>
                  <td data-value>
                    <Pieces pieces={visiblePieces(value.slice(0, shownCell), { markLeading: true })} />
                  </td>
                  <td data-numeric>
                    {isCut && '≥ '}
                    {sizeWords(bytes)}
                  </td>
                  <td data-problems title={problems.map((one) => rowProblemWords[one].words).join('\n')}>
                    {problems.map((one) => rowProblemWords[one].label).join(', ')}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}

function summaryWords(
  { rows, blocked, noted }: Extract<AtomPreview, { readonly ok: true }>,
  isWhole: boolean,
): string {
  const which = isWhole ? `all ${countOf(rows.length, 'row')}` : `the first ${countOf(rows.length, 'row')}`;
  const isBlocked = blocked === 0 ? 'none with a problem that blocks it' : `${blocked} blocked by a problem`;
  return `${which}, ${isBlocked}${noted === 0 ? '' : `, ${noted} to look at`}`;
}

/** The first records as the file has them. */
export const FileTable = memo(FileRecords);

interface FileTableProps {
  readonly sample: SourceSample;
  readonly title?: string;
}

function FileRecords({ sample, title = 'In the file' }: FileTableProps) {
  const columns = sample.columns.slice(0, shownColumns);
  const records = sample.records.slice(0, shownRecords);
  const renamed = new Set(sample.renamedColumns);
  return (
    <div className={classes.tablePane}>
      <h3>
        {title}
        <span className={classes.tableNote}>
          {sample.columns.length > columns.length &&
            `the first ${columns.length} of ${countOf(sample.columns.length, 'column')}`}
        </span>
      </h3>
      <div className={classes.tableScroll} tabIndex={0} role="region" aria-label="First records of the file">
        <table className={classes.table} data-file>
          <thead>
            <tr>
              <th scope="col" data-numeric>
                {placeName(sample.choice.format)}
              </th>
              {columns.map((column) => (
                <th key={column} scope="col" title={visibleLine(column.slice(0, 1_000))}>
                  {visibleLine(column.slice(0, 60))}
                  {renamed.has(column) && <span className={classes.renamed}> renamed</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {records.map((record, index) => (
              // The records never move: their place is their identity.
              <tr key={index}>
                <td data-numeric>{countWords(record.place)}</td>
                {record.kind === 'unreadable' ? (
                  <td colSpan={Math.max(1, columns.length)} data-unreadable>
                    Unreadable: {visibleLine(record.why)}
                  </td>
                ) : (
                  columns.map((column, at) => {
                    const cell = record.cells[at] ?? null;
                    return (
                      <td key={column} data-value>
                        {cell === null ? (
                          <span className={classes.none}>none</span>
                        ) : (
                          <Pieces
                            pieces={visiblePieces(cell.text.slice(0, shownCell), {
                              markLeading: true,
                              markTrailing: true,
                            })}
                          />
                        )}
                      </td>
                    );
                  })
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
