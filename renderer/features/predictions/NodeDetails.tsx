import { Button } from '@mantine/core';
import { IconAlertTriangle, IconArrowBackUp } from '@tabler/icons-react';
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
import { answeredForWords, askingWords, nodeName, versionWords } from '#shared/text/predictionWords.ts';
import { momentWords } from '#shared/text/times.ts';
import { readPredicted } from '../../api/predictions.ts';
import { AppFailure } from '../../api/unwrap.ts';
import { useActiveConnection } from '../../state/appStore.ts';
import { beginChain, changeChainView } from '../../state/chainStore.ts';
import { openProofOf } from '../../state/proofStore.ts';
import { markKeys } from '../../state/keyMarkStore.ts';
import { openAtomTab } from '../../state/tabStore.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { KeyText } from '../../ui/KeyText.tsx';
import classes from './NodeDetails.module.css';
import { StatusMark } from './StatusMark.tsx';

interface NodeDetailsProps {
  readonly chain: Chain;
  readonly nodeId: string;
  readonly status: StatusOf;
  /** Questions are under way. */
  readonly isBusy: boolean;
  readonly onSelect: (id: string) => void;
  readonly onAsk: (id: string) => void;
}

const mostSources = 20;

/** One node of a chain in words: how it stands, what led here, what the service expects next. */
export const NodeDetails = memo(function NodeDetails(props: NodeDetailsProps) {
  const { chain, nodeId, status, isBusy, onSelect, onAsk } = props;
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
  const read = (): void => {
    // Asked for by hand, what was not there is asked for again. How it ended stands above.
    if (known.kind === 'absent') markKeys(id, [node.text], null);
    readPredicted(client, id, [node.text], new AbortController().signal).catch(() => undefined);
  };
  return (
    <div className={classes.details}>
      <h2 className={classes.title}>
        {node.kind === 'query' ? nodeName(node) : <KeyText atomKey={node.text} wrap />}
        <CopyButton text={node.text} label={node.kind === 'query' ? 'query' : 'key'} size="xs" />
      </h2>
      {node.kind === 'key' && <Status status={known} onRetry={read} />}
      <div className={classes.actions}>
        <Button
          size="compact-sm"
          disabled={isBusy || node.answer !== null || known.kind === 'absent'}
          onClick={() => onAsk(nodeId)}
        >
          Ask what follows
        </Button>
        {node.kind === 'key' && (
          <>
            <Button
              size="compact-sm"
              variant="default"
              disabled={isBusy || known.kind === 'read' || known.kind === 'reading'}
              onClick={read}
            >
              {known.kind === 'absent' ? 'Look again' : 'Read and verify'}
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              disabled={known.kind === 'absent'}
              onClick={() => openAtomTab(id, node.text)}
            >
              Open in Browse
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              disabled={known.kind === 'absent'}
              onClick={() => openProofOf(id, node.text)}
            >
              Show proof
            </Button>
            {nodeId !== chain.start && (
              <Button
                size="compact-sm"
                variant="default"
                disabled={isBusy}
                onClick={() => beginChain(id, { kind: 'key', text: node.text })}
              >
                Begin a chain here
              </Button>
            )}
          </>
        )}
      </div>
      <Expected
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
          <h3 className={classes.head}>Predicted after</h3>
          <ul className={classes.keys}>
            {sources.slice(0, mostSources).map((source) => (
              <li key={source.id}>
                <NodeButton node={source} onSelect={onSelect} />
              </li>
            ))}
          </ul>
          {sources.length > mostSources && (
            <p className={classes.dim}>and {countOf(sources.length - mostSources, 'more', 'more')}</p>
          )}
        </section>
      )}
    </div>
  );
});

interface StatusProps {
  readonly status: PredictionStatus;
  readonly onRetry: () => void;
}

function Status({ status, onRetry }: StatusProps) {
  return (
    <div className={classes.status}>
      <p>
        <StatusMark status={status} /> {versionWords(status)}
        {status.kind === 'read' && <span className={classes.dim}>read {momentWords(status.at)}</span>}
      </p>
      {status.kind === 'absent' && (
        <p className={classes.dim}>
          When asked for exactly this key, the service had no atom of that name, at {momentWords(status.at)}.
        </p>
      )}
      {status.kind === 'failed' && <ErrorNotice error={new AppFailure(status.error)} onRetry={onRetry} />}
    </div>
  );
}

interface ExpectedProps {
  readonly chain: Chain;
  readonly node: ChainNode;
  readonly status: StatusOf;
  readonly isBusy: boolean;
  readonly onSelect: (id: string) => void;
  readonly onShow: (count: number) => void;
}

/** All that the service expects after a node, in the chain or not. */
function Expected({ chain, node, status, isBusy, onSelect, onShow }: ExpectedProps) {
  const { answer, shown } = node;
  if (answer === null) {
    // What is not there has nothing that follows it.
    if (status(node.text).kind === 'absent') return null;
    return <p className={classes.dim}>Nobody asked yet what follows. {askingWords}</p>;
  }
  const { predictions } = answer;
  const isStray = isAnsweredForAnother(node);
  return (
    <section aria-label="Expected next">
      <h3 className={classes.head}>
        Expected next
        <span className={classes.dim}>the service’s guess, not proven</span>
      </h3>
      {isStray && (
        <p className={classes.warning}>
          <IconAlertTriangle size={14} aria-hidden />
          {answeredForWords(node)} They are not part of the chain.
        </p>
      )}
      {predictions.length === 0 ? (
        <p className={classes.dim}>The service expects nothing in particular.</p>
      ) : (
        <ol className={classes.keys}>
          {predictions.map((key, index) => {
            const id = keyNodeId(key);
            const inChain = index < shown ? chain.nodes.get(id) : undefined;
            return (
              <li key={`${index} ${key}`}>
                {inChain === undefined ? (
                  <span className={classes.notShown}>
                    <KeyText atomKey={key} />
                  </span>
                ) : (
                  <NodeButton node={inChain} onSelect={onSelect} isBack={inChain.step <= node.step} />
                )}
                <StatusMark status={status(key)} />
              </li>
            );
          })}
        </ol>
      )}
      {shown < predictions.length && !isStray && (
        <Button
          size="compact-sm"
          variant="default"
          disabled={isBusy}
          onClick={() => onShow(predictions.length)}
        >
          Show {countOf(predictions.length - shown, 'more', 'more')} in the chain
        </Button>
      )}
      <p className={classes.dim}>Asked {momentWords(answer.at)} by a recall with this as its query.</p>
    </section>
  );
}

interface NodeButtonProps {
  readonly node: ChainNode;
  readonly onSelect: (id: string) => void;
  readonly isBack?: boolean;
}

function NodeButton({ node, onSelect, isBack = false }: NodeButtonProps) {
  return (
    <button type="button" className={classes.node} onClick={() => onSelect(node.id)}>
      {isBack && <IconArrowBackUp size={13} aria-label="met before" />}
      {node.kind === 'query' ? nodeName(node) : <KeyText atomKey={node.text} />}
    </button>
  );
}
