import { useCallback, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { UploadRow } from '#shared/domain/upload.ts';
import { useLatest } from '../../../ui/useLatest.ts';
import { cellParts, type CellMoves, type CellPart } from './cellEditing.ts';

/** How keys and values are edited in the list of rows. */
export interface CellEditing {
  readonly canEdit: (row: UploadRow, part: CellPart) => boolean;
  readonly render: (row: UploadRow, part: CellPart, moves: CellMoves) => ReactNode;
  /** A cell that cannot be edited in the list is to be edited. */
  readonly onElsewhere: (row: UploadRow, part: CellPart) => void;
}

interface EditedCellInput {
  /** The same object as long as it does the same; undefined where nothing can be edited. */
  readonly cells: CellEditing | undefined;
  readonly query: unknown;
  readonly rows: { readonly rowAt: (index: number) => UploadRow | undefined };
  readonly isShown: (part: CellPart) => boolean;
  /** By a key: the list gets the focus. */
  readonly onEnd: () => void;
  /** After a row was saved. */
  readonly onNext: (row: UploadRow) => void;
}

interface Cell {
  readonly query: unknown;
  readonly row: number;
  readonly part: CellPart;
}

/** The cell that is being edited in the list of rows: F2 or a double click begins, Enter saves and moves down. */
export function useEditedCell({ cells, query, rows, isShown, onEnd, onNext }: EditedCellInput) {
  const [latest, setCell] = useState<Cell | null>(null);
  // Another list may not have the row.
  const cell = latest?.query === query ? latest : null;
  /** F2 goes on in the column that was edited last. */
  const lastPart = useRef<CellPart>('key');

  const edit = (row: UploadRow, part: CellPart): void => {
    lastPart.current = part;
    if (cells?.canEdit(row, part) === true) setCell({ query, row: row.row, part });
    else cells?.onElsewhere(row, part);
  };
  const saved = useLatest((row: UploadRow, index: number, part: CellPart) => {
    // The user has gone elsewhere while it was saved.
    if (cell === null || !isCell(cell, row, part)) return;
    setCell(null);
    onEnd();
    const at = rows.rowAt(index);
    // The filter may no longer find the row: then the next one is in its place.
    const next = at?.row === row.row ? rows.rowAt(index + 1) : at;
    if (next !== undefined) onNext(next);
  });
  const end = useLatest(() => {
    setCell(null);
    onEnd();
  });
  const editOther = useLatest(edit);
  const isValueShown = isShown('value');
  // Without an edited cell, nothing is rendered again.
  const editor = cell === null ? undefined : cells;

  const render = useCallback(
    (row: UploadRow, column: string, index: number): ReactNode => {
      if (editor === undefined || cell === null || !isCell(cell, row, column)) return null;
      const { part } = cell;
      const other = part === 'key' ? 'value' : 'key';
      return editor.render(row, part, {
        onSaved: () => saved(row, index, part),
        onCancel: end,
        onOther: isValueShown && editor.canEdit(row, other) ? () => editOther(row, other) : undefined,
        onLeave: () => setCell((now) => (now !== null && isCell(now, row, part) ? null : now)),
      });
    },
    [editor, cell, saved, end, editOther, isValueShown],
  );
  return {
    render,
    /** Returns whether there is something to edit in this column. */
    begin: (row: UploadRow, column: string | null): boolean => {
      const part = cellParts.find((one) => one === column);
      if (cells === undefined || part === undefined) return false;
      edit(row, part);
      return true;
    },
    onKeyDown: (event: KeyboardEvent, index: number): void => {
      const row = rows.rowAt(index);
      if (event.key !== 'F2' || cells === undefined || row === undefined) return;
      event.preventDefault();
      edit(row, isShown(lastPart.current) ? lastPart.current : 'key');
    },
  };
}

function isCell(cell: Cell, { row }: UploadRow, column: string): boolean {
  return cell.row === row && cell.part === column;
}
