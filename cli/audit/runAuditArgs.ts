import { realEffects } from '../../engine/surroundings.ts';
import { readApiKey } from '../apiKeyOptions.ts';
import { keyOfConnection } from './appKeychain.ts';
import { readAuditOptions, readMergeOptions, type AuditCommandOptions } from './auditOptions.ts';
import { checkCompared } from './auditFiles.ts';
import { mergeFiles } from './mergeFiles.ts';
import type { NoticeEffects } from './notice.ts';
import { filesReadFor, prepareOutputs, refuseReplacing } from './outputFiles.ts';
import { runAuditCommand, type AuditWorld } from './runAudit.ts';
import type { AuditOnce } from './watch.ts';

/** Runs the audit command. @returns the exit code @throws UsageError, UnusableInput */
export async function runAuditArgs(
  args: readonly string[],
  world: AuditWorld,
  effects: NoticeEffects = realEffects,
): Promise<number> {
  const { env } = world;
  if (args[0] === 'merge') {
    const { files, outputs } = readMergeOptions(args.slice(1));
    return mergeFiles(files, outputs, world, env);
  }
  const options = readAuditOptions(args);
  await prepare(options);
  const apiKey = await apiKeyFor(options, world);
  const { everyMs, notify, metrics } = options.watch;
  if (everyMs === null && notify === null && metrics === null) return runAuditCommand(options, apiKey, world);
  const { watchAudits } = await import('./watch.ts');
  const auditOnce: AuditOnce = async (its) => {
    await prepare(options);
    return runAuditCommand(options, apiKey, its);
  };
  return watchAudits(options, auditOnce, world, effects);
}

/** Checks the files, and removes the outputs of earlier runs. @throws UsageError, UnusableInput */
async function prepare({ keys, outputs, watch: { metrics, notify } }: AuditCommandOptions): Promise<void> {
  const given = [
    ...('file' in keys && keys.file !== '-' ? [{ option: `--${keys.kind}`, file: keys.file }] : []),
    ...(notify !== null && 'file' in notify.secret
      ? [{ option: '--notify-secret-file', file: notify.secret.file }]
      : []),
    ...filesReadFor(outputs),
  ];
  // Replaced only once there are new ones.
  const kept = metrics === null ? [] : [{ option: '--metrics', file: metrics }];
  await refuseReplacing(
    kept.map((file) => ({ ...file, kind: 'report' })),
    given,
  );
  await prepareOutputs(outputs, [...given, ...kept]);
  await checkCompared(outputs);
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
