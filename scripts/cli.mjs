import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { run } from './setup/process.mjs';
import { root } from './setup/repository.mjs';
import { runScript } from './setup/say.mjs';

/**
 * Output of the setup goes to standard error, because standard output belongs to the command and may be JSON
 * for another program.
 */
const standardError = 2;

await runScript(async () => {
  const { status } = spawnSync(process.execPath, [join(root, 'scripts/prepareBuild.mjs')], {
    stdio: ['ignore', standardError, standardError],
  });
  if (status !== 0) return status ?? 1;
  return run(process.execPath, [join(root, 'out/main/cli.js'), ...process.argv.slice(2)], {
    cwd: process.env['INIT_CWD'] ?? process.cwd(),
  });
});
