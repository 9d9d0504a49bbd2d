/** Of the size of everything in a window, in percent: those of Chromium’s own zoom. */
export const zoomLimits = { least: 25, most: 500 } as const;

export interface AppInfo {
  readonly version: string;
  readonly platform: string;
  readonly electron: string;
  /** The old runtime from npm, for trials and tests only; the window shows a warning. */
  readonly isFallbackRuntime: boolean;
}

export interface SavedFile {
  /** null if the user canceled. */
  readonly path: string | null;
  /** The target of the symbolic link that the file replaced. The target itself is unchanged. */
  readonly replacedLink?: string;
}

export interface OpenedFile {
  /** Without its folders. */
  readonly name: string;
  readonly bytes: Uint8Array;
}
/** UTF-16 units of an error that the window reports. */
export const longestErrorMessage = 2_000;
export const longestErrorStack = 8_000;

/** An error that the window did not catch, for the log. */
export interface WindowError {
  readonly message: string;
  readonly stack: string | null;
}
