import { Button, NumberInput, SegmentedControl } from '@mantine/core';
import { IconPlayerStop, IconPlayerTrackNext } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { memo, useState } from 'react';
import { useActiveConnection } from '../../state/appStore.ts';
import { chainViewOf } from '../../state/chainStore.ts';
import {
  chainLooks,
  limitBounds,
  limitFollowing,
  showChainAs,
  usePredictionStore,
  type ChainLook,
  type FollowLimits,
} from '../../state/predictionStore.ts';
import { ChainExport } from './ChainExport.tsx';
import classes from './ChainTab.module.css';
import { startFollow } from './startFollow.ts';

const lookWords: Readonly<Record<ChainLook, string>> = { graph: 'Graph', list: 'List', table: 'Table' };

interface FollowBarProps {
  readonly selected: string;
  readonly isStart: boolean;
  /** Questions are under way. */
  readonly isBusy: boolean;
}

/** Follow so many steps, within limits; how the chain is shown; its export. Drawn anew only when one of these changes. */
export const FollowBar = memo(function FollowBar({ selected, isStart, isBusy }: FollowBarProps) {
  const { id } = useActiveConnection();
  const client = useQueryClient();
  const { limits, look } = usePredictionStore();
  return (
    <div className={classes.bar}>
      <form
        className={classes.limit}
        onSubmit={(event) => {
          event.preventDefault();
          void startFollow(client, id, selected, limits);
        }}
      >
        {isBusy ? (
          <Button
            variant="default"
            leftSection={<IconPlayerStop size={15} aria-hidden />}
            onClick={() => chainViewOf(id).run?.cancel()}
          >
            Cancel
          </Button>
        ) : (
          <Button type="submit" leftSection={<IconPlayerTrackNext size={15} aria-hidden />}>
            {isStart ? 'Follow' : 'Follow from here'}
          </Button>
        )}
        <LimitField name="depth" label="Steps" limits={limits} />
        steps, the first
        <LimitField name="breadth" label="Predictions of each" limits={limits} />
        of each, at most
        <LimitField name="budget" label="Requests at most" limits={limits} />
        requests
      </form>
      <div className={classes.barEnd}>
        <SegmentedControl
          size="xs"
          aria-label="Show the chain as"
          data={chainLooks.map((value) => ({ value, label: lookWords[value] }))}
          value={look}
          onChange={(chosen) => {
            const known = chainLooks.find((value) => value === chosen);
            if (known !== undefined) showChainAs(known);
          }}
        />
        <ChainExport />
      </div>
    </div>
  );
});

interface LimitFieldProps {
  readonly name: keyof FollowLimits;
  readonly label: string;
  readonly limits: FollowLimits;
}

/** A limit as it is typed; it counts once it is a whole number within its bounds. */
function LimitField({ name, label, limits }: LimitFieldProps) {
  const { least, most } = limitBounds[name];
  const [typed, setTyped] = useState<number | string>(limits[name]);
  const isValid = (value: number | string): value is number =>
    typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most;
  return (
    <NumberInput
      size="xs"
      aria-label={label}
      value={typed}
      min={least}
      max={most}
      allowDecimal={false}
      error={!isValid(typed)}
      onChange={(value) => {
        setTyped(value);
        if (isValid(value)) limitFollowing({ ...usePredictionStore.getState().limits, [name]: value });
      }}
      onBlur={() => setTyped(usePredictionStore.getState().limits[name])}
    />
  );
}
