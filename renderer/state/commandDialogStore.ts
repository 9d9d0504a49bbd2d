import { create } from 'zustand';
import { offersNow, type Offers } from '../commands/registry.ts';

/** What the palette searches: everything, or only one kind of things. */
export type PaletteScope = 'all' | 'keys' | 'connections';

/** The dialogs of commands. */
export type CommandDialog =
  | { readonly kind: 'palette'; readonly scope: PaletteScope; readonly offers: Offers }
  | { readonly kind: 'shortcuts' | 'shortcutSettings' };

/** null: none is open. */
export const useCommandDialog = create<{ readonly dialog: CommandDialog | null }>()(() => ({ dialog: null }));

export function openCommandDialog(kind: Exclude<CommandDialog['kind'], 'palette'>): void {
  useCommandDialog.setState({ dialog: { kind } });
}

/** With the commands that the focused part offers now. */
export function openPalette(scope: PaletteScope): void {
  useCommandDialog.setState({ dialog: { kind: 'palette', scope, offers: offersNow() } });
}

export function closeCommandDialog(): void {
  useCommandDialog.setState({ dialog: null });
}
