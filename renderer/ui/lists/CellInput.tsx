import type { KeyboardEvent, SyntheticEvent } from 'react';
import { pasteProblem } from '../useOneLinePaste.ts';
import classes from './rows.module.css';

interface CellInputProps {
  /** Accessible name, such as “Key of line 5”. */
  readonly label: string;
  readonly text: string;
  /** The text is being read or saved. */
  readonly isLocked?: boolean;
  readonly onType: (text: string) => void;
  /** By Enter. */
  readonly onSave: () => void;
  /** By Escape. */
  readonly onCancel: () => void;
  /** By Tab; absent where there is no other cell to edit, so that Tab leaves the list. */
  readonly onOther?: (() => void) | undefined;
  /** The focus went elsewhere. */
  readonly onLeave: () => void;
  /** Text with line breaks was pasted or dropped, which an input would change without a word. */
  readonly onLines: (problem: string) => void;
}

/**
 * Edits a short text in a cell of a `VirtualGrid`, in place of what the cell shows.
 *
 * ```tsx
 * renderCell={(row, column) => (editing === row.id ? <CellInput label="Name" text={text} … /> : row.name)}
 * ```
 */
export function CellInput(props: CellInputProps) {
  const { isLocked = false, onLines } = props;
  const onKeyDown = (event: KeyboardEvent): void => {
    // Enter and Escape also end the input of a character.
    if (event.nativeEvent.isComposing) return;
    const acts: Partial<Record<string, (() => void) | undefined>> = {
      Enter: isLocked ? () => undefined : props.onSave,
      Escape: props.onCancel,
      Tab: props.onOther,
    };
    const act = acts[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
  const refuseLines = (event: SyntheticEvent, data: DataTransfer): void => {
    const problem = pasteProblem(data.getData('text/plain'));
    if (problem === null) return;
    event.preventDefault();
    onLines(problem);
  };
  // The row would take it for its own.
  const keep = (event: SyntheticEvent): void => event.stopPropagation();
  return (
    <input
      className={classes.cellInput}
      aria-label={props.label}
      value={props.text}
      readOnly={isLocked}
      spellCheck={false}
      autoComplete="off"
      autoFocus
      onFocus={({ currentTarget }) => currentTarget.select()}
      onChange={({ currentTarget }) => props.onType(currentTarget.value)}
      onKeyDown={onKeyDown}
      onBlur={props.onLeave}
      onPaste={(event) => refuseLines(event, event.clipboardData)}
      onDrop={(event) => refuseLines(event, event.dataTransfer)}
      onClick={keep}
      onDoubleClick={keep}
    />
  );
}
