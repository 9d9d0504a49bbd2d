/**
 * What the app and the embedded service say to each other when the service runs as a utility process.
 * The app sends `start` once, and `stop` before it quits; everything else goes over HTTP.
 */
export type ToService =
  | {
      readonly type: 'start';
      readonly dataFolder: string;
      /** API key with full scope, made by the app for this run and kept in memory on both sides. */
      readonly apiKey: string;
      /** Fill an empty store with the sample memory. */
      readonly seedDemo: boolean;
    }
  | { readonly type: 'stop' };

export type FromService =
  /**
   * `address` is `http://127.0.0.1:PORT`. `sampleKeys` are the keys of the sample memory, if it was asked for:
   * the interface has no way to list keys, and the app may know those that it had written itself.
   */
  | { readonly type: 'ready'; readonly address: string; readonly sampleKeys: readonly string[] }
  | { readonly type: 'failed'; readonly message: string };
