import { Button, Group, NumberInput, SegmentedControl, Text } from '@mantine/core';
import { IconPlayerStop, IconPlayerTrackNext } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { memo, useState } from 'react';
import { statusNow } from '../../api/predictions.ts';
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
import { ExportMenu } from '../../ui/ExportMenu.tsx';
import { saveFile } from '../../ui/saveFile.ts';
import { Toolbar } from '../../ui/Toolbar.tsx';
import { chainFile } from './chainFile.ts';
import classes from './Predictions.module.css';
import { startFollow } from './startFollow.ts';

const lookWords: Readonly<Record<ChainLook, string>> = { graph: 'Graph', list: 'List', table: 'Table' };

const exportChoices = [
  { format: 'svg', words: 'SVG image…' },
  { format: 'png', words: 'PNG image…' },
  { format: 'dot', words: 'Graphviz graph (DOT)…' },
  { format: 'csv', words: 'Table (CSV)…' },
] as const;

interface FollowBarProps {
  readonly selected: string;
  readonly isStart: boolean;
  /** Requests are being sent. */
  readonly isBusy: boolean;
}

/** Follows the chain within limits, chooses the view, and exports the chain. Memoized, because the chain changes often. */
export const FollowBar = memo(function FollowBar({ selected, isStart, isBusy }: FollowBarProps) {
  const { id } = useActiveConnection();
  const client = useQueryClient();
  const { limits, look } = usePredictionStore();
  return (
    <Toolbar
      onSubmit={() => void startFollow(client, id, selected, limits)}
      end={
        <>
          <SegmentedControl
            size="xs"
            aria-label="Chain view"
            data={chainLooks.map((value) => ({ value, label: lookWords[value] }))}
            value={look}
            onChange={showChainAs}
          />
          <ExportMenu
            label="this chain"
            choices={exportChoices}
            onExport={async (format) => {
              const { chain } = chainViewOf(id);
              if (chain === null) return;
              const content = chainFile(chain, (key) => statusNow(client, id, key), format);
              await saveFile(`prediction-chain.${format}`, content);
            }}
          />
        </>
      }
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
      <Group className={classes.limits ?? ''} gap="xs" wrap="nowrap" c="dimmed" fz="sm">
        <LimitField name="depth" label="Steps" limits={limits} />
        <Text span inherit>
          steps,
        </Text>
        <LimitField name="breadth" label="Predictions per step" limits={limits} />
        <Text span inherit>
          predictions each, up to
        </Text>
        <LimitField name="budget" label="Request limit" limits={limits} />
        <Text span inherit>
          requests
        </Text>
      </Group>
    </Toolbar>
  );
});

interface LimitFieldProps {
  readonly name: keyof FollowLimits;
  readonly label: string;
  readonly limits: FollowLimits;
}

/** A field for a limit. It takes effect while it is a whole number within its bounds. */
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
