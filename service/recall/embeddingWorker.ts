import type { FromServer } from '#shared/async/rpc.ts';

/** The thread's input: where the packages are, because it cannot resolve them itself. */
export interface EmbeddingWorkerData {
  readonly coreModule: string;
  readonly embeddingsModule: string;
  readonly modelModule: string;
}

export interface EmbeddingCalls {
  readonly embed: (texts: readonly string[]) => readonly (readonly number[])[];
}

/** A call of `embed`, and its result, as between `createCaller` and `serve`. */
export interface EmbeddingRequest {
  readonly id: number;
  readonly input: readonly [texts: readonly string[]];
}
export type EmbeddingResult = Extract<FromServer, { readonly ok: boolean }>;

/** The part of the thread's port that is used. */
interface Port {
  on(event: 'message', listener: (request: EmbeddingRequest) => void): void;
  postMessage(answer: EmbeddingResult): void;
}

/** The parts of `@energetic-ai/core`, `@energetic-ai/embeddings`, and a model package that are used. */
interface Model {
  embed(texts: readonly string[]): Promise<readonly (readonly number[])[]>;
}
interface Packages {
  readonly ready: () => Promise<void>;
  readonly initModel: (source: unknown) => Promise<Model>;
  readonly modelSource: unknown;
}

/**
 * Runs in its own thread, because embedding a batch takes many milliseconds of computing. Its source text is
 * passed to the thread, so it uses only its arguments; a separate file would have to be located in every
 * bundle and package.
 */
export function runEmbeddingWorker(
  load: (path: string) => Packages,
  { coreModule, embeddingsModule, modelModule }: EmbeddingWorkerData,
  port: Port,
): void {
  // `initModel` reads the model while it waits for the backend, and fails if reading finishes first.
  const loading = Promise.resolve()
    .then(() => load(coreModule).ready())
    .then(() => load(embeddingsModule).initModel(load(modelModule).modelSource));
  // Reported with the first request.
  loading.catch(() => undefined);
  port.on('message', ({ id, input: [texts] }) => {
    loading
      .then((model) => model.embed(texts))
      .then(
        (value) => port.postMessage({ id, ok: true, value }),
        (error: unknown) =>
          port.postMessage({ id, ok: false, failure: { name: 'Error', message: String(error), code: null } }),
      );
  });
}
