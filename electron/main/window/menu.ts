import type { MenuItemConstructorOptions } from 'electron';
import { commands, commandsOf, type CommandId, type CommandSection } from '#shared/commands/commandTable.ts';
import { acceleratorOf, isForText } from '#shared/commands/keys.ts';
import type { CommandState } from '#shared/commands/commandState.ts';

/** Ctrl+W closes a tab, as in other apps, so closing the window needs another key. */
const closeWindow: MenuItemConstructorOptions = { role: 'close', accelerator: 'CmdOrCtrl+Shift+W' };
const separator: MenuItemConstructorOptions = { type: 'separator' };

/** Before a window has reported. */
export const noCommands: CommandState = { available: [], keys: {} };

/** They work without a window, and where one is not ready. */
const alwaysAvailable: ReadonlySet<CommandId> = new Set<CommandId>(['newWindow', 'showLogFile']);

interface MenuOptions {
  readonly isMac: boolean;
  readonly isPackaged: boolean;
  /** What the active window can do, and the keys that the user chose. */
  readonly state: CommandState;
  readonly choose: (command: CommandId) => void;
  readonly showNotices: () => void;
}

/**
 * The menu of the app: the commands of the window, and what Electron itself can do. Developer tools are included only if the
 * app runs from its sources.
 */
export function menuTemplate(options: MenuOptions): MenuItemConstructorOptions[] {
  const { isMac, isPackaged } = options;
  const items = (section: CommandSection): MenuItemConstructorOptions[] =>
    commandsOf(section).flatMap((id) => [
      ...(commands[id].startsGroup === true ? [separator] : []),
      commandItem(id, options),
    ]);
  const developerItems: MenuItemConstructorOptions[] = isPackaged
    ? []
    : [separator, { role: 'reload', accelerator: 'CmdOrCtrl+Alt+R' }, { role: 'toggleDevTools' }];
  return [
    ...(isMac ? [{ role: 'appMenu' } as const] : []),
    {
      role: 'fileMenu',
      label: 'File',
      submenu: [...items('File'), separator, isMac ? closeWindow : { role: 'quit' }],
    },
    {
      role: 'editMenu',
      label: 'Edit',
      submenu: [
        { role: 'undo' },
        { role: 'redo' },
        separator,
        { role: 'cut' },
        { role: 'copy' },
        { role: 'paste' },
        { role: 'selectAll' },
        ...items('Edit'),
      ],
    },
    {
      label: 'View',
      submenu: [
        ...items('View'),
        separator,
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        separator,
        { role: 'togglefullscreen' },
        ...developerItems,
      ],
    },
    { label: 'Go', submenu: items('Go') },
    isMac
      ? { role: 'windowMenu' }
      : { label: 'Window', submenu: [{ role: 'minimize' }, { role: 'zoom' }, closeWindow] },
    {
      role: 'help',
      label: 'Help',
      submenu: [...items('Help'), { label: 'Third-Party Notices', click: options.showNotices }],
    },
  ];
}

export function isEnabled(id: CommandId, { available }: CommandState): boolean {
  return alwaysAvailable.has(id) || available.includes(id);
}

function commandItem(id: CommandId, options: MenuOptions): MenuItemConstructorOptions {
  const { keys } = options.state;
  const key = id in keys ? keys[id] : commands[id].keys[0];
  // The menu of a Mac would take letters from text fields.
  const isShown = typeof key === 'string' && !(options.isMac && isForText(key, true));
  const accelerator = isShown ? acceleratorOf(key) : null;
  return {
    id,
    label: titleCase(commands[id].title),
    enabled: isEnabled(id, options.state),
    click: () => options.choose(id),
    // Only shown: the window turns keys into commands, because it knows which part is focused.
    ...(accelerator !== null && { accelerator, registerAccelerator: false }),
  };
}

const smallWords: ReadonlySet<string> = new Set(['a', 'an', 'the', 'to', 'of', 'or', 'and']);

/** As the other items of menus are written. */
function titleCase(title: string): string {
  return title
    .split(' ')
    .map((word, at) =>
      at > 0 && smallWords.has(word) ? word : `${word.charAt(0).toUpperCase()}${word.slice(1)}`,
    )
    .join(' ');
}
