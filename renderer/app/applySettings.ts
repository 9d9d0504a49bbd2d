import { setTextFormats } from '#shared/text/formats.ts';
import { firstSettings, useSettings, type Settings } from '../state/settings.ts';
import { setNoticeTime } from '../ui/noticeTime.ts';
import { monoFont, systemFont } from './theme.ts';

/** Writes texts and draws the window as the user chose, from now on. */
export function followChosenLooks(): void {
  apply(useSettings.getState());
  useSettings.subscribe(apply);
}

function apply(settings: Settings): void {
  setTextFormats(settings);
  setNoticeTime(settings.noticeTime);
  const { style } = document.documentElement;
  const set = (name: string, value: string, isChosen: boolean): void => {
    // Without a choice, the theme's own value shows through.
    if (isChosen) style.setProperty(name, value);
    else style.removeProperty(name);
  };
  set('--mantine-font-family', `"${settings.textFont}", ${systemFont}`, settings.textFont !== '');
  set('--mantine-font-family-headings', `"${settings.textFont}", ${systemFont}`, settings.textFont !== '');
  set('--mantine-font-family-monospace', `"${settings.codeFont}", ${monoFont}`, settings.codeFont !== '');
  set('--value-size', `${settings.codeSize / 16}rem`, settings.codeSize !== firstSettings.codeSize);
}
