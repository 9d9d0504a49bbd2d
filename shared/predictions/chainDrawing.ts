import type { Chain, ChainNode } from './chain.ts';

/** Top left corner of a node, in pixels. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

export type Places = ReadonlyMap<string, Place>;

/** Every node has this size, in pixels. */
export const nodeSize = { width: 232, height: 50 } as const;

/** The least rectangle around all nodes. There must be one. */
export function boundsOf(places: Places): Place & { readonly width: number; readonly height: number } {
  const xs = [...places.values()].map(({ x }) => x);
  const ys = [...places.values()].map(({ y }) => y);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [right, bottom] = [Math.max(...xs), Math.max(...ys)];
  return {
    x: left,
    y: top,
    width: right - left + nodeSize.width,
    height: bottom - top + nodeSize.height,
  };
}

/** Moves the whole drawing so that one node stays where it was. Unchanged if the node had no place before. */
export function keepInPlace(places: Places, before: Places, id: string): Places {
  const now = places.get(id);
  const then = before.get(id);
  if (now === undefined || then === undefined) return places;
  const [dx, dy] = [then.x - now.x, then.y - now.y];
  return new Map([...places].map(([key, { x, y }]) => [key, { x: x + dx, y: y + dy }]));
}

/** The first two segments of a key, by which atoms are told apart in a drawing; the query is a type of its own. */
export function typeOf({ kind, text }: ChainNode): string {
  return kind === 'query' ? queryType : text.split('.').slice(0, 2).join('.');
}

const queryType = 'query';

/** Distinct colors that are visible on light and dark backgrounds and differ from the colors of verdicts. */
const typeColours = [
  '#3b7dd8',
  '#8b5cd6',
  '#0f93a3',
  '#c4509a',
  '#7a6a58',
  '#5566b0',
  '#b0628a',
  '#4a8699',
] as const;
const otherColour = '#7a8392';

export interface TypeLook {
  readonly type: string;
  readonly colour: string;
  /** Nodes of that type. */
  readonly count: number;
}

/** A color for each type, in the order met; from the ninth type on they share one. */
export function typeLooks(chain: Chain): ReadonlyMap<string, TypeLook> {
  const looks = new Map<string, TypeLook>();
  for (const node of chain.nodes.values()) {
    const type = typeOf(node);
    const look = looks.get(type) ?? { type, colour: typeColours[looks.size] ?? otherColour, count: 0 };
    looks.set(type, { ...look, count: look.count + 1 });
  }
  return looks;
}
