import type { CommandId } from './commandTable.ts';

/** What a window reports about its commands, for the menu of the app. */
export interface CommandState {
  readonly available: readonly CommandId[];
  /** The key that is shown for each command; null for none. Commands that are missing have their default key. */
  readonly keys: { readonly [id in CommandId]?: string | null };
}
