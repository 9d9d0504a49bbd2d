/** What the thread is given: where the packages are, for it cannot look them up itself. */
export interface EmbeddingWorkerData {
  readonly coreModule: string;
  readonly embeddingsModule: string;
  readonly modelModule: string;
}

export interface EmbeddingRequest {
  readonly id: number;
  readonly texts: readonly string[];
}

export type EmbeddingAnswer =
  | { readonly id: number; readonly vectors: readonly (readonly number[])[] }
  | { readonly id: number; readonly failure: string };

/** What is used of the thread's port. */
interface Port {
  on(event: 'message', listener: (request: EmbeddingRequest) => void): void;
  postMessage(answer: EmbeddingAnswer): void;
}

/** What is used of `@energetic-ai/core`, `@energetic-ai/embeddings` and a model package. */
interface Model {
  embed(texts: readonly string[]): Promise<readonly (readonly number[])[]>;
}
interface Packages {
  readonly ready: () => Promise<void>;
  readonly initModel: (source: unknown) => Promise<Model>;
  readonly modelSource: unknown;
}

/**
 * Runs in a thread of its own: embedding a batch takes many milliseconds of pure computing. Its source text is
 * handed to the thread, so it uses nothing but its arguments; a file of its own would have to be found again in every
 * bundle and package.
 */
export function runEmbeddingWorker(
  load: (path: string) => Packages,
  { coreModule, embeddingsModule, modelModule }: EmbeddingWorkerData,
  port: Port,
): void {
  // `initModel` reads the model while it waits for what computes, and fails where the reading is done first.
  const loading = Promise.resolve()
    .then(() => load(coreModule).ready())
    .then(() => load(embeddingsModule).initModel(load(modelModule).modelSource));
  // Told with the first request.
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
