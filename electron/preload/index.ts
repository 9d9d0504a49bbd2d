import { contextBridge, ipcRenderer } from 'electron';
import { ipcEvents } from '#shared/ipc/events.ts';

/** The names of all operations of the IPC contract, filled in by the build: the contract itself would bring zod along. */
declare const ipcOperationNames: readonly string[];

// What is built here is an AtomExplorerApi: the main process parses the inputs and shapes the answers.
const api: Record<string, unknown> = {};
for (const operation of ipcOperationNames) {
  api[operation] = (input?: unknown): Promise<unknown> => ipcRenderer.invoke(operation, input);
}
for (const event of Object.keys(ipcEvents)) {
  api[`on${event.charAt(0).toUpperCase()}${event.slice(1)}`] = (
    listener: (payload: unknown) => void,
  ): (() => void) => {
    // The IpcRendererEvent stays here: handed on, it would carry a way back to ipcRenderer.
    const forward = (_event: unknown, payload: unknown): void => listener(payload);
    ipcRenderer.on(event, forward);
    return () => {
      ipcRenderer.removeListener(event, forward);
    };
  };
}

contextBridge.exposeInMainWorld('atomExplorer', api);
