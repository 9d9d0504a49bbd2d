import { readApiKey } from '../apiKeyOptions.ts';
import { keyOfConnection } from './appKeychain.ts';
import { readAuditOptions, readMergeOptions } from './auditOptions.ts';
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
  const { keyEnv, keyStdin, keyConnection, address } = options;
  const apiKey =
    keyConnection === null
      ? await readApiKey({ keyEnv, keyStdin, env }, world)
      : await keyOfConnection(keyConnection, address, env);
  return runAuditCommand(options, apiKey, world);
}
