import type { AtomExplorerApi } from '#shared/ipc/contract.ts';

declare global {
  interface Window {
    /** Put there by the preload; the window's only way out. */
    readonly atomExplorer: AtomExplorerApi;
  }
}
