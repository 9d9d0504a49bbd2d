import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nodeSize, type Place } from './chainDrawing.ts';
import { createEdgeRoutes } from './edgeRoutes.ts';

type Point = readonly [x: number, y: number];

const { width, height } = nodeSize;
/** As they are laid out: columns with a gap of 60 pixels, and at least 16 pixels between nodes. */
const columnStep = width + 60;
const columns = fc.array(
  fc.record({
    top: fc.integer({ min: -200, max: 200 }),
    gaps: fc.array(fc.integer({ min: 16, max: 140 }), { minLength: 1, maxLength: 5 }),
  }),
  { minLength: 1, maxLength: 5 },
);

function placesIn(drawn: readonly { readonly top: number; readonly gaps: readonly number[] }[]): Place[] {
  return drawn.flatMap(({ top, gaps }, column) => {
    let y = top;
    return gaps.map((gap) => {
      const place = { x: column * columnStep, y };
      y += height + gap;
      return place;
    });
  });
}

/** Points along a path, close to each other. */
function pointsOf(path: string): readonly Point[] {
  const steps = Array.from({ length: 41 }, (_, at) => at / 40);
  let last: Point = [0, 0];
  return [...path.matchAll(/([MLQC])([^MLQC]*)/g)].flatMap(([, command, numbers = '']) => {
    const found = numbers
      .trim()
      .split(' ')
      .map((pair): Point => {
        const [x = NaN, y = NaN] = pair.split(',').map(Number);
        return [x, y];
      });
    const controls = [last, ...found];
    last = found.at(-1) ?? last;
    return command === 'M' ? found : steps.map((part) => bezier(controls, part));
  });
}

function bezier(points: readonly Point[], part: number): Point {
  if (points.length === 1) return points[0] ?? [NaN, NaN];
  const next = points.slice(1).map(([x, y], at): Point => {
    const [fromX, fromY] = points[at] ?? [NaN, NaN];
    return [fromX + (x - fromX) * part, fromY + (y - fromY) * part];
  });
  return bezier(next, part);
}

const isInside = ([x, y]: Point, node: Place): boolean =>
  x > node.x + 0.1 && x < node.x + width - 0.1 && y > node.y + 0.1 && y < node.y + height - 0.1;

describe('the edges of a chain', () => {
  it('pass behind no node', () => {
    fc.assert(
      fc.property(columns, fc.nat(), fc.nat(), fc.boolean(), (drawn, one, other, isLoop) => {
        const places = placesIn(drawn);
        const [from = { x: 0, y: 0 }, to = { x: 0, y: 0 }] = [one, other].map(
          (at) => places[at % places.length],
        );
        const draw = createEdgeRoutes(places);
        const path = draw({ kind: isLoop ? 'loop' : 'across', from, to, isSelf: from === to });
        const points = pointsOf(path);
        expect(points.length).toBeGreaterThan(1);
        expect(points.flat().every(Number.isFinite)).toBe(true);
        expect(points.filter((point) => places.some((node) => isInside(point, node)))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('have the same commands wherever their ends are, so that one can turn into another', () => {
    const commands = (path: string): string => path.replaceAll(/[^MLQC]/g, '');
    const draw = createEdgeRoutes(
      placesIn(Array.from({ length: 3 }, () => ({ top: 0, gaps: [16, 16, 16] }))),
    );
    const loops = [0, 66, 132].flatMap((y) =>
      [0, 66, 132].map((end) =>
        commands(draw({ kind: 'loop', from: { x: 2 * columnStep, y }, to: { x: 0, y: end }, isSelf: false })),
      ),
    );
    expect(new Set(loops)).toEqual(new Set(['MLQLQLQLQL']));
  });
});
