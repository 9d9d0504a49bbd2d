import type { UploadRowFilter } from '#shared/domain/upload.ts';
import { locateUploadRow, uploadRowsOf } from '../../../api/uploads.ts';

/**
 * The next blocked row that matches the filter; after the last one, the first. null if no row is blocked. A filter for
 * another status is ignored.
 *
 * @param row null: start at the first, or the last row
 */
export async function nextProblem(
  uploadId: string,
  filter: UploadRowFilter,
  row: number | null,
  direction: 'next' | 'previous',
): Promise<number | null> {
  const isOther = filter.status !== undefined && filter.status !== 'blocked';
  const blocked: UploadRowFilter = isOther ? { status: 'blocked' } : { ...filter, status: 'blocked' };
  const query = { uploadId, filter: blocked };
  const { total } = await uploadRowsOf(query, { from: 0, to: 1 });
  if (total === 0) return null;
  const at = row === null ? { index: 0, isThere: false } : await locateUploadRow(query, row);
  const wanted = direction === 'next' ? at.index + (at.isThere ? 1 : 0) : at.index - 1;
  const index = (wanted + total) % total;
  const [found] = (await uploadRowsOf(query, { from: index, to: index + 1 })).rows;
  return found?.row ?? null;
}
