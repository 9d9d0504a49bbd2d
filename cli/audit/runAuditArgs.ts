import { readApiKey } from '../apiKeyOptions.ts';
import { keyOfConnection } from './appKeychain.ts';
import { readAuditOptions, readMergeOptions, type AuditCommandOptions } from './auditOptions.ts';
import { checkCompared } from './auditFiles.ts';
import { mergeFiles } from './mergeFiles.ts';
import { filesReadFor, prepareOutputs } from './outputFiles.ts';
import { runAuditCommand, type AuditWorld } from './runAudit.ts';

/** Runs the audit command. @returns the exit code @throws UsageError, UnusableInput */
export async function runAuditArgs(args: readonly string[], world: AuditWorld): Promise<number> {
  const { env } = world;
  if (args[0] === 'merge') {
    const { files, outputs } = readMergeOptions(args.slice(1));
    return mergeFiles(files, outputs, world, env);
  }
  const options = readAuditOptions(args);
  const { keys, outputs } = options;
  await prepareOutputs(outputs, [
    ...('file' in keys && keys.file !== '-' ? [{ option: `--${keys.kind}`, file: keys.file }] : []),
    ...filesReadFor(outputs),
  ]);
  await checkCompared(outputs);
  return runAuditCommand(options, await apiKeyFor(options, world), world);
}

/** null: that of the connection, which needs no other. @throws UsageError, UnusableInput */
async function apiKeyFor(
  { keyEnv, keyStdin, connection, address }: AuditCommandOptions,
  world: AuditWorld,
): Promise<string | null> {
  if (address === null) return null;
  return connection === null
    ? readApiKey({ keyEnv, keyStdin, env: world.env }, world)
    : keyOfConnection(connection, address, world.env);
}
