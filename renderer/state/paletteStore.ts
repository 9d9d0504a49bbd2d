import { z } from 'zod';
import { isCommandId, type CommandId } from '#shared/commands/commandTable.ts';
import { createSavedStore } from './savedStore.ts';

const mostRecent = 6;

const saved = z.object({
  /** The commands that were chosen last, the latest one first. */
  recent: z
    .array(z.string().max(100))
    .transform((stored): readonly CommandId[] => stored.filter(isCommandId).slice(0, mostRecent))
    .catch([]),
});

/** What the palette remembers. */
export const usePaletteStore = createSavedStore('atom-explorer-palette', saved);

export function noteCommand(id: CommandId): void {
  usePaletteStore.setState(({ recent }) => ({
    recent: [id, ...recent.filter((other) => other !== id)].slice(0, mostRecent),
  }));
}
