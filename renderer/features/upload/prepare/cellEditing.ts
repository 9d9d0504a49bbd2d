import type { UploadRow } from '#shared/domain/upload.ts';
import type { AtomText } from '../../../state/uploadStore.ts';
import { utf8Bytes } from '../../../ui/utf8.ts';

/** The parts of a row that can be edited in the list. */
export const cellParts = ['key', 'value'] as const;
export type CellPart = (typeof cellParts)[number];

/** Where an edited cell is left to. */
export interface CellMoves {
  /** The row was saved: the next one follows. */
  readonly onSaved: () => void;
  readonly onCancel: () => void;
  /** To the other cell of the row; absent where it cannot be edited here. */
  readonly onOther: (() => void) | undefined;
  readonly onLeave: () => void;
}

/** Longer texts are edited beside the list, where more of them is visible. */
const longestCell = 250;

/** A text with line breaks would lose them in an input. */
function isShortLine(text: string): boolean {
  return text.length <= longestCell && !/[\n\r]/.test(text);
}

/**
 * Whether a part of a row can be edited in the list. Other rows are edited beside it: also those without a value, because
 * saving them gives them an empty one.
 *
 * @param typed its unsaved edit
 */
export function canEditCell(row: UploadRow, typed: AtomText | undefined, part: CellPart): boolean {
  if (row.problems.some((problem) => problem === 'no-value' || problem === 'unreadable')) return false;
  if (typed !== undefined) return isShortLine(typed[part]);
  if (part === 'key') return isShortLine(row.key);
  return isShortLine(row.valueStart) && utf8Bytes(row.valueStart) === row.valueBytes;
}
