/**
 * Messages between the app and the embedded service in its utility process. The app sends `start` once, and
 * `stop` before it quits; everything else uses HTTP.
 */
export type ToService =
  | {
      readonly type: 'start';
      readonly dataFolder: string;
      /** API key with full scope, created by the app for this run and held in memory on both sides. */
      readonly apiKey: string;
      /** Fill an empty store with the demo memory. */
      readonly seedDemo: boolean;
    }
  | { readonly type: 'stop' };

export type FromService =
  /**
   * `address` is `http://127.0.0.1:PORT`. `sampleKeys` are the keys of the demo memory, if it was requested:
   * the API cannot list keys, but the app may know those that it seeded itself.
   */
  | { readonly type: 'ready'; readonly address: string; readonly sampleKeys: readonly string[] }
  | { readonly type: 'failed'; readonly message: string };
