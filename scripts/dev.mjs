import { join } from 'node:path';
import { runtimeEnvironment } from './setup/electronRuntime.mjs';
import { prepareElectron, prepareModules, withDisplay } from './setup/prepare.mjs';
import { run } from './setup/process.mjs';
import { root } from './setup/repository.mjs';
import { needsNoSandbox } from './setup/sandbox.mjs';
import { runScript } from './setup/say.mjs';

await runScript(async () => {
  await prepareModules();
  const runtime = await prepareElectron();
  return withDisplay((display) =>
    run(
      process.execPath,
      [
        join(root, 'node_modules/electron-vite/bin/electron-vite.js'),
        'dev',
        '--watch',
        ...(needsNoSandbox ? ['--noSandbox'] : []),
        '--',
        ...process.argv.slice(2),
      ],
      { env: { ...process.env, ...runtimeEnvironment(runtime), ...display?.environment } },
    ),
  );
});
