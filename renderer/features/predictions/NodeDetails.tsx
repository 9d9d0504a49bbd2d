import { Box, Group, Stack, Title, UnstyledButton } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { memo, useMemo } from 'react';
import {
  isAnsweredForAnother,
  keyNodeId,
  showPredictions,
  successors,
  type Chain,
  type ChainNode,
} from '#shared/predictions/chain.ts';
import type { PredictionStatus, StatusOf } from '#shared/predictions/predictionStatus.ts';
import { countOf } from '#shared/text/phrases.ts';
import { answeredForWords, askingWords, versionWords } from '#shared/text/predictionWords.ts';
import { countWords } from '#shared/text/sizes.ts';
import { momentWords } from '#shared/text/times.ts';
import { readPredicted } from '../../api/predictions.ts';
import { AppFailure } from '../../api/unwrap.ts';
import { useActiveConnection } from '../../state/appStore.ts';
import { beginChain, changeChainView } from '../../state/chainStore.ts';
import { openProofOf } from '../../state/proofStore.ts';
import { markKeys } from '../../state/keyMarkStore.ts';
import { openAtomTab } from '../../state/tabStore.ts';
import { SmallButton } from '../../ui/Buttons.tsx';
import { Callout } from '../../ui/Callout.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Dimmed } from '../../ui/Dimmed.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { KeyText } from '../../ui/KeyText.tsx';
import { Screen } from '../../ui/Screen.tsx';
import type { ChainViewProps } from './chainViewProps.ts';
import classes from './Predictions.module.css';
import { NodeName } from './NodeName.tsx';
import { StatusMark } from './StatusMark.tsx';
import kit from '../../ui/kit.module.css';

interface NodeDetailsProps extends Omit<ChainViewProps, 'asking'> {
  /** Requests are being sent. */
  readonly isBusy: boolean;
}

const maxSources = 20;

/** Details of one node of a chain: its status, what the service predicts next, and which nodes predict it. */
export const NodeDetails = memo(function NodeDetails(props: NodeDetailsProps) {
  const { chain, selected: nodeId, status, isBusy, onSelect, onAsk } = props;
  const { id } = useActiveConnection();
  const client = useQueryClient();
  const sources = useMemo(
    () =>
      [...chain.nodes.values()].filter((other) =>
        successors(chain, other).some((successor) => successor.id === nodeId),
      ),
    [chain, nodeId],
  );
  const node = chain.nodes.get(nodeId);
  if (node === undefined) return null;
  const known = status(node.text);
  const isAbsent = known.kind === 'absent';
  const read = (): void => {
    // A missing key is requested again if the user asks for it. The status above shows the result.
    if (isAbsent) markKeys(id, [node.text], null);
    readPredicted(client, id, [node.text], new AbortController().signal).catch(() => undefined);
  };
  return (
    <Screen scrolls>
      <Stack gap="sm" fz="sm">
        <Group gap="xs" wrap="nowrap" align="flex-start" justify="space-between">
          <Title order={2} fz="md" style={{ overflowWrap: 'anywhere' }}>
            <NodeName node={node} wrap />
          </Title>
          <CopyButton text={node.text} label={node.kind === 'query' ? 'query' : 'key'} size="xs" />
        </Group>
        {node.kind === 'key' && <Status status={known} onRetry={read} />}
        <Group gap="xs">
          <SmallButton
            variant="filled"
            disabled={isBusy || node.answer !== null || isAbsent}
            onClick={() => onAsk(nodeId)}
          >
            Get predictions
          </SmallButton>
          {node.kind === 'key' && (
            <>
              <SmallButton
                disabled={isBusy || known.kind === 'read' || known.kind === 'reading'}
                onClick={read}
              >
                {isAbsent ? 'Read again' : 'Read and verify'}
              </SmallButton>
              <SmallButton disabled={isAbsent} onClick={() => openAtomTab(id, node.text)}>
                Open in Browse
              </SmallButton>
              <SmallButton disabled={isAbsent} onClick={() => openProofOf(id, node.text)}>
                Show proof
              </SmallButton>
              {nodeId !== chain.start && (
                <SmallButton
                  disabled={isBusy}
                  onClick={() => beginChain(id, { kind: 'key', text: node.text })}
                >
                  Start chain here
                </SmallButton>
              )}
            </>
          )}
        </Group>
        <Predicted
          chain={chain}
          node={node}
          status={status}
          onSelect={onSelect}
          onShow={(count) =>
            changeChainView(id, (view) =>
              view.chain === null ? view : { ...view, chain: showPredictions(view.chain, nodeId, count) },
            )
          }
          isBusy={isBusy}
        />
        {sources.length > 0 && (
          <section aria-label="Predicted after">
            <Title order={3} fz="sm" mb="2xs">
              Predicted after
            </Title>
            <ul className={`${kit.plain} ${classes.nodes}`}>
              {sources.slice(0, maxSources).map((source) => (
                <li key={source.id}>
                  <NodeButton node={source} onSelect={onSelect} />
                </li>
              ))}
            </ul>
            {sources.length > maxSources && (
              <Dimmed size="xs">and {countWords(sources.length - maxSources)} more</Dimmed>
            )}
          </section>
        )}
      </Stack>
    </Screen>
  );
});

