import { ColorSwatch, Group, Text } from '@mantine/core';
import type { ChainEdgeKind } from '#shared/predictions/chain.ts';
import type { TypeLook } from '#shared/predictions/chainDrawing.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import classes from './ChainGraph.module.css';
import type { Curve } from './ChainCurves.tsx';

const kindWords: Readonly<Record<ChainEdgeKind, string>> = {
  onward: 'predicted next (thicker = higher rank)',
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
              </Group>
            ))}
        </Group>
      )}
    </div>
  );
}
