import type { RowMapping } from '#shared/domain/rowMapping.ts';
import { mappingFile } from '#shared/upload/mappingFile.ts';
import { UnusableInput, UsageError, type CommandIo } from '../command.ts';
import { readJson } from '../readJson.ts';

/**
 * How keys and values are made of the rows: by a file, or by `--key` and `--value`. A value that is not given is the one that the
 * window would suggest; a key is, too, but only if neither is given.
 *
 * @throws UsageError, UnusableInput
 */
export async function readMapping(
  values: {
    readonly key?: string | undefined;
    readonly value?: string | undefined;
    readonly mapping?: string | undefined;
  },
  io: Pick<CommandIo, 'readStdin'>,
): Promise<(suggested: RowMapping) => RowMapping> {
  const { key, value, mapping: file } = values;
  if (file !== undefined) {
    if (key !== undefined || value !== undefined)
      throw new UsageError('Use either --mapping, or --key and --value, not both.');
    if (file === '-') throw new UsageError('--mapping must be a file.');
    const parsed = mappingFile.safeParse(await readJson(file, io));
    if (!parsed.success)
      throw new UnusableInput(`${file} is not a mapping. Use a *.mapping.json file that the app exported.`);
    const { mapping } = parsed.data;
    return () => mapping;
  }
  return (suggested) => ({
    ...suggested,
    ...(key !== undefined && { key }),
    ...(value !== undefined && { value: { kind: 'template' as const, template: value } }),
  });
}
