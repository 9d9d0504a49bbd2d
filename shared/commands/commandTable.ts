/** The menus of the app; the palette and the sheet of shortcuts group commands in the same way. */
export const commandSections = ['File', 'Edit', 'View', 'Go', 'Help'] as const;
export type CommandSection = (typeof commandSections)[number];

interface CommandDefinition {
  /** A command in one to four words. With “…” if it asks for something before it acts. */
  readonly title: string;
  readonly section: CommandSection;
  /** The default keys, as in `keys.ts`; the first one is shown. */
  readonly keys: readonly string[];
  /** A line in the menu is above it. */
  readonly startsGroup?: true;
}

const definitions = {
  newAtom: { title: 'New atom…', section: 'File', keys: ['Mod+N'] },
  newWindow: { title: 'New window', section: 'File', keys: ['Mod+Shift+N'] },
  connect: { title: 'Connect to a service…', section: 'File', keys: [] },
  closeTab: { title: 'Close tab', section: 'File', keys: ['Mod+W'], startsGroup: true },
  closeOtherTabs: { title: 'Close other tabs', section: 'File', keys: [] },
  reopenTab: { title: 'Reopen closed tab', section: 'File', keys: ['Mod+Shift+T'] },
  find: { title: 'Find', section: 'Edit', keys: ['Mod+F', '/'], startsGroup: true },
  editAtom: { title: 'Edit atom…', section: 'Edit', keys: ['E', 'F2'], startsGroup: true },
  copyKey: { title: 'Copy key', section: 'Edit', keys: ['Mod+Shift+C'] },
  bookmarkAtom: { title: 'Bookmark atom', section: 'Edit', keys: ['B'] },
  deleteAtom: { title: 'Delete atom…', section: 'Edit', keys: ['Delete'] },
  readAgain: { title: 'Read again', section: 'View', keys: ['F5', 'Mod+R'] },
  nextTab: { title: 'Next tab', section: 'View', keys: ['Ctrl+Tab', 'Ctrl+PageDown'], startsGroup: true },
  previousTab: { title: 'Previous tab', section: 'View', keys: ['Ctrl+Shift+Tab', 'Ctrl+PageUp'] },
  nextPane: { title: 'Next pane', section: 'View', keys: ['F6'] },
  previousPane: { title: 'Previous pane', section: 'View', keys: ['Shift+F6'] },
  themeLight: { title: 'Light theme', section: 'View', keys: [], startsGroup: true },
  themeDark: { title: 'Dark theme', section: 'View', keys: [] },
  themeSystem: { title: 'System theme', section: 'View', keys: [] },
  palette: { title: 'Command palette…', section: 'Go', keys: ['Mod+K', 'Mod+Shift+P'] },
  goToKey: { title: 'Go to key…', section: 'Go', keys: ['Mod+P'] },
  switchConnection: { title: 'Switch connection…', section: 'Go', keys: ['Mod+L'] },
  back: { title: 'Back', section: 'Go', keys: ['Alt+ArrowLeft', 'Mod+['], startsGroup: true },
  forward: { title: 'Forward', section: 'Go', keys: ['Alt+ArrowRight', 'Mod+]'] },
  showBrowse: { title: 'Browse', section: 'Go', keys: ['Mod+1'], startsGroup: true },
  showRecall: { title: 'Recall', section: 'Go', keys: ['Mod+2'] },
  showPredictions: { title: 'Predictions', section: 'Go', keys: ['Mod+3'] },
  showDiscover: { title: 'Discover', section: 'Go', keys: ['Mod+4'] },
  showChanges: { title: 'Changes', section: 'Go', keys: [] },
  showProof: { title: 'Proof', section: 'Go', keys: ['Mod+5'] },
  showAudit: { title: 'Audit', section: 'Go', keys: ['Mod+6'] },
  showRoots: { title: 'Roots', section: 'Go', keys: ['Mod+7'] },
  showEvidence: { title: 'Evidence', section: 'Go', keys: ['Mod+8'] },
  showUpload: { title: 'Upload', section: 'Go', keys: ['Mod+9'] },
  showWrites: { title: 'Writes', section: 'Go', keys: [] },
  showRequests: { title: 'Requests', section: 'Go', keys: [] },
  showConnections: { title: 'Connections', section: 'Go', keys: [] },
  showSettings: { title: 'Settings', section: 'Go', keys: ['Mod+,'] },
  auditKnownKeys: { title: 'Audit known keys…', section: 'Go', keys: [], startsGroup: true },
  documentation: { title: 'Documentation', section: 'Help', keys: [] },
  screenHelp: { title: 'Help for this screen', section: 'Help', keys: ['Shift+F1'] },
  tour: { title: 'Tour of the demo', section: 'Help', keys: [] },
  shortcuts: { title: 'Keyboard shortcuts', section: 'Help', keys: ['F1', '?'] },
  changeShortcuts: { title: 'Change shortcuts…', section: 'Help', keys: [] },
  serviceFacts: { title: 'Service facts', section: 'Help', keys: [], startsGroup: true },
  showLogFile: { title: 'Show log file', section: 'Help', keys: [] },
} as const satisfies Record<string, CommandDefinition>;

/**
 * Everything that the user can do by name: the palette, the menus, the tooltips, the sheet of shortcuts, and the settings of
 * keys are all made from this table. What a command does is in the window (`renderer/commands/`).
 */
export type CommandId = keyof typeof definitions;
export const commands: { readonly [id in CommandId]: CommandDefinition } = definitions;
export const commandIds = Object.keys(definitions) as readonly CommandId[];

export function isCommandId(text: string): text is CommandId {
  return Object.hasOwn(definitions, text);
}

export function commandsOf(section: CommandSection): readonly CommandId[] {
  return commandIds.filter((id) => commands[id].section === section);
}
