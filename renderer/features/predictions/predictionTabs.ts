import type { ComponentType } from 'react';
import { RecordingsTab } from '../recordings/RecordingsTab.tsx';
import { ScoreboardTab } from '../scoreboard/ScoreboardTab.tsx';
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
  { name: 'scoreboard', label: 'Scoreboard', Component: ScoreboardTab },
  { name: 'recordings', label: 'Recordings', Component: RecordingsTab },
];
