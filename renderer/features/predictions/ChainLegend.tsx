import type { ChainEdgeKind } from '#shared/predictions/chain.ts';
import type { TypeLook } from '#shared/predictions/chainDrawing.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import classes from './ChainGraph.module.css';
import type { Curve } from './ChainCurves.tsx';

const kindWords: Readonly<Record<ChainEdgeKind, string>> = {
  onward: 'predicted next; thicker: ranked higher',
  across: 'to a key met before',
  loop: 'loop',
};

interface ChainLegendProps {
  readonly looks: ReadonlyMap<string, TypeLook>;
  readonly curves: readonly Curve[];
}

/** What colours and lines mean, as far as they occur. */
export function ChainLegend({ looks, curves }: ChainLegendProps) {
  const kinds = new Set(curves.map(({ kind }) => kind));
  return (
    <div className={classes.legend}>
      <ul aria-label="Types of atoms">
        {[...looks.values()].map(({ type, colour, count }) => (
          <li key={type}>
            <span className={classes.swatch} style={{ background: colour }} aria-hidden />
            <span className={classes.typeName}>{visibleLine(type.slice(0, 60))}</span> {count}
          </li>
        ))}
      </ul>
      {kinds.size > 0 && (
        <ul aria-label="Lines">
          {(['onward', 'across', 'loop'] as const)
            .filter((kind) => kinds.has(kind))
            .map((kind) => (
              <li key={kind}>
                <span className={classes.line} data-kind={kind} aria-hidden />
                {kindWords[kind]}
              </li>
            ))}
        </ul>
      )}
    </div>
  );
}
