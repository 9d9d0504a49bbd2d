import { z } from 'zod';
import { commandIds } from '../commands/commandTable.ts';
import {
  longestErrorMessage,
  longestErrorStack,
  zoomLimits,
  type AppInfo,
  type OpenedFile,
  type SavedFile,
} from './appTypes.ts';
import type { StorageUse } from '../domain/storageUse.ts';
import type { GivenLink } from '../domain/appLink.ts';
import { connectionId } from './fields.ts';
import { operation } from './operation.ts';

/** The app itself. */
export const appOperations = {
  appInfo: operation<AppInfo>()(z.undefined()),
  setTheme: operation<null>()(z.enum(['light', 'dark', 'system'])),
  /** How large everything in the windows is, in percent. Menus and keys change it, too. */
  zoom: operation<number>()(z.undefined()),
  setZoom: operation<null>()(z.number().int().min(zoomLimits.least).max(zoomLimits.most)),
  copyText: operation<null>()(z.string().max(50_000_000)),
  /** An error that the window did not catch, for the log. */
  reportError: operation<null>()(
    z.strictObject({
      message: z.string().max(longestErrorMessage),
      stack: z.string().max(longestErrorStack).nullable(),
    }),
  ),
  showLogFile: operation<null>()(z.undefined()),
  clearLog: operation<null>()(z.undefined()),
  /** How much is saved on this computer. Measured each time, because any part of the app may write. */
  storageUse: operation<StorageUse>()(z.undefined()),
  showDataFolder: operation<null>()(z.undefined()),
  /** What the window with the focus can do, for the menu. */
  showCommands: operation<null>()(
    z.strictObject({
      available: z.array(z.enum(commandIds)).max(commandIds.length).readonly(),
      keys: z.partialRecord(z.enum(commandIds), z.string().max(40).nullable()).readonly(),
    }),
  ),
  /** The link that the system passed to the app, once; null if there is none. */
  takeGivenLink: operation<GivenLink | null>()(z.undefined()),
  /** Another window, which shows this connection. */
  openWindow: operation<null>()(z.strictObject({ connectionId })),
};

/** Files that the user chooses in a system dialog. */
export const fileOperations = {
  /** Asks the user where to save; the window never names a path. */
  saveFile: operation<SavedFile>()(
    z.strictObject({
      suggestedName: z.string().min(1).max(200),
      content: z.union([z.string().max(200_000_000), z.instanceof(Uint8Array)]),
    }),
  ),
  /** Asks the user for a file. `extensions` without the dot, such as `csv`. */
  openFile: operation<OpenedFile | null>()(
    z.strictObject({
      title: z.string().min(1).max(200),
      extensions: z.array(z.string().regex(/^[a-z0-9]{1,10}$/)).min(1),
    }),
  ),
};
