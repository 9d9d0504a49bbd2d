/** The position of the text of an edited row. */
export interface EditedText {
  readonly offset: number;
  /** Among the drafts at this position; -1 if the text is alone there. */
  readonly index: number;
}

/** Where the text of an edited row is, and the results of the checks as in the file. */
export interface RowEdit extends EditedText {
  readonly problems: number;
  readonly detail: number;
  readonly valueBytes: number;
}

/** The edits of rows. Millions take a few dozen bytes each; none take nothing. */
export interface RowEdits {
  readonly has: (row: number) => boolean;
  readonly get: (row: number) => RowEdit | null;
  readonly set: (row: number, edit: RowEdit) => void;
  readonly remove: (row: number) => void;
}

/** @param count of all rows */
export function createRowEdits(count: number): RowEdits {
  // The system provides the memory of large arrays when it is first written to. No text is at position 0.
  const make = () => ({
    offsets: new Float64Array(count),
    indices: new Int32Array(count),
    problems: new Uint16Array(count),
    details: new Uint8Array(count),
    valueBytes: new Uint32Array(count),
  });
  let made: ReturnType<typeof make> | null = null;
  const offsetOf = (row: number): number => made?.offsets[row] ?? 0;
  return {
    has: (row) => offsetOf(row) !== 0,
    get: (row) => {
      const offset = offsetOf(row);
      if (made === null || offset === 0) return null;
      return {
        offset,
        index: made.indices[row] ?? -1,
        problems: made.problems[row] ?? 0,
        detail: made.details[row] ?? 0,
        valueBytes: made.valueBytes[row] ?? 0,
      };
    },
    set: (row, edit) => {
      made ??= make();
      made.offsets[row] = edit.offset;
      made.indices[row] = edit.index;
      made.problems[row] = edit.problems;
      made.details[row] = edit.detail;
      made.valueBytes[row] = edit.valueBytes;
    },
    remove: (row) => {
      if (made !== null) made.offsets[row] = 0;
    },
  };
}
