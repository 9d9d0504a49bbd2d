import { demoAtoms } from '../../service/demo/demoMemory.ts';
import { createEmbedder } from '../../service/recall/embedder.ts';
import { createRecall } from '../../service/recall/recall.ts';
import { seedDemo } from '../../service/seedDemo.ts';
import { openStores } from '../../service/store/openStores.ts';

/**
 * Fills a folder with the demo memory as its service leaves it after its first run: with the vector of every key. Computing
 * them takes longer than most tests of the window do.
 */
export async function makeDemoMemory(folder: string): Promise<void> {
  const fail = (problem: unknown): never => {
    throw new Error(`The demo memory could not be made: ${String(problem)}`);
  };
  const stores = await openStores({ kind: 'folder', folder }, { clock: Date.now, log: fail });
  await seedDemo(stores.atoms, stores.predictions);
  let problem: string | null = null;
  const recall = createRecall({
    embedder: createEmbedder(),
    vectorStore: stores.vectors,
    log: (line) => (problem = line),
  });
  for (const { key } of demoAtoms) recall.add(key);
  recall.start();
  await recall.settled();
  await recall.close();
  await stores.close();
  if (problem !== null) fail(problem);
}
