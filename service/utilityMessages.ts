/**
 * The calls of the app to the embedded service in its utility process: `start` once, and `stop` before the app quits. `lieAbout` is for
 * practice. Everything else uses HTTP.
 */
export interface ServiceCalls {
  readonly start: (options: {
    readonly dataFolder: string;
    /** API key with full scope, created by the app for this run and held in memory on both sides. */
    readonly apiKey: string;
    /** Fill an empty store with the demo memory. */
    readonly seedDemo: boolean;
  }) => Promise<{
    /** `http://127.0.0.1:PORT`. */
    readonly address: string;
    /**
     * The keys of the demo memory, if it was requested: the API cannot list keys, but the app may know those that it seeded
     * itself.
     */
    readonly sampleKeys: readonly string[];
  }>;
  /** From now on, the atom with this key is returned with a changed value; null: no atom is. */
  readonly lieAbout: (key: string | null) => Promise<null>;
  /** Ends the process, without a result. */
  readonly stop: () => Promise<never>;
}
