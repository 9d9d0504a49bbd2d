/** The thread's input: where the packages are, because it cannot resolve them itself. */
export interface EmbeddingWorkerData {
  readonly coreModule: string;
  readonly embeddingsModule: string;
  readonly modelModule: string;
}

export interface EmbeddingRequest {
  readonly id: number;
  readonly texts: readonly string[];
}

export type EmbeddingResult =
  | { readonly id: number; readonly vectors: readonly (readonly number[])[] }
  | { readonly id: number; readonly failure: string };

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
  port.on('message', ({ id, texts }) => {
    loading
      .then((model) => model.embed(texts))
      .then(
        (vectors) => port.postMessage({ id, vectors }),
        (error: unknown) => port.postMessage({ id, failure: String(error) }),
      );
  });
}
