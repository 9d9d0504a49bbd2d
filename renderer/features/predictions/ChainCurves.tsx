import { ColorSwatch, Group, Text } from '@mantine/core';
import { ViewportPortal } from '@xyflow/react';
import { memo } from 'react';
import type { ChainEdgeKind } from '#shared/predictions/chain.ts';
import type { TypeLook } from '#shared/predictions/chainDrawing.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import classes from './ChainGraph.module.css';

/** An edge as it is drawn. */
export interface Curve {
  readonly id: string;
  readonly source: string;
  readonly target: string;
  readonly kind: ChainEdgeKind;
  readonly rank: number;
  /** The share of its weight, in [0, 1]; absent if the service gives no weights. */
  readonly share?: number;
  /** SVG path data. */
  readonly d: string;
}

interface ChainCurvesProps {
  readonly curves: readonly Curve[];
  readonly selected: string;
}

/**
 * The edges, behind the cards and drawn as in exported images. React Flow's own edges would measure every card again to
 * find where to attach them.
 */
export function ChainCurves({ curves, selected }: ChainCurvesProps) {
  return (
    <ViewportPortal>
      <svg className={classes.curves} aria-hidden>
        <defs>
          <ArrowHead id="chain-arrow" />
          <ArrowHead id="chain-arrow-lit" />
        </defs>
        {curves.map((curve) => (
          <CurveLine
            key={curve.id}
            curve={curve}
            isLit={curve.source === selected || curve.target === selected}
          />
        ))}
      </svg>
    </ViewportPortal>
  );
}

const maxRank = 4;

/** Which of the four widths a line has, from 1, the thickest: by its weight if the service gives one. */
function widthRank({ rank, share }: Curve): number {
  return share === undefined ? Math.min(rank, maxRank) : maxRank - Math.round(share * (maxRank - 1));
}

const CurveLine = memo(function CurveLine({
  curve,
  isLit,
}: {
  readonly curve: Curve;
  readonly isLit: boolean;
}) {
  const { kind, d } = curve;
  const isMarked = isLit || kind === 'loop';
  return (
    <path
      className={classes.curve}
      d={d}
      data-kind={kind}
      data-rank={widthRank(curve)}
      data-lit={isLit || undefined}
      markerEnd={`url(#chain-arrow${isMarked ? '-lit' : ''})`}
    />
  );
});

function ArrowHead({ id }: { readonly id: string }) {
  return (
    <marker
      id={id}
      viewBox="0 0 10 10"
      refX={9}
      refY={5}
      markerWidth={9}
      markerHeight={9}
      markerUnits="userSpaceOnUse"
      orient="auto"
    >
      <path className={classes.arrow} data-lit={id.endsWith('lit') || undefined} d="M0,0 L10,5 L0,10 z" />
    </marker>
  );
}

const kindWords: Readonly<Record<ChainEdgeKind, string>> = {
  onward: 'predicted next',
  across: 'to a key seen before',
  loop: 'loop',
};

interface ChainLegendProps {
  readonly looks: ReadonlyMap<string, TypeLook>;
  readonly curves: readonly Curve[];
}

/** Explains the colors and lines that occur in the graph. */
export function ChainLegend({ looks, curves }: ChainLegendProps) {
  const kinds = new Set(curves.map(({ kind }) => kind));
  const areWeighted = curves.some(({ share }) => share !== undefined);
  return (
    <div className={classes.legend}>
      <Group gap="md" fz="xs" c="dimmed" role="list" aria-label="Atom types">
        {[...looks.values()].map(({ type, colour, count }) => (
          <Group key={type} gap="2xs" role="listitem">
            <ColorSwatch size={10} radius="xs" color={colour} withShadow={false} aria-hidden />
            <Text inherit span truncate ff="monospace" className={classes.typeName ?? ''}>
              {visibleLine(type.slice(0, 60))}
            </Text>
            {count}
          </Group>
        ))}
      </Group>
      {kinds.size > 0 && (
        <Group gap="md" fz="xs" c="dimmed" role="list" aria-label="Lines">
          {(['onward', 'across', 'loop'] as const)
            .filter((kind) => kinds.has(kind))
            .map((kind) => (
              <Group key={kind} gap="2xs" role="listitem">
                <span className={classes.line} data-kind={kind} aria-hidden />
                {kindWords[kind]}
                {kind === 'onward' &&
                  (areWeighted ? ' (thicker = greater weight)' : ' (thicker = higher rank)')}
              </Group>
            ))}
        </Group>
      )}
    </div>
  );
}
