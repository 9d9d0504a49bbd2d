import { CloseButton, Group, Progress, Stack, Text } from '@mantine/core';
import type { ConnectionId } from '#shared/domain/connection.ts';
import { mostNodes, type Chain } from '#shared/predictions/chain.ts';
import { countOf } from '#shared/text/phrases.ts';
import { countWords } from '#shared/text/sizes.ts';
import { AppFailure } from '../../api/unwrap.ts';
import { changeChainView, type ChainView, type FollowEnd } from '../../state/chainStore.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';

const endWords: Readonly<Record<FollowEnd['kind'], string>> = {
  complete: 'Done',
  spent: 'Request limit reached',
  full: 'Chain is full',
  cancelled: 'Canceled',
  failed: 'Stopped by an error',
};

interface FollowStripProps {
  readonly connectionId: ConnectionId;
  readonly view: ChainView;
  readonly chain: Chain;
}

/** The progress of following the chain, or how it ended. */
export function FollowStrip({ connectionId, view, chain }: FollowStripProps) {
  const { run } = view;
  if (run === null) return null;
  const { requests, budget, end } = run;
  const dismiss = (): void => changeChainView(connectionId, (before) => ({ ...before, run: null }));
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
