import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect, it } from 'vitest';
import { commandIds, type CommandId } from '#shared/commands/commandTable.ts';
import type { CommandState } from '#shared/commands/commandState.ts';
import { menuTemplate, noCommands } from './menu.ts';

/** All items, in order. */
function items(state: CommandState = noCommands, isMac = false): readonly MenuItemConstructorOptions[] {
  const chosen: CommandId[] = [];
  return menuTemplate({
    isMac,
    isPackaged: true,
    state,
    choose: (command) => void chosen.push(command),
    showNotices: () => undefined,
  }).flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []));
}

function item(id: CommandId, state?: CommandState, isMac?: boolean) {
  return items(state, isMac).find((each) => each.id === id);
}

describe('the menu', () => {
  it('has every command once', () => {
    const ids = items().flatMap(({ id }) => id ?? []);
    expect(ids).toHaveLength(commandIds.length);
    expect(new Set(ids)).toEqual(new Set(commandIds));
  });

  it('enables what the active window can do, and what needs no window', () => {
    expect(item('goToKey')?.enabled).toBe(false);
    expect(item('goToKey', { available: ['goToKey'], keys: {} })?.enabled).toBe(true);
    expect(item('newWindow')?.enabled).toBe(true);
  });

  it('shows the keys that the user chose, which the window handles', () => {
    expect(item('palette')).toMatchObject({ accelerator: 'CmdOrCtrl+K', registerAccelerator: false });
    const state: CommandState = { available: [], keys: { palette: 'F9', goToKey: null } };
    expect(item('palette', state)).toMatchObject({ label: 'Command Palette…', accelerator: 'F9' });
    expect(item('goToKey', state)).not.toHaveProperty('accelerator');
  });

  it('takes no letters from text fields on a Mac', () => {
    expect(item('bookmarkAtom')).toMatchObject({ accelerator: 'B' });
    expect(item('bookmarkAtom', noCommands, true)).not.toHaveProperty('accelerator');
    expect(item('goToKey', noCommands, true)).toMatchObject({ accelerator: 'CmdOrCtrl+P' });
  });
});
