import type { Command } from '../command.ts';

/** How each command is loaded, in the order of the help. A command that runs loads none of the others. */
const loaders: Readonly<Record<string, () => Promise<Command>>> = {
  get: async () => (await import('./get.ts')).getCommand,
  put: async () => (await import('./put.ts')).putCommand,
  history: async () => (await import('./history.ts')).historyCommand,
  keys: async () => (await import('./keys.ts')).keysCommand,
  discover: async () => (await import('./discover.ts')).discoverCommand,
  'import-keys': async () => (await import('./importKeys.ts')).importKeysCommand,
  predict: async () => (await import('./predict.ts')).predictCommand,
  export: async () => (await import('./export.ts')).exportCommand,
  upload: async () => (await import('./upload.ts')).uploadCommand,
  connections: async () => (await import('./connections.ts')).connectionsCommand,
  verify: async () => (await import('./verify.ts')).verifyCommand,
  audit: async () => (await import('./audit.ts')).auditCommand,
  evidence: async () => (await import('./evidence.ts')).evidenceCommand,
  ledger: async () => (await import('./ledger.ts')).ledgerCommand,
  pin: async () => (await import('./pin.ts')).pinCommand,
  snapshot: async () => (await import('./snapshot.ts')).snapshotCommand,
  recall: async () => (await import('./recall.ts')).recallCommand,
  rules: async () => (await import('./rules.ts')).rulesCommand,
  conformance: async () => (await import('./conformance.ts')).conformance,
  service: async () => (await import('./service.ts')).serviceCommand,
  open: async () => (await import('./open.ts')).openCommand,
  completion: async () => (await import('./completion.ts')).completionCommand(allCommands),
  man: async () => (await import('./man.ts')).manCommand(allCommands),
};

/** In the order of the help. */
export const commandNames: readonly string[] = Object.keys(loaders);

/** null: there is no such command. */
export async function commandNamed(name: string): Promise<Command | null> {
  return Object.hasOwn(loaders, name) ? ((await loaders[name]?.()) ?? null) : null;
}

/** For help about all of them. */
export function allCommands(): Promise<readonly Command[]> {
  return Promise.all(Object.values(loaders).map((load) => load()));
}
