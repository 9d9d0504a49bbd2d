import type { Upload } from '#shared/domain/upload.ts';
import { countOf } from '#shared/text/phrases.ts';
import { exitCodeOf, type AtomResult } from '../atoms/atomResult.ts';
import { readKeys } from '../atoms/readKeys.ts';
import { exitCodes } from '../command.ts';
import { createPatience, usualPatience } from '../patience.ts';
import { orUnusable } from '../session/orUnusable.ts';
import { realEffects } from '../../engine/surroundings.ts';
import type { UploadAtWork } from './uploadChoice.ts';

/** Rows that are read again at once. */
const rowsAtOnce = 100;

/**
 * Reads the rows of which nothing is sent because the service has their values already: that it said so when they were compared does not
 * make them stored. @returns the exit code for them; 0 if there are none
 */
export async function confirmSame({ session, uploads, io }: UploadAtWork, { id }: Upload): Promise<number> {
  const signal = new AbortController().signal;
  const patience = createPatience({
    ...io,
    seconds: usualPatience,
    wait: (ms) => realEffects.sleep(ms, null),
  });
  let code: number = exitCodes.good;
  let confirmed = 0;
  let open = 0;
  for (let from = 0; ; from += rowsAtOnce) {
    const { rows } = orUnusable(
      await uploads.rows({
        uploadId: id,
        filter: { comparison: 'same' },
        window: { from, to: from + rowsAtOnce },
      }),
    );
    const values = new Map<string, string>();
    for (const { row } of rows) {
      const full = orUnusable(await uploads.row(id, row));
      values.set(full.key, full.value);
    }
    const results: AtomResult[] = [];
    for await (const result of readKeys(session, [...values.keys()], { signal, patience }))
      results.push(result);
    const differing = results.filter(
      (result) => result.kind === 'read' && result.reading.value !== values.get(result.key),
    ).length;
    const isGood = (result: AtomResult): boolean => exitCodeOf([result]) === exitCodes.good;
    open += results.filter((result) => !isGood(result)).length + differing;
    confirmed += results.length;
    if (results.length > 0) code = worse(code, atMostOpen(exitCodeOf(results)));
    if (differing > 0) code = worse(code, exitCodes.unclear);
    if (rows.length < rowsAtOnce) break;
  }
  if (confirmed > 0)
    io.note(
      open === 0
        ? `${countOf(confirmed, 'row')} already there, read again and verified.`
        : `Of ${countOf(confirmed, 'row')} already there, ${open} could not be confirmed.`,
    );
  return code;
}

/** What could not be read is open here, because other rows were stored. */
function atMostOpen(code: number): number {
  return code === exitCodes.unusable ? exitCodes.unclear : code;
}

/** 1 before 3 before 0. */
export function worse(a: number, b: number): number {
  if (a === exitCodes.bad || b === exitCodes.bad) return exitCodes.bad;
  return Math.max(a, b);
}
