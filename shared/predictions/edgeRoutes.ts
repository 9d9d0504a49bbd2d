import type { ChainEdgeKind } from './chain.ts';
import { nodeSize, type Place } from './chainDrawing.ts';

/** An edge, by the places of its ends. */
export interface RoutedEdge {
  readonly kind: ChainEdgeKind;
  readonly from: Place;
  readonly to: Place;
  /** From a node to itself. */
  readonly isSelf: boolean;
}

/** Draws an edge as SVG path data. Edges of one kind of way have the same commands, so that one can turn into another smoothly. */
export type DrawEdge = (edge: RoutedEdge) => string;

type Point = readonly [x: number, y: number];

const { width, height } = nodeSize;
/** Between an edge and a node that it passes, in pixels. */
const clearance = 7;
const radius = 9;
/** Vertical parts beside a column: the first one, the distance to the next, and how many there are. */
const lanes = { first: 12, step: 7, count: 4 } as const;
/** About the height of a row. */
const rowHeight = 66;

/**
 * Draws edges between nodes that stand in columns, so that no edge passes behind another node. An edge to the next column, or within
 * one, is a curve between the columns. Any other leaves to the right, passes the columns where there is room, and arrives from the left.
 */
export function createEdgeRoutes(places: Iterable<Place>): DrawEdge {
  const columns = new Map<number, number[]>();
  for (const { x, y } of places) {
    const column = columns.get(Math.round(x));
    if (column === undefined) columns.set(Math.round(x), [y]);
    else column.push(y);
  }
  /** The height next to `wished` at which nothing between two x is in the way. */
  const freeHeight = (left: number, right: number, wished: number): number => {
    const taken = [...columns].flatMap(([x, tops]) => (x + width > left && x < right ? tops : []));
    const isFree = (y: number): boolean =>
      taken.every((top) => y <= top - clearance || y >= top + height + clearance);
    const free = [wished, ...taken.flatMap((top) => [top - clearance, top + height + clearance])].filter(
      isFree,
    );
    return free.reduce(
      (best, y) => (Math.abs(y - wished) < Math.abs(best - wished) ? y : best),
      free[0] ?? wished,
    );
  };
  const around = (from: Place, to: Place): string => {
    const isBack = to.x <= from.x;
    const share = isBack ? 0.75 : 0.5;
    const [startY, endY] = [from.y + height * share, to.y + height * share];
    const leaves = from.x + width + laneOf(from);
    const arrives = to.x - laneOf(to);
    const wished = isBack ? Math.max(startY, endY) : (startY + endY) / 2;
    const y = freeHeight(Math.min(leaves, arrives), Math.max(leaves, arrives), wished);
    return rounded([
      [from.x + width, startY],
      [leaves, startY],
      [leaves, y],
      [arrives, y],
      [arrives, endY],
      [to.x, endY],
    ]);
  };
  return ({ kind, from, to, isSelf }) => {
    const right = from.x + width;
    if (isSelf) {
      const [top, bottom] = [from.y + height * 0.2, from.y + height * 0.8];
      return curve([right, top], [right + 40, top - 8], [right + 40, bottom + 8], [right, bottom]);
    }
    if (Math.abs(to.x - from.x) < 1) {
      const [y, end] = [from.y + height * 0.7, to.y + height * 0.3];
      const bulge = right + Math.min(52, 26 + Math.abs(end - y) * 0.06);
      return curve([right, y], [bulge, y], [bulge, end], [right, end]);
    }
    const isNext = to.x > right && ![...columns.keys()].some((x) => x > from.x + 1 && x < to.x - 1);
    if (kind === 'loop' || !isNext) return around(from, to);
    const [y, end] = [from.y + height / 2, to.y + height / 2];
    const bend = Math.max(24, (to.x - right) / 2);
    return curve([right, y], [right + bend, y], [to.x - bend, end], [to.x, end]);
  };
}

/** So that edges of neighboring rows do not cover each other. */
function laneOf({ y }: Place): number {
  const row = Math.abs(Math.round(y / rowHeight));
  return lanes.first + lanes.step * (row % lanes.count);
}

function curve(from: Point, leaving: Point, arriving: Point, to: Point): string {
  return `M${text(from)} C${text(leaving)} ${text(arriving)} ${text(to)}`;
}

/** Straight lines with round corners. */
function rounded(points: readonly Point[]): string {
  const [start = [0, 0]] = points;
  const parts = points.slice(1, -1).map((corner, index) => {
    const [before = corner, after = corner] = [points[index], points[index + 2]];
    return `L${text(towards(corner, before))} Q${text(corner)} ${text(towards(corner, after))}`;
  });
  return [`M${text(start)}`, ...parts, `L${text(points.at(-1) ?? start)}`].join(' ');
}

/** The point of a line where its corner begins. */
function towards([x, y]: Point, [otherX, otherY]: Point): Point {
  const length = Math.hypot(otherX - x, otherY - y);
  const part = length === 0 ? 0 : Math.min(radius, length / 2) / length;
  return [x + (otherX - x) * part, y + (otherY - y) * part];
}

function text([x, y]: Point): string {
  return `${Math.round(x * 10) / 10},${Math.round(y * 10) / 10}`;
}
