import { mappingFile, type NamedMapping } from '#shared/upload/mappingFile.ts';

const mostBytes = 5 * 1024 * 1024;

export type MappingOfFile =
  | { readonly ok: true; readonly mapping: NamedMapping }
  /** In words. */
  | { readonly ok: false; readonly reason: string };

export function textOfMapping({ name, mapping }: NamedMapping): string {
  const file = { format: 'atom-explorer-mapping', version: 1, name, mapping } as const;
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** The mapping that was exported to a file. */
export async function mappingOfFile(file: Pick<File, 'size' | 'text'>): Promise<MappingOfFile> {
  if (file.size > mostBytes) return notAMapping;
  try {
    const parsed = mappingFile.safeParse(JSON.parse(await file.text()));
    if (!parsed.success) return notAMapping;
    const { name, mapping } = parsed.data;
    return { ok: true, mapping: { name, mapping } };
  } catch {
    return notAMapping;
  }
}

/** The name of a mapping, or `name (2)` if another mapping has it. */
export function unusedName({ name, mapping }: NamedMapping, named: readonly NamedMapping[]): string {
  const isFree = (candidate: string): boolean =>
    named.every((one) => one.name !== candidate || JSON.stringify(one.mapping) === JSON.stringify(mapping));
  let candidate = name;
  for (let number = 2; !isFree(candidate); number += 1) candidate = `${name.slice(0, 190)} (${number})`;
  return candidate;
}

const notAMapping: MappingOfFile = {
  ok: false,
  reason: 'This file is not a mapping. Choose a .mapping.json file that was exported here.',
};
