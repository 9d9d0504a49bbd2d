// Makes a demo memory in the folder given: node makeDemoMemory.mjs FOLDER. In a process of its own, because Vite, which
// loads the sources of the service, sets NODE_ENV.
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

// The thread with the model keeps no process alive.
const alive = setInterval(() => undefined, 60_000);
const source = fileURLToPath(new URL('demoMemory.ts', import.meta.url));
/** @type {{ module: { makeDemoMemory: (folder: string) => Promise<void> } }} */
const { module } = await runnerImport(source, { configFile: false, logLevel: 'warn' });
await module.makeDemoMemory(process.argv[2] ?? '');
clearInterval(alive);
