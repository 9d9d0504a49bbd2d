import type { ReplaceExample, ReplacementFound, RowReplacement } from '#shared/domain/uploadReplace.ts';
import type { UploadRows } from '../uploadRows.ts';

/** Adds up what the calls find, until nothing is left. */
export async function inAll(call: (from: number) => Promise<ReplacementFound>) {
  const all = { rows: 0, occurrences: 0, examples: new Array<ReplaceExample>() };
  for (let from: number | null = 0; from !== null;) {
    const found: ReplacementFound = await call(from);
    all.rows += found.rows;
    all.occurrences += found.occurrences;
    all.examples.push(...found.examples);
    from = found.next;
  }
  return all;
}

/** Returns the ID for undoing it. */
export async function replaceAll(rows: UploadRows, replacement: RowReplacement): Promise<number | null> {
  await inAll((from) => rows.prepareReplacement(replacement, from));
  const undoId = await rows.adoptReplacement();
  while ((await rows.applyReplacement()) > 0);
  return undoId;
}
