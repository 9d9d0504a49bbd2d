import { Tabs } from '@mantine/core';
import { usePredictionStore } from '../../state/predictionStore.ts';
import { Screen } from '../../ui/Screen.tsx';
import { ScoreboardTab } from '../scoreboard/ScoreboardTab.tsx';
import { ChainTab } from './ChainTab.tsx';

/** The names are saved: the screen opens with the last tab. */
const tabs = [
  { name: 'chain', label: 'Chain', Component: ChainTab },
  { name: 'scoreboard', label: 'Scoreboard', Component: ScoreboardTab },
] as const;

/** What the service predicts, and how often its predictions come true. */
export function PredictionsScreen() {
  const saved = usePredictionStore(({ tab }) => tab);
  const { name: shown, Component } = tabs.find(({ name }) => name === saved) ?? tabs[0];
  return (
    <Tabs
      h="100%"
      value={shown}
      onChange={(chosen) => {
        if (chosen !== null) usePredictionStore.setState({ tab: chosen });
      }}
    >
      <Screen
        head={
          <Tabs.List px="sm" aria-label="Predictions">
            {tabs.map(({ name, label }) => (
              <Tabs.Tab key={name} value={name}>
                {label}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        }
      >
        <Tabs.Panel h="100%" value={shown}>
          <Component />
        </Tabs.Panel>
      </Screen>
    </Tabs>
  );
}
