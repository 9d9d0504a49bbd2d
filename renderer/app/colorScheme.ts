import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core';
import { useAppStore, type ThemeChoice } from '../state/appStore.ts';

function asColorScheme(theme: ThemeChoice): MantineColorScheme {
  return theme === 'system' ? 'auto' : theme;
}

/** Makes the app store the one place where the theme is kept; Mantine only follows it. */
export function createColorSchemeManager(): MantineColorSchemeManager {
  let stop: () => void = () => undefined;
  return {
    get: () => asColorScheme(useAppStore.getState().theme),
    set: () => undefined,
    subscribe: (onUpdate) => {
      stop = useAppStore.subscribe(({ theme }) => onUpdate(asColorScheme(theme)));
    },
    unsubscribe: () => stop(),
    clear: () => undefined,
  };
}
