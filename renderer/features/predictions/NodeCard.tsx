import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import type { Node, NodeProps } from '@xyflow/react';
import { IconAlertTriangle, IconChevronRight } from '@tabler/icons-react';
import { createContext, memo, useContext, useEffect, useRef } from 'react';
import { isAnsweredForAnother, type ChainNode } from '#shared/predictions/chain.ts';
import type { PredictionStatus } from '#shared/predictions/predictionStatus.ts';
import { answerWords, nodeName, versionWords } from '#shared/text/predictionWords.ts';
import classes from './ChainGraph.module.css';
import { NodeName } from './NodeName.tsx';
import { StatusMark } from './StatusMark.tsx';

export interface NodeFacts extends Record<string, unknown> {
  readonly node: ChainNode;
  readonly status: PredictionStatus;
  readonly colour: string;
  readonly isSelected: boolean;
  readonly isStart: boolean;
  readonly isAsking: boolean;
}

export type CardNode = Node<NodeFacts, 'card'>;

/** What a card in the graph can do. Always the same object, so that cards are not rendered again. */
export interface CardActions {
  readonly select: (id: string) => void;
  readonly ask: (id: string) => void;
  /** Whether a card that becomes the selected one takes the focus: it was selected with the keyboard. */
  readonly takesFocus: () => boolean;
}

export const GraphActions = createContext<CardActions>({
  select: () => undefined,
  ask: () => undefined,
  takesFocus: () => false,
});

/** One key of a chain as a card: its name, the status of its atom, and the number of predictions. */
export const NodeCard = memo(function NodeCard({ data }: NodeProps<CardNode>) {
  const { node, status, colour, isSelected, isStart, isAsking } = data;
  const actions = useContext(GraphActions);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isSelected && actions.takesFocus()) button.current?.focus({ preventScroll: true });
  }, [isSelected, actions]);
  return (
    <div
      className={classes.card}
      data-card
      data-status={node.kind === 'query' ? 'query' : status.kind}
      data-selected={isSelected || undefined}
      data-asking={isAsking || undefined}
      style={{ borderLeftColor: colour }}
    >
      <UnstyledButton
        ref={button}
        className={classes.cardButton ?? ''}
        tabIndex={isSelected ? 0 : -1}
        aria-pressed={isSelected}
        onClick={() => actions.select(node.id)}
        onDoubleClick={() => actions.ask(node.id)}
      >
        <span className={classes.cardKey}>
          {isStart && <VisuallyHidden>Start: </VisuallyHidden>}
          <NodeName node={node} />
        </span>
        <span className={classes.cardFacts}>
          {node.kind === 'key' && <StatusMark status={status} />}
          {versionWords(status)}
          {isAnsweredForAnother(node) && (
            <IconAlertTriangle size={12} aria-label="predictions for a different key" />
          )}
          <VisuallyHidden>step {node.step}</VisuallyHidden>
          <span className={classes.cardAnswer}>{isAsking ? 'Requesting…' : answerWords(node)}</span>
        </span>
      </UnstyledButton>
      {node.answer === null && status.kind !== 'absent' && (
        <UnstyledButton
          className={classes.askButton ?? ''}
          tabIndex={-1}
          aria-label={`Get predictions for ${nodeName(node)}`}
          title="Get predictions"
          onClick={() => actions.ask(node.id)}
        >
          <IconChevronRight size={14} aria-hidden />
        </UnstyledButton>
      )}
    </div>
  );
});
