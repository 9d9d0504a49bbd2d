import { ipc } from './ipc.ts';

/** Files that the user chooses, the clipboard, and the log. */
export const { copyText, openFile, saveFile, showLogFile, showDataFolder } = ipc;
