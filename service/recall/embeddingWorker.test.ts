import { expect, it } from 'vitest';
import { runEmbeddingWorker, type EmbeddingResult, type EmbeddingRequest } from './embeddingWorker.ts';

it('does not read the model before the backend is ready, however slow that is', async () => {
  const happened: string[] = [];
  const modelSource = async () => {
    happened.push('read');
  };
  let begin = (): void => undefined;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  let becomeReady = (): void => undefined;
  const ready = () => {
    begin();
    return new Promise<void>((resolve) => {
      becomeReady = () => {
        happened.push('ready');
        resolve();
      };
    });
  };
  const initModel = async () => {
    await modelSource();
    return { embed: async (texts: readonly string[]) => texts.map((text) => [text.length]) };
  };
  let ask: (request: EmbeddingRequest) => void = () => undefined;
  const answer = new Promise<EmbeddingResult>((resolve) => {
    runEmbeddingWorker(
      () => ({ ready, initModel, modelSource }),
      { coreModule: 'core', embeddingsModule: 'embeddings', modelModule: 'model' },
      { on: (_event, listener) => (ask = listener), postMessage: resolve },
    );
  });
  ask({ id: 7, input: [['four']] });
  await begun;
  becomeReady();
  expect(await answer).toEqual({ id: 7, ok: true, value: [[4]] });
  expect(happened).toEqual(['ready', 'read']);
});
