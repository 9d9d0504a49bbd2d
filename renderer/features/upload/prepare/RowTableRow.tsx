import type { MouseEvent, ReactNode } from 'react';
import type { UploadRow } from '#shared/domain/upload.ts';
import classes from './RowTable.module.css';

interface RowTableRowProps {
  readonly id: string;
  readonly index: number;
  /** undefined while it has not come. */
  readonly row: UploadRow | undefined;
  readonly top: number;
  /** The cells of a row, one a column. */
  readonly renderCells: (row: UploadRow) => ReactNode;
  readonly isChosen: boolean;
  /** It is shown in full beside the table. */
  readonly isOpen: boolean;
  /** The arrow keys go on from here. */
  readonly isActive: boolean;
  readonly onClick: (event: MouseEvent) => void;
}

export function RowTableRow(props: RowTableRowProps) {
  const { id, index, row, top, renderCells, isActive } = props;
  return (
    <div
      id={id}
      className={`${classes.row ?? ''} ${classes.columns ?? ''}`}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={props.isChosen}
      data-active={isActive || undefined}
      data-open={props.isOpen || undefined}
      data-status={row?.status}
      style={{ transform: `translateY(${top}px)` }}
      onClick={props.onClick}
    >
      {row === undefined ? (
        <span role="gridcell" className={classes.cell} data-column="coming" aria-label="On its way">
          <span className={classes.coming} />
        </span>
      ) : (
        renderCells(row)
      )}
    </div>
  );
}
