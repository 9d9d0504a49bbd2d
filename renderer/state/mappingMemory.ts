import { z } from 'zod';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { rowMapping, type RowMapping } from '#shared/domain/rowMapping.ts';
import { createSavedStore } from './savedStore.ts';

interface Remembered {
  /** By connection and columns, latest last. */
  readonly mappings: readonly (readonly [shape: string, mapping: RowMapping])[];
}

const mostRemembered = 50;

/** Mappings that are not as expected are left out. */
const saved: z.ZodType<Remembered> = z.object({
  mappings: z
    .array(z.tuple([z.string(), rowMapping]).nullable().catch(null))
    .transform((stored) => stored.filter((one) => one !== null).slice(-mostRemembered))
    .catch([]),
});

/**
 * How files with the same columns were last mapped, kept across restarts. Text that a template adds to values is
 * kept for this session only: it may be anything, and it is not encrypted here.
 */
export const useMappingMemory = createSavedStore('atom-explorer-upload-mappings', saved, {
  write: ({ mappings }) => ({ mappings: mappings.filter(([, mapping]) => hasNoOwnText(mapping)) }),
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

function hasNoOwnText({ value }: RowMapping): boolean {
  return value.kind === 'object' || /^(?:\{[^{}]*\}|\s)*$/.test(value.template);
}

function shapeOf(connectionId: ConnectionId, columns: readonly string[]): string {
  return JSON.stringify([connectionId, ...columns]);
}
