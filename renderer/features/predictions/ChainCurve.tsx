import { BaseEdge, type Edge, type EdgeProps } from '@xyflow/react';
import { memo } from 'react';
import type { ChainEdgeKind } from '#shared/predictions/chain.ts';
import { edgeCurve, type Place } from '#shared/predictions/chainDrawing.ts';

export interface CurveFacts extends Record<string, unknown> {
  readonly kind: ChainEdgeKind;
  readonly rank: number;
  readonly from: Place;
  readonly to: Place;
}

export type CurveEdge = Edge<CurveFacts, 'curve'>;

/** An edge of a chain, drawn as in the exported pictures. */
export const ChainCurve = memo(function ChainCurve({
  id,
  source,
  target,
  data,
  markerEnd,
}: EdgeProps<CurveEdge>) {
  if (data === undefined) return null;
  const { kind, from, to, rank } = data;
  return (
    <BaseEdge
      id={id}
      path={edgeCurve(kind, from, to, source === target)}
      data-kind={kind}
      data-rank={Math.min(rank, 4)}
      interactionWidth={0}
      {...(markerEnd === undefined ? {} : { markerEnd })}
    />
  );
});
