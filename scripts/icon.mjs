import { join } from 'node:path';
import { runtimeEnvironment } from './setup/electronRuntime.mjs';
import { prepareElectron, prepareModules, withDisplay } from './setup/prepare.mjs';
import { run } from './setup/process.mjs';
import { root } from './setup/repository.mjs';
import { sandboxArguments } from './setup/sandbox.mjs';
import { runScript } from './setup/say.mjs';

/** Size of the image that electron-builder creates the icons of all platforms from, in pixels. */
const size = 1024;

await runScript(async () => {
  await prepareModules();
  const runtime = await prepareElectron();
  const args = [
    ...sandboxArguments(),
    join(root, 'scripts/setup/rasterise.cjs'),
    join(root, 'build/icon.svg'),
    join(root, 'build/icon.png'),
    String(size),
  ];
  return withDisplay((display) =>
    run(runtime.executable, args, {
      env: { ...process.env, ...runtimeEnvironment(runtime), ...display?.environment },
    }),
  );
});
