import type { MouseEvent } from 'react';
import { blockingProblems, type RowProblem, type UploadRow } from '#shared/domain/upload.ts';
import { countWords, sizeWords } from '#shared/text/sizes.ts';
import { comparisonWords, rowProblemWords, rowStandingWords } from '#shared/text/uploadWords.ts';
import { visiblePieces } from '#shared/text/visibleText.ts';
import { KeyText, Pieces } from '../../../ui/KeyText.tsx';
import { comparedWords, differenceWords } from './comparedWords.ts';
import classes from './RowTable.module.css';

interface RowTableRowProps {
  readonly id: string;
  readonly index: number;
  /** undefined while it has not come. */
  readonly row: UploadRow | undefined;
  readonly top: number;
  readonly isCompared: boolean;
  readonly isChosen: boolean;
  /** It is shown in full beside the table. */
  readonly isOpen: boolean;
  /** The arrow keys go on from here. */
  readonly isActive: boolean;
  readonly onClick: (event: MouseEvent) => void;
}

/** As much of a value as a line of the table can show. */
const shownValue = 160;

export function RowTableRow(props: RowTableRowProps) {
  const { id, index, row, top, isCompared, isActive } = props;
  return (
    <div
      id={id}
      className={`${classes.row ?? ''} ${classes.columns ?? ''}`}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={props.isChosen}
      data-active={isActive || undefined}
      data-open={props.isOpen || undefined}
      data-standing={row?.standing}
      style={{ transform: `translateY(${top}px)` }}
      onClick={props.onClick}
    >
      {row === undefined ? (
        <span role="gridcell" className={classes.cell} data-column="coming" aria-label="On its way">
          <span className={classes.coming} />
        </span>
      ) : (
        <Cells row={row} isCompared={isCompared} />
      )}
    </div>
  );
}

function Cells({ row, isCompared }: { readonly row: UploadRow; readonly isCompared: boolean }) {
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
        data-column="standing"
        title={rowStandingWords[row.standing].words}
      >
        {rowStandingWords[row.standing].label}
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
          data-blocks={(blocking.has(problem) && row.standing === 'blocked') || undefined}
        >
          {rowProblemWords[problem].label}
          {row.allowed && (problem === 'sensitive' || problem === 'too-large') && ', allowed'}
        </span>
      ))}
    </span>
  );
}
