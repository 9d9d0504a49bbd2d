import {
  Button,
  CloseButton,
  Group,
  NumberInput,
  Progress,
  SegmentedControl,
  Stack,
  Text,
} from '@mantine/core';
import { IconPlayerStop, IconPlayerTrackNext } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { memo, useState } from 'react';
import { mostNodes, type Chain } from '#shared/predictions/chain.ts';
import { exportFileName } from '#shared/text/exportFileName.ts';
import { countOf } from '#shared/text/phrases.ts';
import { countWords } from '#shared/text/sizes.ts';
import { statusNow } from '../../api/predictions.ts';
import { AppFailure } from '../../api/unwrap.ts';
import { useActiveConnection } from '../../state/appStore.ts';
import { chainViewOf, mergeChainView, type ChainView, type FollowEnd } from '../../state/chainStore.ts';
import {
  chainLooks,
  limitBounds,
  usePredictionStore,
  type ChainLook,
  type FollowLimits,
} from '../../state/predictionStore.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { ExportMenu } from '../../ui/ExportMenu.tsx';
import { saveFile } from '../../ui/saveFile.ts';
import { Toolbar } from '../../ui/Toolbar.tsx';
import { chainFile } from './chainFile.ts';
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
  const connection = useActiveConnection();
  const { id } = connection;
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
            onChange={(value) => usePredictionStore.setState({ look: value })}
          />
          <ExportMenu
            label="this chain"
            choices={exportChoices}
            onExport={async (format) => {
              const { chain } = chainViewOf(id);
              if (chain === null) return;
              const content = chainFile(chain, (key) => statusNow(client, id, key), format);
              await saveFile(exportFileName('prediction-chain', connection, Date.now(), format), content);
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
      <Group gap="xs" wrap="nowrap" c="dimmed" fz="sm">
        <LimitField name="depth" label="Steps" limits={limits} />
        <span>steps,</span>
        <LimitField name="breadth" label="Predictions per step" limits={limits} />
        <span>predictions each, up to</span>
        <LimitField name="budget" label="Request limit" limits={limits} />
        <span>requests</span>
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
      w={68}
      min={least}
      max={most}
      allowDecimal={false}
      error={!isValid(typed)}
      onChange={(value) => {
        setTyped(value);
        if (isValid(value))
          usePredictionStore.setState((state) => ({ limits: { ...state.limits, [name]: value } }));
      }}
      onBlur={() => setTyped(usePredictionStore.getState().limits[name])}
    />
  );
}

const endWords: Readonly<Record<FollowEnd['kind'], string>> = {
  complete: 'Done',
  spent: 'Request limit reached',
  full: 'Chain is full',
  cancelled: 'Canceled',
  failed: 'Stopped by an error',
};

interface FollowStripProps {
  readonly view: ChainView;
  readonly chain: Chain;
}

/** The progress of following the chain, or how it ended. */
export function FollowStrip({ view, chain }: FollowStripProps) {
  const { id } = useActiveConnection();
  const { run } = view;
  if (run === null) return null;
  const { requests, budget, end } = run;
  const dismiss = (): void => mergeChainView(id, { run: null });
  return (
    <Stack gap="2xs" px="md" py="xs" style={{ borderBottom: 'var(--hairline)' }} role="status">
      <Group gap="sm" justify="space-between" wrap="nowrap">
        <Text size="sm">
          {end === null ? 'Following' : endWords[end.kind]}: {countWords(requests)} of{' '}
          {countOf(budget, 'request')}, {countOf(chain.nodes.size, 'node')}.
          {chain.leftOut > 0 &&
            ` ${countOf(chain.leftOut, 'prediction')} left out because a chain has at most ${countWords(mostNodes)} nodes. To continue, start another chain from a later key.`}
        </Text>
        {end !== null && <CloseButton size="sm" aria-label="Dismiss" onClick={dismiss} />}
      </Group>
      {end === null && <Progress size="sm" value={(100 * requests) / budget} aria-label="Requests sent" />}
      {end?.kind === 'failed' && <ErrorNotice error={new AppFailure(end.error)} />}
    </Stack>
  );
}
