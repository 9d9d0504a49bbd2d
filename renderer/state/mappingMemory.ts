import { z } from 'zod';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { rowMapping, type RowMapping } from '#shared/domain/rowMapping.ts';
import { mappingFile, type NamedMapping } from '#shared/upload/mappingFile.ts';
import { createSavedStore } from './savedStore.ts';

interface Remembered {
  /** By connection and columns, latest last. */
  readonly mappings: readonly (readonly [shape: string, mapping: RowMapping])[];
  /** Those that the user saved, of all connections, by name. */
  readonly named: readonly NamedMapping[];
}

const mostRemembered = 50;
export const mostNamed = 200;

/** Mappings that are not as expected are left out. */
const saved: z.ZodType<Remembered> = z.object({
  mappings: z
    .array(z.tuple([z.string(), rowMapping]).nullable().catch(null))
    .transform((stored) => stored.filter((one) => one !== null).slice(-mostRemembered))
    .catch([]),
  named: z
    .array(mappingFile.pick({ name: true, mapping: true }).nullable().catch(null))
    .transform((stored) => stored.filter((one) => one !== null).slice(0, mostNamed))
    .catch([]),
});

/**
 * How files with the same columns were last mapped, kept across restarts. Text that a template adds to values is
 * kept for this session only: it may be anything, and it is not encrypted here. A mapping that the user saved is kept whole.
 */
export const useMappingMemory = createSavedStore('atom-explorer-upload-mappings', saved, {
  write: ({ mappings, named }) => ({
    named,
    mappings: mappings.filter(([, mapping]) => hasNoOwnText(mapping)),
  }),
});

export function rememberMapping(
  connectionId: ConnectionId,
  columns: readonly string[],
  mapping: RowMapping,
): void {
  const shape = shapeOf(connectionId, columns);
  useMappingMemory.setState(({ mappings }) => ({
    mappings: [...mappings.filter(([known]) => known !== shape), [shape, mapping] as const].slice(
      -mostRemembered,
    ),
  }));
}

/** null if no file with these columns, in this order, was mapped for the connection. */
export function rememberedMapping(
  { mappings }: Remembered,
  connectionId: ConnectionId,
  columns: readonly string[],
): RowMapping | null {
  const shape = shapeOf(connectionId, columns);
  return mappings.find(([known]) => known === shape)?.[1] ?? null;
}

/** Saves a mapping under a name, in place of one that has it. Returns whether there was room. */
export function nameMapping(added: NamedMapping): boolean {
  const others = useMappingMemory.getState().named.filter(({ name }) => name !== added.name);
  if (others.length >= mostNamed) return false;
  const named = [...others, added].sort((one, other) => one.name.localeCompare(other.name));
  useMappingMemory.setState({ named });
  return true;
}

export function forgetNamed(name: string): void {
  useMappingMemory.setState(({ named }) => ({ named: named.filter((one) => one.name !== name) }));
}

/** Steps such as a default have text that can end up in values. */
function hasNoOwnText({ value, changes = [] }: RowMapping): boolean {
  const isPlain = changes.every(({ steps }) =>
    steps.every(({ kind }) => kind !== 'default' && kind !== 'replace'),
  );
  return isPlain && (value.kind === 'object' || /^(?:\{[^{}]*\}|\s)*$/.test(value.template));
}

function shapeOf(connectionId: ConnectionId, columns: readonly string[]): string {
  return JSON.stringify([connectionId, ...columns]);
}
