import { runtimeEnvironment } from './setup/electronRuntime.mjs';
import { withDesktops } from './setup/desktops.mjs';
import { npm } from './setup/npm.mjs';
import { prepareBuild, prepareElectron, prepareModules } from './setup/prepare.mjs';
import { run } from './setup/process.mjs';
import { runScript } from './setup/say.mjs';

/**
 * `npm run test:current`: the main jobs in the newest Chromium of the system, whose V8 is as new as that of the shipped Electron. The
 * tests of every run use the Chromium of an older Electron, and regular expressions of one have meant something else in the other.
 */
await runScript(async () => {
  await prepareModules();
  const own = process.env['ATOM_EXPLORER_CHROMIUM'];
  const runtime = await prepareElectron({
    programs: [
      'dbus-run-session',
      'gnome-keyring-daemon',
      'secret-tool',
      ...(own === undefined ? /** @type {const} */ (['chromium']) : []),
    ],
  });
  await prepareBuild();
  const env = { ...process.env, ...runtimeEnvironment(runtime) };
  const playwright = ['playwright', 'test', '--config', 'e2e/current/playwright.config.ts'];
  return withDesktops(1, env, (desktops) =>
    run(...npm(['exec', '--', ...playwright, ...process.argv.slice(2)]), {
      env: { ...env, ATOM_EXPLORER_DESKTOPS: JSON.stringify(desktops) },
    }),
  );
});
