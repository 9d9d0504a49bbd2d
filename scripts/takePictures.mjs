import { parseArgs } from 'node:util';
import { createCamera } from './pictures/camera.mjs';
import { photographKit } from './pictures/kit.mjs';
import { scenes } from './pictures/scenes.mjs';
import { withFaultyService } from './pictures/faultyService.mjs';
import { withAppWindow } from './setup/appWindow.mjs';
import { root } from './setup/repository.mjs';
import { sandboxArguments } from './setup/sandbox.mjs';
import { runScript, say, SetupError } from './setup/say.mjs';

/** Started by pictures.mjs, where there are an Electron, a build, a screen, and a keyring. */
await runScript(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { size: { type: 'string', default: '1440x900' }, zoom: { type: 'string', default: '100' } },
  });
  const [width, height] = values.size.split('x').map(Number);
  if (!width || !height) throw new SetupError('--size wants a width and a height, such as 1440x900.');
  const zoom = Number(values.zoom);
  if (!(zoom >= 50 && zoom <= 300)) throw new SetupError('--zoom wants percent from 50 to 300.');
  const unknown = positionals.filter((name) => !scenes.has(name) && name !== 'kit');
  if (unknown.length > 0) {
    throw new SetupError(
      `Unknown scene: ${unknown.join(', ')}. Scenes: ${[...scenes.keys(), 'kit'].join(', ')}.`,
    );
  }
  const chosen = [...scenes].filter(([name]) => positionals.length === 0 || positionals.includes(name));
  const executable = process.env['ELECTRON_EXEC_PATH'];
  if (executable === undefined) throw new SetupError('Run npm run pictures instead.');
  const target = { executable, args: [...sandboxArguments(), root], env: process.env };
  for (const [name, play] of chosen) {
    say(`--- ${name}`);
    await withFaultyService((service) =>
      withAppWindow(target, async (window, app) => {
        window.setDefaultTimeout(20_000);
        // Answered once all parts are loaded. During that, V8 may collect the promise of what is evaluated in the main process.
        await window.evaluate('window.atomExplorer.appInfo()');
        const shoot = await createCamera(window, app, { width, height, zoom });
        // No picture shows the system's dialogs: whoever is asked whether to connect to a server says yes.
        await app.evaluate(({ dialog }) => {
          dialog.showMessageBox = async () => ({ response: 1, checkboxChecked: false });
        });
        await play({ window, app, shoot, service });
      }),
    );
  }
  if (positionals.length === 0 || positionals.includes('kit')) {
    say('--- kit');
    await photographKit(executable);
  }
  return 0;
});
