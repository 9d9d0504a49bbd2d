import type { KeySelection } from '#shared/domain/catalogueQuery.ts';
import type { CatalogueThread } from './catalogueThread.ts';
import type { Changed, KeyCall, KeyCalls, OpenedKeys } from './keyCalls.ts';
import { unpackKeys } from './packedKeys.ts';

export type { KeyNews } from './keyNews.ts';

type Answer<T> = T extends Changed<infer A> ? A : T;
type Asked = {
  readonly [C in Exclude<KeyCall, 'select'>]: (
    ...input: Parameters<KeyCalls[C]>
  ) => Promise<Answer<ReturnType<KeyCalls[C]>>>;
};

/** The keys known of one connection. They live in a worker thread, which handles calls one at a time. */
export interface KnownKeys extends Asked, OpenedKeys {
  /**
   * The selected keys, in batches. The selection is fixed by the first call: keys that are added or removed
   * later do not change it. Listed keys are used as they are, known or not.
   */
  readonly selected: (selection: KeySelection) => AsyncIterable<string[]>;
  readonly close: () => Promise<void>;
}

/** Number of keys in each batch of `selected`. */
const keysAtOnce = 1_000;

/** `changed`: called with the new revision after every change. */
export async function openKnownKeys(
  thread: CatalogueThread,
  folder: string,
  changed: (revision: number) => void,
): Promise<KnownKeys> {
  const opened = await thread.open(folder);
  const asked =
    <C extends KeyCall>(call: C) =>
    async (...input: Parameters<KeyCalls[C]>): Promise<Answer<ReturnType<KeyCalls[C]>>> => {
      const answer: unknown = await thread.ask(folder, call, ...input);
      if (!isChange(answer)) return answer as Answer<ReturnType<KeyCalls[C]>>;
      if (answer.isChanged) changed(answer.revision);
      return answer.answer as Answer<ReturnType<KeyCalls[C]>>;
    };
  const learn = asked('learn');
  return {
    learn: async (news) => news.length > 0 && learn(news),
    learnNames: asked('learnNames'),
    remembered: asked('remembered'),
    proven: asked('proven'),
    gone: asked('gone'),
    takeBatch: asked('takeBatch'),
    checkBatch: asked('checkBatch'),
    learnBatch: asked('learnBatch'),
    settle: asked('settle'),
    entries: asked('entries'),
    counts: asked('counts'),
    tree: asked('tree'),
    locateInTree: asked('locateInTree'),
    atoms: asked('atoms'),
    locateInAtoms: asked('locateInAtoms'),
    keys: asked('keys'),
    leafMap: asked('leafMap'),
    changeCounts: asked('changeCounts'),
    changes: asked('changes'),
    annotate: asked('annotate'),
    forget: asked('forget'),
    selected: async function* (selection) {
      yield* unpackKeys(await thread.ask(folder, 'select', selection), keysAtOnce);
    },
    held: asked('held'),
    noteRecord: asked('noteRecord'),
    ...opened,
    close: () => thread.closeStore(folder),
  };
}

function isChange(answer: unknown): answer is Changed<unknown> {
  return typeof answer === 'object' && answer !== null && 'isChanged' in answer;
}
