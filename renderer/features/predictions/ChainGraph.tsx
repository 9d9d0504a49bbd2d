import '@xyflow/react/dist/style.css';

import { Box, Stack } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { IconFocusCentered, IconMinus, IconPlus } from '@tabler/icons-react';
import {
  getViewportForBounds,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  type NodeTypes,
} from '@xyflow/react';
import { useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { shallow } from 'zustand/shallow';
import { chainEdges, type Chain } from '#shared/predictions/chain.ts';
import {
  boundsOf,
  nodeSize,
  typeLooks,
  typeOf,
  type Place,
  type Places,
} from '#shared/predictions/chainDrawing.ts';
import { createEdgeRoutes } from '#shared/predictions/edgeRoutes.ts';
import type { StatusOf } from '#shared/predictions/predictionStatus.ts';
import { IconButton } from '../../ui/Buttons.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { ChainCurves, ChainLegend, type Curve } from './ChainCurves.tsx';
import type { ChainViewProps } from './chainViewProps.ts';
import classes from './ChainGraph.module.css';
import { moveInChain } from './chainMoves.ts';
import { createKeeper } from './createKeeper.ts';
import { GraphActions, NodeCard, type CardActions, type CardNode, type NodeFacts } from './NodeCard.tsx';
import { useChainPlaces } from './chainPlaces.ts';
import { useGradually } from './useGradually.ts';

const nodeTypes: NodeTypes = { card: NodeCard };
/** The app does not zoom out further than this by itself, so that the text stays readable. */
const minFittedZoom = 0.35;
const fitPadding = 0.12;
/** Room for edges that arrive at the first column from the left. */
const startMargin = 44;
const animationMs = 200;
/** With more nodes than these, curves are not animated: redrawing them in every frame would block the window. */
const maxAnimatedNodes = 60;

/** The chain as a graph from left to right. */
export function ChainGraph(props: ChainViewProps) {
  return (
    <ReactFlowProvider>
      <Graph {...props} />
    </ReactFlowProvider>
  );
}

function Graph({ chain, selected, asking, status, onSelect, onAsk }: ChainViewProps) {
  const { places, error } = useChainPlaces(chain, selected);
  const looks = useMemo(() => typeLooks(chain), [chain]);
  const nodes = useGradually(useCards({ chain, places, selected, asking, status, looks }));
  const drawnNodes = useMemo(() => [...nodes], [nodes]);
  const curves = useCurves(chain, drawnNodes);
  const { setViewport, zoomIn, zoomOut, setCenter, getZoom } = useReactFlow();
  const duration = useReducedMotion() ? 0 : animationMs;

  const frame = useRef<HTMLDivElement>(null);
  const fit = useCallback(
    (minZoom: number): void => {
      const box = frame.current;
      if (box === null || places.size === 0) return;
      const [w, h] = [box.clientWidth, box.clientHeight];
      const bounds = boundsOf(places);
      const view = getViewportForBounds(bounds, w, h, minZoom, 1, fitPadding);
      const { x, y, zoom } = view;
      const start = places.get(chain.start);
      const isWhole = bounds.width * zoom <= w && bounds.height * zoom <= h;
      // A chain that does not fit is shown from its start.
      const shown =
        isWhole || start === undefined
          ? view
          : {
              x: bounds.width * zoom <= w ? x : startMargin - start.x * zoom,
              y: bounds.height * zoom <= h ? y : h / 2 - (start.y + nodeSize.height / 2) * zoom,
              zoom,
            };
      void setViewport(shown, { duration });
    },
    [places, chain.start, setViewport, duration],
  );
  // The view follows the growing chain until the user moves it.
  const isFollowing = useRef(true);
  useEffect(() => {
    if (isFollowing.current) fit(minFittedZoom);
  }, [fit]);
  const showAll = (): void => {
    isFollowing.current = true;
    fit(0);
  };
  const zoomCommands = [
    { label: 'Zoom in', key: '+', icon: IconPlus, run: () => void zoomIn({ duration }) },
    { label: 'Zoom out', key: '-', icon: IconMinus, run: () => void zoomOut({ duration }) },
    { label: 'Fit to view', key: '0', icon: IconFocusCentered, run: showAll },
  ];

  const byKeyboard = useRef(false);
  const latest = useRef({ onSelect, onAsk });
  useEffect(() => {
    latest.current = { onSelect, onAsk };
  }, [onSelect, onAsk]);
  const actions = useMemo(
    (): CardActions => ({
      select: (id) => {
        byKeyboard.current = false;
        latest.current.onSelect(id);
      },
      ask: (id) => {
        latest.current.onSelect(id);
        latest.current.onAsk(id);
      },
      takesFocus: () => byKeyboard.current,
    }),
    [],
  );

  const go = (to: string, place: Place): void => {
    isFollowing.current = false;
    byKeyboard.current = true;
    onSelect(to);
    const [x, y] = [place.x + nodeSize.width / 2, place.y + nodeSize.height / 2];
    void setCenter(x, y, { zoom: getZoom(), duration });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isOnCard = event.target instanceof Element && event.target.closest('[data-card]') !== null;
    const to = isOnCard ? moveInChain(chain, places, selected, event.key) : null;
    const place = to === null ? undefined : places.get(to);
    const command = {
      ...Object.fromEntries(zoomCommands.map(({ key, run }) => [key, run])),
      '=': () => void zoomIn({ duration }),
      ...(isOnCard && { Enter: () => onAsk(selected) }),
      ...(to !== null && place !== undefined && { [event.key]: () => go(to, place) }),
    }[event.key];
    if (command === undefined) return;
    event.preventDefault();
    command();
  };

  return (
    <div
      ref={frame}
      className={classes.graph}
      role="group"
      aria-label="Chain of predictions"
      data-many={chain.nodes.size > maxAnimatedNodes || undefined}
      onKeyDown={onKeyDown}
    >
      <GraphActions value={actions}>
        <ReactFlow
          aria-label="Graph"
          nodes={drawnNodes}
          nodeTypes={nodeTypes}
          nodesDraggable={false}
          nodesConnectable={false}
          nodesFocusable={false}
          elementsSelectable={false}
          disableKeyboardA11y
          deleteKeyCode={null}
          selectionKeyCode={null}
          multiSelectionKeyCode={null}
          panActivationKeyCode={null}
          zoomOnDoubleClick={false}
          minZoom={0.05}
          maxZoom={2}
          proOptions={{ hideAttribution: true }}
          onMoveStart={(event) => {
            // null if the app moved the view.
            if (event !== null) isFollowing.current = false;
          }}
        >
          <ChainCurves curves={curves} selected={selected} />
        </ReactFlow>
      </GraphActions>
      <ChainLegend looks={looks} curves={curves} />
      <Stack gap="2xs" pos="absolute" right={8} bottom={8} style={{ zIndex: 5 }}>
        {zoomCommands.map(({ label, key, icon, run }) => (
          <IconButton
            key={key}
            label={label}
            tooltip={`${label} (${key})`}
            tooltipSide="left"
            icon={icon}
            variant="default"
            onClick={run}
          />
        ))}
      </Stack>
      {error !== null && (
        <Box pos="absolute" top={8} left={8} right={8} style={{ zIndex: 5 }}>
          <ErrorNotice error={error} />
        </Box>
      )}
    </div>
  );
}

interface CardsInput {
  readonly chain: Chain;
  readonly places: Places;
  readonly selected: string;
  readonly asking: string | null;
  readonly status: StatusOf;
  readonly looks: ReturnType<typeof typeLooks>;
}

/** The nodes that have a position, for React Flow. An unchanged node stays the same object. */
function useCards({ chain, places, selected, asking, status, looks }: CardsInput): readonly CardNode[] {
  const [keep] = useState(() => createKeeper(isSameCard));
  return useMemo(
    () =>
      keep(
        [...chain.nodes.values()].flatMap((node): CardNode[] => {
          const place = places.get(node.id);
          if (place === undefined) return [];
          return [
            cardOf(node.id, place, {
              node,
              status: status(node.text),
              colour: looks.get(typeOf(node))?.colour ?? '',
              isSelected: node.id === selected,
              isStart: node.id === chain.start,
              isAsking: node.id === asking,
            }),
          ];
        }),
      ),
    [keep, chain, places, selected, asking, status, looks],
  );
}

const { width, height } = nodeSize;
function cardOf(id: string, place: Place, data: NodeFacts): CardNode {
  return {
    id,
    type: 'card',
    position: { ...place },
    data,
    width,
    height,
    measured: { width, height },
    style: { pointerEvents: 'all' },
  };
}

const comparedFacts = ['node', 'colour', 'isSelected', 'isStart', 'isAsking'] as const;

function isSameCard(before: CardNode, now: CardNode): boolean {
  const [one, other] = [before.data, now.data];
  return (
    isSamePlace(before.position, now.position) &&
    shallow(one.status, other.status) &&
    comparedFacts.every((fact) => one[fact] === other[fact])
  );
}

/** The edges between the drawn cards. An unchanged edge stays the same object. */
function useCurves(chain: Chain, cards: readonly CardNode[]): readonly Curve[] {
  const [keep] = useState(() => createKeeper(isSameCurve));
  const edges = useMemo(() => chainEdges(chain), [chain]);
  return useMemo(() => {
    const drawn = new Map(cards.map(({ id, position }) => [id, position]));
    const draw = createEdgeRoutes(drawn.values());
    return keep(
      edges.flatMap(({ from, to, kind, rank, share }): Curve[] => {
        const [start, end] = [drawn.get(from), drawn.get(to)];
        if (start === undefined || end === undefined) return [];
        const weighted = share === undefined ? { rank } : { rank, share };
        const d = draw({ kind, from: start, to: end, isSelf: from === to });
        return [{ id: `${from} > ${to}`, source: from, target: to, kind, ...weighted, d }];
      }),
    );
  }, [keep, edges, cards]);
}

function isSameCurve(before: Curve, now: Curve): boolean {
  return (
    before.kind === now.kind && before.rank === now.rank && before.share === now.share && before.d === now.d
  );
}

function isSamePlace(one: Place, other: Place): boolean {
  return one.x === other.x && one.y === other.y;
}
