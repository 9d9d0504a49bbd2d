import { demoAtoms } from '../../service/demo/demoMemory.ts';
import { createEmbedder } from '../../service/recall/embedder.ts';
import { createRecall } from '../../service/recall/recall.ts';
import { seedDemo } from '../../service/seedDemo.ts';
import { createAtomStore } from '../../service/store/atomStore.ts';
import { openDatabase } from '../../service/store/database.ts';
import { createLearnedContextStore } from '../../service/store/learnedContextStore.ts';
import { createVectorStore } from '../../service/store/vectorStore.ts';

/**
 * Fills a folder with the demo memory as its service leaves it after its first run: with the vector of every key. Computing
 * them takes longer than most tests of the window do.
 */
export async function makeDemoMemory(folder: string): Promise<void> {
  const fail = (problem: unknown): never => {
    throw new Error(`The demo memory could not be made: ${String(problem)}`);
  };
  const database = await openDatabase(folder);
  const atomStore = createAtomStore(database, Date.now);
  const learnedContextStore = createLearnedContextStore(database, fail);
  await seedDemo(atomStore, learnedContextStore);
  let problem: string | null = null;
  const recall = createRecall({
    embedder: createEmbedder(),
    vectorStore: createVectorStore(database),
    log: (line) => (problem = line),
  });
  for (const { key } of demoAtoms) recall.add(key);
  recall.start();
  await recall.settled();
  await recall.close();
  await atomStore.settled();
  await learnedContextStore.flush();
  await database.level.close();
  if (problem !== null) fail(problem);
}
