import type { Connection } from '#shared/domain/connection.ts';
import { firstFormats, type TextFormats } from '#shared/text/formats.ts';
import { createSavedStore, type SavedSchema } from './savedStore.ts';

export const densities = ['comfortable', 'compact'] as const;
export type Density = (typeof densities)[number];

/** In pixels, of the text of values. */
export const codeSizes = [11, 12.5, 14, 16] as const;
export type CodeSize = (typeof codeSizes)[number];

/** How long notices stay. `long` suits who reads slowly; `stay` those who use a screen reader. */
export const noticeTimes = ['normal', 'long', 'stay'] as const;
export type NoticeTime = (typeof noticeTimes)[number];

/** Which stores are confirmed in a dialog. Writes to production always are. */
export const writeQuestions = ['production', 'all'] as const;
export type WriteQuestions = (typeof writeQuestions)[number];

export interface Settings extends TextFormats {
  readonly density: Density;
  /** The name of an installed font; `''` for the default. */
  readonly textFont: string;
  readonly codeFont: string;
  readonly codeSize: CodeSize;
  readonly noticeTime: NoticeTime;
  readonly writeQuestions: WriteQuestions;
  /** Whether the tabs and the selection of each connection are there again after a restart. */
  readonly keepsTabs: boolean;
}

export const firstSettings: Settings = {
  ...firstFormats,
  density: 'comfortable',
  textFont: '',
  codeFont: '',
  codeSize: 12.5,
  noticeTime: 'normal',
  writeQuestions: 'production',
  keepsTabs: true,
};

/** Whether a dialog asks before something is stored over a connection. */
export function isWriteAsked({ environment }: Pick<Connection, 'environment'>): boolean {
  return environment === 'production' || useSettings.getState().writeQuestions === 'all';
}

/** A font name goes into a style sheet, between quotation marks. */
export function isFontName(name: string): boolean {
  return /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,59}$/u.test(name);
}

/** By hand, because it is read before the first screen. */
function parse(stored: unknown): Settings {
  const fields: { readonly [name in keyof Settings]?: unknown } =
    typeof stored === 'object' && stored !== null ? stored : {};
  const font = (name: unknown): string => (typeof name === 'string' && isFontName(name) ? name : '');
  return {
    zone: oneOf(['local', 'utc'], fields.zone),
    date: oneOf(['iso', 'dayFirst', 'monthFirst'], fields.date),
    number: oneOf(['comma', 'space', 'point', 'none'], fields.number),
    density: oneOf(densities, fields.density),
    textFont: font(fields.textFont),
    codeFont: font(fields.codeFont),
    codeSize: codeSizes.find((size) => size === fields.codeSize) ?? firstSettings.codeSize,
    noticeTime: oneOf(noticeTimes, fields.noticeTime),
    writeQuestions: oneOf(writeQuestions, fields.writeQuestions),
    keepsTabs: fields.keepsTabs !== false,
  };
}

/** The first choice is the default. */
function oneOf<Choice extends string>(choices: readonly [Choice, ...Choice[]], stored: unknown): Choice {
  return choices.find((choice) => choice === stored) ?? choices[0];
}

const saved: SavedSchema<Settings> = {
  parse,
  safeParse: (stored) => ({ success: true, data: parse(stored) }),
};

const settingsName = 'atom-explorer-settings';

/** What the user chose in Settings, for all windows and connections. The theme is in the app store. */
export const useSettings = createSavedStore(settingsName, saved);

export function changeSettings(change: Partial<Settings>): void {
  useSettings.setState(change);
}

/** Takes over what another window changed. Returns the function that ends it. */
export function followSettings(): () => void {
  const follow = ({ key }: StorageEvent): void => {
    if (key === settingsName) void useSettings.persist.rehydrate();
  };
  addEventListener('storage', follow);
  return () => removeEventListener('storage', follow);
}
