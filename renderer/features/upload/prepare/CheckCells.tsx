import type { RowColumn } from './RowTable.tsx';
import { blockingProblems, type RowProblem, type UploadRow } from '#shared/domain/upload.ts';
import { countWords, sizeWords } from '#shared/text/sizes.ts';
import { comparisonWords, isAllowable, rowProblemWords, rowStatusWords } from '#shared/text/uploadWords.ts';
import { visiblePieces } from '#shared/text/visibleText.ts';
import { KeyText, Pieces } from '../../../ui/KeyText.tsx';
import { comparedWords, differenceWords } from './comparedWords.ts';
import classes from './RowTable.module.css';

/** Of rows that are checked. `Service`: how they compare with what the service holds. */
export function checkColumns(placeName: string, isCompared: boolean): readonly RowColumn[] {
  return [
    { name: 'place', header: placeName, isNumeric: true },
    { name: 'key', header: 'Key' },
    { name: 'value', header: 'Value' },
    { name: 'size', header: 'Size', isNumeric: true },
    { name: 'problems', header: 'Problems' },
    ...(isCompared ? [{ name: 'comparison', header: 'Service' }] : []),
    { name: 'status', header: 'Status' },
  ];
}

/** As much of a value as a line of the table can show. */
const shownValue = 160;

export function CheckCells({ row, isCompared }: { readonly row: UploadRow; readonly isCompared: boolean }) {
  const start = row.valueStart.slice(0, shownValue);
  return (
    <>
      <span role="gridcell" className={classes.cell} data-column="place" data-numeric>
        {countWords(row.place)}
      </span>
      <span role="gridcell" className={classes.cell} data-column="key">
        {row.key === '' ? <span className={classes.none}>none</span> : <KeyText atomKey={row.key} />}
      </span>
      <span role="gridcell" className={classes.cell} data-column="value">
        <Pieces pieces={visiblePieces(start, { markLeading: true })} />
      </span>
      <span role="gridcell" className={classes.cell} data-column="size" data-numeric>
        {sizeWords(row.valueBytes)}
      </span>
      <span role="gridcell" className={classes.cell} data-column="problems">
        <Problems row={row} />
      </span>
      {isCompared && (
        <span
          role="gridcell"
          className={classes.cell}
          data-column="comparison"
          title={`${comparisonWords[row.comparison].words} ${differenceWords(row) ?? ''}`}
        >
          {row.comparison === 'not-compared' ? '–' : comparedWords(row)}
        </span>
      )}
      <span
        role="gridcell"
        className={classes.cell}
        data-column="status"
        title={rowStatusWords[row.status].words}
      >
        {rowStatusWords[row.status].label}
        {row.allowed && row.problems.some(isAllowable) && <span className={classes.edited}> · allowed</span>}
        {row.edited && <span className={classes.edited}> · edited</span>}
      </span>
    </>
  );
}

const blocking: ReadonlySet<RowProblem> = new Set(blockingProblems);

function Problems({ row }: { readonly row: UploadRow }) {
  if (row.problems.length === 0) return null;
  return (
    <span
      className={classes.problems}
      title={row.problems.map((problem) => rowProblemWords[problem].words).join('\n')}
    >
      {row.problems.map((problem) => (
        <span
          key={problem}
          className={classes.problem}
          data-blocks={(blocking.has(problem) && row.status === 'blocked') || undefined}
        >
          {rowProblemWords[problem].label}
        </span>
      ))}
    </span>
  );
}
