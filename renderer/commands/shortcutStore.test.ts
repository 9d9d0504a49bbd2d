import { describe, expect, it } from 'vitest';
import {
  commandWith,
  keysIn,
  useShortcutStore,
  withDefaultKeys,
  withKey,
  withoutKeys,
} from './shortcutStore.ts';

describe('the keys that the user chose', () => {
  it('replace the default ones, and are taken from the command that had them', () => {
    const own = withKey({}, 'showAudit', 'Mod+2');
    expect(keysIn(own, 'showAudit')).toEqual(['Mod+2']);
    expect(keysIn(own, 'showRecall')).toEqual([]);
    expect(commandWith(own, 'Mod+2')).toBe('showAudit');
    expect(commandWith(own, 'Mod+6')).toBeNull();
  });

  it('leave the other keys of that command', () => {
    expect(keysIn(withKey({}, 'showAudit', 'F5'), 'readAgain')).toEqual(['Mod+R']);
  });

  it('can be none', () => {
    expect(keysIn(withoutKeys({}, 'palette'), 'palette')).toEqual([]);
    expect(commandWith(withoutKeys({}, 'palette'), 'Mod+K')).toBeNull();
  });

  it('give way to the default keys of a command that is reset', () => {
    const own = withDefaultKeys(withKey({}, 'showAudit', 'Mod+2'), 'showRecall');
    expect(keysIn(own, 'showRecall')).toEqual(['Mod+2']);
    expect(keysIn(own, 'showAudit')).toEqual([]);
    expect(commandWith(own, 'Mod+2')).toBe('showRecall');
  });
});

describe('what an earlier start saved', () => {
  it('is used', () => {
    const own = { palette: ['Mod+J'], find: [] };
    expect(useShortcutStore.read({ own })).toEqual({ own });
  });

  it.each([
    ['nothing', undefined],
    ['a text', 'own'],
    ['no keys', { own: 7 }],
    ['a command that is gone', { own: { noSuchCommand: ['Mod+J'] } }],
    ['keys of another type', { own: { palette: 'Mod+J' } }],
  ])('begins afresh from %s', (_what, stored) => {
    expect(useShortcutStore.read(stored)).toEqual({ own: {} });
  });

  it('drops keys that no command can have, and more than a few', () => {
    const keys = ['Enter', 'Mod+C', 3, 'x'.repeat(100), 'F3', 'F4', 'F7', 'F8', 'F9'];
    expect(useShortcutStore.read({ own: { palette: keys } })).toEqual({
      own: { palette: ['F3', 'F4', 'F7', 'F8'] },
    });
  });
});
