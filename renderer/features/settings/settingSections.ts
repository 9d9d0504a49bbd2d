import { InstallationKeyPanel } from '../evidence/InstallationKeyPanel.tsx';
import { TimestampAuthoritiesPanel } from '../evidence/TimestampAuthoritiesPanel.tsx';
import { TrustedKeysPanel } from '../evidence/TrustedKeysPanel.tsx';
import {
  CodeFontSetting,
  CodeSizeSetting,
  DensitySetting,
  TextFontSetting,
  ThemeSetting,
  ZoomSetting,
} from './AppearanceSettings.tsx';
import { NoticeSetting, TabsSetting, TimeLimitSetting, WriteQuestionSetting } from './BehaviorSettings.tsx';
import { DateSetting, NumberSetting, ZoneSetting } from './FormatSettings.tsx';
import { ShortcutSettings } from './ShortcutSettings.tsx';
import { FolderSetting, LogSetting, StoredSetting } from './StorageSettings.tsx';
import type { SettingSection } from './findSettings.ts';
import { UpdateSetting } from './UpdateSettings.tsx';

export const settingSections: readonly SettingSection[] = [
  {
    title: 'Appearance',
    settings: [
      { words: 'theme light dark system color', Component: ThemeSetting },
      { words: 'density compact comfortable rows height', Component: DensitySetting },
      { words: 'zoom size larger smaller percent', Component: ZoomSetting },
      { words: 'font of the window typeface', Component: TextFontSetting },
      { words: 'font of keys values hashes monospace code typeface', Component: CodeFontSetting },
      { words: 'text font size of values larger smaller', Component: CodeSizeSetting },
    ],
  },
  {
    title: 'Times and numbers',
    settings: [
      { words: 'time zone utc local offset', Component: ZoneSetting },
      { words: 'date format day month year', Component: DateSetting },
      { words: 'number format thousands separator decimal comma', Component: NumberSetting },
    ],
  },
  {
    title: 'Behavior',
    settings: [
      { words: 'open the last tabs again restart restore session selection', Component: TabsSetting },
      { words: 'confirm confirmations writes store ask production', Component: WriteQuestionSetting },
      { words: 'notices messages toasts duration time', Component: NoticeSetting },
      { words: 'time limits timeouts wait requests at once', Component: TimeLimitSetting },
    ],
  },
  {
    title: 'What is kept on this computer',
    settings: [
      {
        words:
          'history of values previous drafts uploads audits recalls scoreboard receipts writes known keys root ledger pins size storage disk delete remove clear privacy',
        Component: StoredSetting,
      },
      { words: 'log file delete size', Component: LogSetting },
      { words: 'folder data profile', Component: FolderSetting },
    ],
  },
  {
    title: 'Keys and authorities',
    hasPanels: true,
    settings: [
      { words: 'installation key signing sign fingerprint', Component: InstallationKeyPanel },
      { words: 'trusted keys public colleagues', Component: TrustedKeysPanel },
      { words: 'timestamp authorities certificate rfc 3161', Component: TimestampAuthoritiesPanel },
    ],
  },
  {
    title: 'Keyboard shortcuts',
    settings: [{ words: 'keyboard shortcuts keys commands', Component: ShortcutSettings }],
  },
  { title: 'Updates', settings: [{ words: 'updates version automatic', Component: UpdateSetting }] },
];
