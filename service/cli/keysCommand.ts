import { knownKey, makeApiKey } from '../auth/apiKeys.ts';
import type { KeyStore, SavedKey } from '../auth/keyStore.ts';
import type { KeysCommand } from './keysOptions.ts';
import { UsageError } from './usageError.ts';

/** Runs a command about the API keys of a memory, and returns what it prints. @throws UsageError for an unknown ID */
export async function runKeysCommand(command: KeysCommand, store: KeyStore, now: number): Promise<string> {
  switch (command.kind) {
    case 'addKey': {
      const { scope, tier, rate, name } = command;
      const apiKey = makeApiKey(scope);
      const key: SavedKey = {
        ...knownKey(apiKey, scope),
        ...(tier !== null && { tier }),
        ...(rate !== null && { rate }),
        ...(name !== null && { name }),
        createdAt: now,
      };
      await store.add([key]);
      return `${apiKey}\n`;
    }
    case 'listKeys': {
      const keys = await store.list();
      return command.json ? `${JSON.stringify(keys.map(withoutHash))}\n` : tableOf(keys);
    }
    case 'revokeKey':
      if (await store.revoke(command.id, now)) return '';
      throw new UsageError(`No valid key has the ID ${command.id}.`);
  }
}

function withoutHash({ hash: _, ...key }: SavedKey): Omit<SavedKey, 'hash'> {
  return key;
}

function tableOf(keys: readonly SavedKey[]): string {
  const rows = keys.map(({ id, scope, tier, rate, name, createdAt, lastUsedAt, revokedAt }) => [
    id,
    scope,
    tier ?? '-',
    rate === undefined ? '-' : `${rate.perSecond}/s`,
    dateOf(createdAt),
    dateOf(lastUsedAt),
    dateOf(revokedAt),
    name ?? '',
  ]);
  const table = [['id', 'scope', 'tier', 'rate', 'created', 'last used', 'revoked', 'name'], ...rows];
  const widths =
    table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? [];
  return table
    .map(
      (row) =>
        `${row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}

/** To the second, in UTC. */
function dateOf(time: number | undefined): string {
  return time === undefined ? '-' : `${new Date(time).toISOString().slice(0, 19)}Z`;
}
