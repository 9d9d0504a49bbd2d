import { createElement, createRef } from 'react';
import { createRoot } from 'react-dom/client';
import { Tree, type TreeApi } from 'react-arborist';
import { sampleKeys } from './sampleKeys.ts';

/** react-arborist with the same keys in the same Electron, with its default rows. */
interface PeerNode {
  readonly id: string;
  readonly name: string;
  readonly children?: PeerNode[];
}

declare global {
  interface Window {
    /** Resolves with the milliseconds until its rows are shown, with all folders open. */
    mountPeer: (keys: number) => Promise<number>;
    /** Folds or unfolds; resolves with the milliseconds until that is drawn. */
    togglePeer: (path: string) => Promise<number>;
  }
}

const tree = createRef<TreeApi<PeerNode>>();

function nested(keys: readonly string[]): PeerNode[] {
  const top: PeerNode[] = [];
  const folders = new Map<string, PeerNode[]>([['', top]]);
  const childrenOf = (path: string): PeerNode[] => {
    const known = folders.get(path);
    if (known !== undefined) return known;
    const children: PeerNode[] = [];
    const split = path.lastIndexOf('.');
    childrenOf(path.slice(0, Math.max(0, split))).push({ id: path, name: path.slice(split + 1), children });
    folders.set(path, children);
    return children;
  };
  for (const key of keys) {
    const split = key.lastIndexOf('.');
    childrenOf(key.slice(0, split)).push({ id: key, name: key.slice(split + 1) });
  }
  return top;
}

/** When the frame after the next one has started, the next one is drawn. */
function drawn(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
}

async function rowsDrawn(): Promise<void> {
  while (document.querySelector('[role="treeitem"]') === null) await drawn();
}

window.mountPeer = async (count) => {
  const initialData = nested(sampleKeys(count));
  const root = document.getElementById('root');
  if (root === null) throw new Error('The page has no root.');
  const start = performance.now();
  createRoot(root).render(
    createElement(Tree<PeerNode>, {
      ref: tree,
      initialData,
      openByDefault: true,
      width: 400,
      height: 800,
      disableDrag: true,
      disableDrop: true,
    }),
  );
  await rowsDrawn();
  return performance.now() - start;
};

window.togglePeer = async (path) => {
  const start = performance.now();
  tree.current?.toggle(path);
  await drawn();
  return performance.now() - start;
};
