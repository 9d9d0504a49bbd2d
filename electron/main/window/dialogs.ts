import path from 'node:path';
import { dialog, type BrowserWindow, type MessageBoxOptions, type OpenDialogOptions } from 'electron';
import { plainFileName } from '../../../engine/storage/userFiles/plainFileName.ts';
import type { WantedFile } from '../../../engine/storage/userFiles/userFiles.ts';

/** The system's dialogs, over the window if there is one. File dialogs return null if the user cancels. */
export interface Dialogs {
  readonly askWhereToSave: (suggestedName: string) => Promise<string | null>;
  /** A folder, which may be new. */
  readonly askForFolder: (title: string) => Promise<string | null>;
  readonly askWhatToOpen: (wanted: WantedFile) => Promise<string | null>;
  /** Any number of files; none if the user cancels. */
  readonly askWhichToOpen: (wanted: WantedFile) => Promise<readonly string[]>;
  /** Whether the user wants to connect to an origin. Connecting has to be chosen: Enter and Escape cancel. */
  readonly askWhetherToConnect: (origin: string) => Promise<boolean>;
  /** Whether the user wants to ask a timestamp authority. */
  readonly askWhetherToTimestamp: (origin: string) => Promise<boolean>;
}

const trialRuntimeWarning =
  'This is a trial run. The official Electron could not be downloaded, so the app runs on an old version from a third ' +
  'party that gets no security updates. Do not use it with an API key that matters.';

export function createDialogs(effects: {
  readonly window: () => BrowserWindow | null;
  /** The default folder for saving a file. */
  readonly documents: string;
  /** Whether the app runs on the old Electron that is meant for trials. */
  readonly isTrialRuntime: boolean;
}): Dialogs {
  const confirm = async (question: {
    readonly message: string;
    readonly detail: string;
    readonly action: string;
  }): Promise<boolean> => {
    const window = effects.window();
    const { message, detail, action } = question;
    const options: MessageBoxOptions = {
      type: 'question',
      title: 'Atom Explorer',
      message,
      detail,
      buttons: ['Cancel', action],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
    };
    const { response } = await (window === null
      ? dialog.showMessageBox(options)
      : dialog.showMessageBox(window, options));
    return response === 1;
  };
  const open = async (
    { title, extensions }: WantedFile,
    ...properties: readonly ('openFile' | 'multiSelections')[]
  ): Promise<readonly string[]> => {
    const window = effects.window();
    const options = {
      title,
      filters: [{ name: title, extensions: [...extensions] }],
      properties: [...properties],
    };
    const answer = await (window === null
      ? dialog.showOpenDialog(options)
      : dialog.showOpenDialog(window, options));
    return answer.canceled ? [] : answer.filePaths;
  };
  return {
    askWhereToSave: async (suggestedName) => {
      const window = effects.window();
      const options = { defaultPath: path.join(effects.documents, plainFileName(suggestedName)) };
      const answer = await (window === null
        ? dialog.showSaveDialog(options)
        : dialog.showSaveDialog(window, options));
      return answer.canceled || answer.filePath === '' ? null : (answer.filePath ?? null);
    },
    askForFolder: async (title) => {
      const window = effects.window();
      const options: OpenDialogOptions = {
        title,
        defaultPath: effects.documents,
        buttonLabel: 'Save here',
        properties: ['openDirectory', 'createDirectory'],
      };
      const answer = await (window === null
        ? dialog.showOpenDialog(options)
        : dialog.showOpenDialog(window, options));
      return answer.canceled ? null : (answer.filePaths[0] ?? null);
    },
    askWhatToOpen: async (wanted) => (await open(wanted, 'openFile'))[0] ?? null,
    askWhichToOpen: (wanted) => open(wanted, 'openFile', 'multiSelections'),
    askWhetherToConnect: (origin) =>
      confirm({
        message: `Connect to ${origin}?`,
        detail:
          'Atom Explorer will send your API key, your queries, and everything you store to this server. ' +
          `Connect only if you trust it.${effects.isTrialRuntime ? `\n\n${trialRuntimeWarning}` : ''}`,
        action: 'Connect',
      }),
    askWhetherToTimestamp: (origin) =>
      confirm({
        message: `Request a timestamp from ${origin}?`,
        detail:
          'Atom Explorer will send the SHA-256 hash of the signature and a random number to this server. ' +
          'It learns your network address and the time, but nothing about the evidence.',
        action: 'Request',
      }),
  };
}

/** Not awaited, because the window is usable meanwhile. */
export function showSetAsideConnections(
  setAside: string,
  log: (message: string, error: unknown) => void,
): void {
  const detail = `Atom Explorer starts with an empty list. The damaged file was kept: ${setAside}`;
  const message = 'The list of connections was damaged';
  dialog.showMessageBox({ type: 'warning', message, detail }).catch((error: unknown) => {
    log('Could not show a notice.', error);
  });
}
