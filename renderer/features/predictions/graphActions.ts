import { createContext } from 'react';

/** What a card in the graph can do; the same object for as long as the graph is there. */
export interface CardActions {
  readonly select: (id: string) => void;
  readonly ask: (id: string) => void;
  /** Whether the card that becomes the selected one is to take the focus: when it was reached by the keyboard. */
  readonly takesFocus: () => boolean;
}

export const GraphActions = createContext<CardActions>({
  select: () => undefined,
  ask: () => undefined,
  takesFocus: () => false,
});
