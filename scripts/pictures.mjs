import { join } from 'node:path';
import { runtimeEnvironment } from './setup/electronRuntime.mjs';
import { runInKeyringSession } from './setup/keyringSession.mjs';
import { prepareBuild, prepareElectron, prepareModules, withDisplay } from './setup/prepare.mjs';
import { root } from './setup/repository.mjs';
import { runScript } from './setup/say.mjs';

/** Takes screenshots of all screens of the app: `npm run pictures -- [--size 1000x640] [--zoom 200] [name ...]`. */
await runScript(async () => {
  await prepareModules();
  const runtime = await prepareElectron({ programs: ['dbus-run-session', 'gnome-keyring-daemon'] });
  await prepareBuild();
  return withDisplay((display) =>
    // In a separate keyring, so that the pictures show saved keys and the user's keychain is not changed.
    runInKeyringSession(
      process.execPath,
      [join(root, 'scripts/takePictures.mjs'), ...process.argv.slice(2)],
      { ...process.env, ...runtimeEnvironment(runtime), ...display?.environment },
    ),
  );
});
