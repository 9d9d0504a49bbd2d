import { mostKeysNotInFile, type KeysNotInFile } from '#shared/domain/upload.ts';
import type { RowMapping } from '#shared/domain/rowMapping.ts';
import { namesOfChanged } from '#shared/upload/changedColumns.ts';
import { fitsTemplate, parseTemplate } from '#shared/upload/keyTemplate.ts';
import type { UploadRows } from './rows/uploadRows.ts';

/** Known keys that the template of an upload could make, and that no row of its file has. */
export async function keysNotInFile(
  rows: Pick<UploadRows, 'columns' | 'withoutRow'>,
  mapping: RowMapping,
  known: AsyncIterable<readonly string[]>,
): Promise<KeysNotInFile> {
  const parsed = parseTemplate(mapping.key, namesOfChanged(mapping, await rows.columns()));
  const keys: string[] = [];
  let total = 0;
  if (!parsed.ok) return { total, keys };
  for await (const some of known) {
    const fitting = some.filter((key) => fitsTemplate(parsed.parts, key));
    if (fitting.length === 0) continue;
    const absent = await rows.withoutRow(fitting);
    total += absent.length;
    keys.push(...absent.slice(0, mostKeysNotInFile - keys.length));
  }
  return { total, keys };
}
