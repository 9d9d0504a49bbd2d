import { commandIds, commands, isCommandId, type CommandId } from '#shared/commands/commandTable.ts';
import { canonical, shortcutProblem } from '#shared/commands/keys.ts';
import { createSavedStore, type SavedSchema } from '../state/savedStore.ts';
import { isMac } from '../ui/shortcutText.ts';

/** Keys that the user gave to commands in place of the default ones; none: the command has no key. */
export type OwnKeys = { readonly [id in CommandId]?: readonly string[] };

interface SavedState {
  readonly own: OwnKeys;
}

const mostKeys = 4;
const longestKey = 40;

function parse(stored: unknown): SavedState {
  const own: { -readonly [id in CommandId]?: readonly string[] } = {};
  const field: unknown = typeof stored === 'object' && stored !== null && 'own' in stored ? stored.own : null;
  // By hand, like the store of the window: zod would be a large part of the script.
  for (const [id, keys] of Object.entries(typeof field === 'object' && field !== null ? field : {})) {
    if (!isCommandId(id) || !Array.isArray(keys)) continue;
    const texts = keys.filter(
      (key): key is string => typeof key === 'string' && key.length > 0 && key.length <= longestKey,
    );
    own[id] = texts.filter((key) => shortcutProblem(key, isMac) === null).slice(0, mostKeys);
  }
  return { own };
}

const saved: SavedSchema<SavedState> = {
  parse,
  safeParse: (stored) => ({ success: true, data: parse(stored) }),
};

export const shortcutStoreName = 'atom-explorer-shortcuts';
export const useShortcutStore = createSavedStore(shortcutStoreName, saved);

/** The keys of a command, in the spelling of this platform. */
export function keysIn(own: OwnKeys, id: CommandId): readonly string[] {
  return own[id] ?? commands[id].keys.map((key) => canonical(key, isMac));
}

export function keysOf(id: CommandId): readonly string[] {
  return keysIn(useShortcutStore.getState().own, id);
}

/** The command that has a key; null if none does. If several do, the one that the user gave it to goes first. */
export function commandWith(own: OwnKeys, key: string): CommandId | null {
  const having = commandIds.filter((id) => keysIn(own, id).includes(key));
  return having.find((id) => own[id] !== undefined) ?? having[0] ?? null;
}

/** Gives a key to a command in place of its present ones, and takes it from the command that had it. */
export function withKey(own: OwnKeys, id: CommandId, key: string): OwnKeys {
  const others = commandIds.filter((other) => other !== id && keysIn(own, other).includes(key));
  const taken = others.map((other) => [other, keysIn(own, other).filter((each) => each !== key)] as const);
  return { ...own, ...Object.fromEntries(taken), [id]: [key] };
}

export function withoutKeys(own: OwnKeys, id: CommandId): OwnKeys {
  return { ...own, [id]: [] };
}

/** Gives a command its default keys again, and takes them from the commands that the user gave them to. */
export function withDefaultKeys(own: OwnKeys, id: CommandId): OwnKeys {
  const { [id]: _dropped, ...rest } = own;
  const keys = keysIn(rest, id);
  const cleaned: { -readonly [other in CommandId]?: readonly string[] } = {};
  for (const other of commandIds) {
    const held = (rest as OwnKeys)[other];
    if (held !== undefined) cleaned[other] = held.filter((key) => !keys.includes(key));
  }
  return cleaned;
}

export function setOwnKeys(own: OwnKeys): void {
  useShortcutStore.setState({ own });
}
