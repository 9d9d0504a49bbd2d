import { Tabs } from '@mantine/core';
import { showPredictionTab, usePredictionStore } from '../../state/predictionStore.ts';
import { predictionTabs } from './predictionTabs.ts';
import classes from './PredictionsScreen.module.css';

/** What the service expects to be recalled next, and how well it did. */
export function PredictionsScreen() {
  const remembered = usePredictionStore(({ tab }) => tab);
  const shown = predictionTabs.find(({ name }) => name === remembered) ?? predictionTabs[0];
  return (
    <Tabs
      className={classes.tabs ?? ''}
      value={shown.name}
      onChange={(chosen) => {
        if (chosen !== null) showPredictionTab(chosen);
      }}
      keepMounted={false}
    >
      <Tabs.List className={classes.tabList ?? ''} aria-label="Predictions">
        {predictionTabs.map(({ name, label }) => (
          <Tabs.Tab key={name} value={name}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {predictionTabs.map(({ name, Component }) => (
        <Tabs.Panel key={name} className={classes.panel ?? ''} value={name}>
          <Component />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