interface StatusProps {
  readonly status: PredictionStatus;
  readonly onRetry: () => void;
}

function Status({ status, onRetry }: StatusProps) {
  return (
    <Box>
      <Group gap="sm" fz="sm">
        <StatusMark status={status} /> {versionWords(status)}
        {status.kind === 'read' && (
          <Dimmed span size="xs">
            read {momentWords(status.at)}
          </Dimmed>
        )}
      </Group>
      {status.kind === 'absent' && (
        <Dimmed size="xs" mt="2xs">
          The app requested exactly this key at {momentWords(status.at)}, and the service returned no atom.
        </Dimmed>
      )}
      {status.kind === 'failed' && <ErrorNotice error={new AppFailure(status.error)} onRetry={onRetry} />}
    </Box>
  );
}

interface PredictedProps {
  readonly chain: Chain;
  readonly node: ChainNode;
  readonly status: StatusOf;
  readonly isBusy: boolean;
  readonly onSelect: (id: string) => void;
  readonly onShow: (count: number) => void;
}

/** Everything that the service predicts after a node, whether it is part of the chain or not. */
function Predicted({ chain, node, status, isBusy, onSelect, onShow }: PredictedProps) {
  const { answer, shown } = node;
  if (answer === null) {
    // Nothing can follow a missing key.
    if (status(node.text).kind === 'absent') return null;
    return <Dimmed size="xs">No predictions requested yet. {askingWords}</Dimmed>;
  }
  const { predictions, shares } = answer;
  const isStray = isAnsweredForAnother(node);
  return (
    <Stack component="section" gap="xs" align="flex-start" aria-label="Predicted next">
      <Group gap="sm" align="baseline">
        <Title order={3} fz="sm">
          Predicted next
        </Title>
        <Dimmed span size="xs">
          {shares === undefined ? 'By the service, not proven' : 'Weights of the service, not proven'}
        </Dimmed>
      </Group>
      {isStray && (
        <Callout tone="warning" compact>
          {answeredForWords(node)} They are not part of the chain.
        </Callout>
      )}
      {predictions.length === 0 ? (
        <Dimmed size="xs">The service returned no predictions.</Dimmed>
      ) : (
        <Box component="ol" w="100%" className={`${kit.plain} ${classes.nodes}`}>
          {predictions.map((key, index) => {
            const inChain = index < shown ? chain.nodes.get(keyNodeId(key)) : undefined;
            return (
              <li key={`${index} ${key}`}>
                {inChain === undefined ? (
                  <span className={`${kit.dim} ${classes.node}`}>
                    <KeyText atomKey={key} />
                  </span>
                ) : (
                  <NodeButton node={inChain} onSelect={onSelect} isBack={inChain.step <= node.step} />
                )}
                {shares?.[index] !== undefined && (
                  <Dimmed span size="xs">
                    {Math.round(100 * shares[index])}%
                  </Dimmed>
                )}
                <StatusMark status={status(key)} />
              </li>
            );
          })}
        </Box>
      )}
      {shown < predictions.length && !isStray && (
        <SmallButton disabled={isBusy} onClick={() => onShow(predictions.length)}>
          Add {countOf(predictions.length - shown, 'more', 'more')} to the chain
        </SmallButton>
      )}
      <Dimmed size="xs">
        Requested {momentWords(answer.at)} with a recall of this {node.kind}.
      </Dimmed>
    </Stack>
  );
}

interface NodeButtonProps {
  readonly node: ChainNode;
  readonly onSelect: (id: string) => void;
  readonly isBack?: boolean;
}

function NodeButton({ node, onSelect, isBack = false }: NodeButtonProps) {
  return (
    <UnstyledButton className={`${kit.hoverable} ${classes.node}`} onClick={() => onSelect(node.id)}>
      {isBack && <IconArrowBackUp size={13} aria-label="seen before" />}
      <NodeName node={node} />
    </UnstyledButton>
  );
}
