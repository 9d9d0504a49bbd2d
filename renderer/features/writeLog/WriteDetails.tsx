import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { ConnectionId } from '#shared/domain/connection.ts';
import type { UploadCounts } from '#shared/domain/upload.ts';
import type { UploadRun, WriteReceipt, WriteSummary } from '#shared/domain/writeReceipt.ts';
import { countOf } from '#shared/text/phrases.ts';
import { countWords } from '#shared/text/sizes.ts';
import { durationWords, momentWords } from '#shared/text/times.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import {
  otherWriteSentences,
  outcomeWords,
  readBackCountWords,
  uploadOutcomeCounts,
  uploadRunWords,
  writeKindWords,
} from '#shared/text/writeWords.ts';
import { receiptQuery } from '../../api/writes.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { HashChip } from '../../ui/HashChip.tsx';
import { KeyText } from '../../ui/KeyText.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { ExportReceipts } from './ExportReceipts.tsx';
import { ToneIcon } from './ToneIcon.tsx';
import classes from './WriteDetails.module.css';
import { WrittenAtomFacts } from './WrittenAtomFacts.tsx';
import { WrittenAtomList } from './WrittenAtomList.tsx';

interface WriteDetailsProps {
  readonly connectionId: ConnectionId;
  readonly write: WriteSummary;
}

/** A receipt: what came of a write, and all that it rests on. */
export function WriteDetails({ connectionId, write }: WriteDetailsProps) {
  const { id, kind, title, startedAt, endedAt } = write;
  const { data: receipt, error, isError, refetch } = useQuery(receiptQuery(connectionId, write));
  return (
    <div className={classes.details}>
      <header className={classes.header}>
        <div className={classes.titleLine}>
          <h3 className={classes.title}>
            {kind === 'store' ? <KeyText atomKey={title} wrap /> : visibleLine(title)}
          </h3>
          <ExportReceipts connectionId={connectionId} ids={[id]} label="this receipt" />
        </div>
        <p>
          {writeKindWords(write)}, {momentWords(startedAt)}
          {endedAt > startedAt && `, in ${durationWords(endedAt - startedAt)}`}
        </p>
      </header>
      <div className={classes.body} tabIndex={0} role="region" aria-label="What is known of this write">
        <Outcome write={write} />
        {write.outcome !== 'nothing' && (
          <Facts>
            <Fact label="Root before">
              {rootOf(write.rootBefore, 'not known: nothing that was read right before named it')}
            </Fact>
            <Fact label="Root after">{rootOf(write.rootAfter, 'not known: no answer named it')}</Fact>
            {write.readBack !== null && write.kind !== 'store' && (
              <Fact label="Read back">{readBackCountWords(write.readBack)}</Fact>
            )}
          </Facts>
        )}
        {isError ? (
          <ErrorNotice error={error} onRetry={() => void refetch()} />
        ) : receipt === undefined ? (
          <LoadingState label="Reading the receipt" rows={4} />
        ) : (
          <Atoms connectionId={connectionId} receipt={receipt} />
        )}
      </div>
    </div>
  );
}

function rootOf(root: string | null, unknown: string): ReactNode {
  return root === null ? <span className={classes.dim}>{unknown}</span> : <HashChip hash={root} />;
}

function Outcome({ write }: { readonly write: WriteSummary }) {
  const { tone, title, what } = outcomeWords(write);
  return (
    <div className={classes.outcome} data-tone={tone}>
      <ToneIcon tone={tone} size={20} />
      <div>
        <h4>{title}</h4>
        {what !== '' && <p>{what}</p>}
        {otherWriteSentences(write.otherWrites).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
    </div>
  );
}

function Atoms({
  connectionId,
  receipt,
}: {
  readonly connectionId: ConnectionId;
  readonly receipt: WriteReceipt;
}) {
  const { atoms, counts } = receipt;
  const [chosen, setChosen] = useState(0);
  const atom = atoms[chosen];
  if (counts !== null) return <UploadRows counts={counts} runs={receipt.runs} />;
  if (atom === undefined) return null;
  return (
    <>
      {atoms.length > 1 && (
        <>
          <h4 className={classes.subtitle}>{countOf(atoms.length, 'atom')}, stored together or not at all</h4>
          <WrittenAtomList
            atoms={atoms}
            isReadBack={receipt.readBack !== null}
            selected={chosen}
            onSelect={setChosen}
          />
        </>
      )}
      <WrittenAtomFacts
        connectionId={connectionId}
        receipt={receipt}
        atom={atom}
        isNamed={atoms.length > 1}
      />
    </>
  );
}

interface UploadRowsProps {
  readonly counts: UploadCounts;
  readonly runs: readonly UploadRun[];
}

function UploadRows({ counts, runs }: UploadRowsProps) {
  return (
    <>
      <h4 className={classes.subtitle}>{countOf(counts.rows, 'row')}</h4>
      <Facts>
        {uploadOutcomeCounts(counts).map(([name, count]) => (
          <Fact key={name} label={name}>
            {countWords(count)}
          </Fact>
        ))}
      </Facts>
      {runs.length > 1 && (
        <>
          <h4 className={classes.subtitle}>Sent in {countOf(runs.length, 'run')}</h4>
          <ol>
            {runs.map((run) => (
              <li key={run.startedAt}>{uploadRunWords(run)}</li>
            ))}
          </ol>
        </>
      )}
    </>
  );
}
