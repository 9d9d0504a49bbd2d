import { join } from 'node:path';
import { parseStartArguments, usage } from './setup/startArguments.mjs';
import { runtimeEnvironment } from './setup/electronRuntime.mjs';
import {
  prepareBuild,
  prepareElectron,
  prepareModules,
  prepareSystem,
  withDisplay,
} from './setup/prepare.mjs';
import { run } from './setup/process.mjs';
import { localCache, root } from './setup/repository.mjs';
import { sandboxArguments } from './setup/sandbox.mjs';
import { runScript, say } from './setup/say.mjs';
import { saveFirstScreenshot } from './setup/screenshot.mjs';

await runScript(async () => {
  const options = parseStartArguments(process.argv.slice(2));
  if (options.help) {
    process.stdout.write(usage);
    return 0;
  }
  await prepareModules();
  const app = options.app === undefined ? await builtApp(options.official) : await packagedApp(options.app);
  return withDisplay((display) => {
    const target = { ...app, env: { ...process.env, ...app.env, ...display?.environment } };
    return options.smoke ? smoke(target) : openWindow(target, options.forApp, display);
  });
});

/** @typedef {import('./setup/appWindow.mjs').Target} Target */

/**
 * @param {boolean} askAgain
 * @returns {Promise<Target>}
 */
async function builtApp(askAgain) {
  const runtime = await prepareElectron({ askAgain });
  await prepareBuild();
  return {
    executable: runtime.executable,
    args: [...sandboxArguments(), root],
    env: runtimeEnvironment(runtime),
  };
}

/**
 * @param {string} executable
 * @returns {Promise<Target>}
 */
async function packagedApp(executable) {
  await prepareSystem(executable);
  return { executable, args: sandboxArguments(), env: {} };
}

/** @param {Target} target */
async function smoke(target) {
  const { runSmoke } = await import('./smoke.mjs');
  return runSmoke(target);
}

/**
 * @param {Target} target
 * @param {readonly string[]} forApp
 * @param {import('./setup/display.mjs').Display | null} display
 */
async function openWindow({ executable, args, env }, forApp, display) {
  if (display === null) return run(executable, [...args, ...forApp], { env });
  const closed = new AbortController();
  const picture = join(localCache, 'first-window.png');
  const announce = () => say(`The window is open. Screenshot: ${picture}. Press Ctrl+C to close it.`);
  const screenshot = saveFirstScreenshot(display.readScreen, picture, announce, closed.signal);
  // Chromium logs messages about the missing desktop.
  const code = await run(executable, [...args, '--log-level=3', ...forApp], { env });
  closed.abort();
  await screenshot;
  return code;
}
