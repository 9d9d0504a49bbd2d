import { setImmediate } from 'node:timers/promises';
import type { RowProblem } from '#shared/domain/upload.ts';
import { encodeChange, type RowChange } from './changeRecords.ts';
import type { OpenRows, PresentRows } from './presentRows.ts';
import { checkTyped } from './rowChecks.ts';
import { flags, hasFlag, problemBits } from './rowColumns.ts';

/** Problems that the mapping finds, and that belong to a text which nobody typed. */
const ofKey = problemBits(['unreadable', 'no-key', 'json-key', 'key-not-converted'] satisfies RowProblem[]);
const ofValue = problemBits(['no-value', 'value-not-text', 'not-converted'] satisfies RowProblem[]);

/** Problems of a row that stay when some of its text is typed. */
export function leftProblems(isKeyTyped: boolean, isValueTyped: boolean): number {
  return (isKeyTyped ? 0 : ofKey) | (isValueTyped ? 0 : ofValue);
}

const rowsAtOnce = 256;

/**
 * Does again to rows that were made with another mapping what the user did to the earlier ones: typed keys and values, and skipped rows, by
 * their place in the file. What was allowed must be allowed again, because the value may be another one. Returns false if it was stopped.
 */
export async function carryChanges(
  earlier: PresentRows,
  { rows, files }: OpenRows,
  signal: AbortSignal,
): Promise<boolean> {
  const make = (change: RowChange): void => {
    rows.apply(change, files.changes.append(encodeChange(change)));
  };
  const dropped: number[] = [];
  let row = 0;
  for (let old = 0; old < earlier.table.columns.count; old++) {
    if (old % rowsAtOnce === 0) {
      await setImmediate();
      if (signal.aborted) return false;
    }
    const isEdited = hasFlag(earlier.table.columns, old, flags.edited);
    const isDropped = hasFlag(earlier.table.columns, old, flags.dropped);
    if (!isEdited && !isDropped) continue;
    const place = earlier.table.columns.place[old] ?? 0;
    while (row < rows.table.columns.count && (rows.table.columns.place[row] ?? 0) < place) row += 1;
    if (rows.table.columns.place[row] !== place) continue;
    if (isEdited) make(editAgain(earlier, old, rows, row));
    if (isDropped) dropped.push(row);
  }
  if (dropped.length > 0) make({ kind: 'drop', rows: Uint32Array.from(dropped), isSet: true });
  return true;
}

function editAgain(earlier: PresentRows, old: number, rows: PresentRows, row: number): RowChange {
  const mapped = earlier.inFile(old);
  const typed = earlier.atom(old);
  const present = rows.atom(row);
  const isKeyTyped = typed.key !== mapped.key;
  const isValueTyped = typed.value !== mapped.value;
  const atom = {
    key: isKeyTyped ? typed.key : present.key,
    value: isValueTyped ? typed.value : present.value,
  };
  const found = checkTyped(atom, rows.sizes);
  const left = leftProblems(isKeyTyped, isValueTyped);
  return {
    kind: 'change',
    row,
    ...atom,
    ...found,
    problems: found.problems | ((rows.table.columns.problems[row] ?? 0) & left),
  };
}
