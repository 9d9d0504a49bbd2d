import type { ComponentType } from 'react';
import { ChainTab } from './ChainTab.tsx';

interface PredictionTab {
  /** Under this name it is remembered. */
  readonly name: string;
  readonly label: string;
  readonly Component: ComponentType;
}

/** The tabs of the Predictions screen, in order. */
export const predictionTabs: readonly [PredictionTab, ...PredictionTab[]] = [
  { name: 'chain', label: 'Chain', Component: ChainTab },
];
