import { Button, CloseButton, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Upload, UploadRowInFull } from '#shared/domain/upload.ts';
import { countWords, sizeWords } from '#shared/text/sizes.ts';
import { readBackWords, rowOutcomeWords } from '#shared/text/uploadWords.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { uploadRowQuery, useUploadStep } from '../../../api/uploads.ts';
import { useAppStore } from '../../../state/appStore.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { KeyText } from '../../../ui/KeyText.tsx';
import { LoadingState } from '../../../ui/LoadingState.tsx';
import { showInBrowse } from '../../browse/showInBrowse.ts';
import { OutcomeMark, ReadBackMark } from './OutcomeMark.tsx';
import classes from './OutcomePane.module.css';
import { ValueWithFinding } from './ValueWithFinding.tsx';

interface RowDetailsProps {
  readonly upload: Upload;
  readonly row: number;
  readonly onClose: () => void;
}

/** One row in full: what was sent, what became of it, and what can be done about it. */
export function RowDetails({ upload, row, onClose }: RowDetailsProps) {
  const { data, error, refetch } = useQuery({
    ...uploadRowQuery(upload.id, row, upload.revision),
    // A row that changes stays in sight until it has come anew.
    placeholderData: (before: UploadRowInFull | undefined) => before,
  });
  return (
    <aside className={classes.details} aria-label="The row">
      <div className={classes.detailsHead}>
        <h3>{data === undefined ? 'Row' : `Line or item ${countWords(data.place)}`}</h3>
        <CloseButton size="sm" aria-label="Close the row" onClick={onClose} />
      </div>
      {error !== null && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {data === undefined ? (
        error === null && <LoadingState label="Reading the row" rows={4} />
      ) : (
        <Row upload={upload} row={data} />
      )}
    </aside>
  );
}

function Row({ upload, row }: { readonly upload: Upload; readonly row: UploadRowInFull }) {
  const show = useAppStore((state) => state.show);
  const [isFixing, setIsFixing] = useState(false);
  const canFix = upload.phase.kind === 'ended' && row.outcome === 'refused';
  const isThere = row.outcome === 'stored' || row.outcome === 'same' || row.outcome === 'unknown';
  if (isFixing && canFix) return <Fix upload={upload} row={row} onEnd={() => setIsFixing(false)} />;
  return (
    <>
      <KeyText atomKey={row.key} wrap />
      <dl className={classes.facts}>
        <dt>Outcome</dt>
        <dd>
          <OutcomeMark outcome={row.outcome} />
          <p>{row.why === null ? rowOutcomeWords[row.outcome].words : visibleLine(row.why)}</p>
        </dd>
        {row.version !== null && (
          <>
            <dt>Version</dt>
            <dd>{countWords(row.version)}</dd>
          </>
        )}
        {row.readBack !== 'not-read' && (
          <>
            <dt>Read back</dt>
            <dd>
              <ReadBackMark readBack={row.readBack} />
              <p>{readBackWords[row.readBack].words}</p>
            </dd>
          </>
        )}
      </dl>
      <div className={classes.actions}>
        {isThere && (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => {
              showInBrowse(upload.connectionId, row.key);
              show('browse');
            }}
          >
            Show in Browse
          </Button>
        )}
        {canFix && (
          <Button size="compact-sm" variant="default" onClick={() => setIsFixing(true)}>
            Fix it…
          </Button>
        )}
      </div>
      <p className={classes.valueTitle}>Value, {sizeWords(row.valueBytes)}</p>
      <ValueWithFinding value={row.value} isRefusedAsSensitive={false} />
    </>
  );
}

interface FixProps {
  readonly upload: Upload;
  readonly row: UploadRowInFull;
  readonly onEnd: () => void;
}

/** A refused row with another key or value: it then waits to be sent again. */
function Fix({ upload, row, onEnd }: FixProps) {
  const [key, setKey] = useState(row.key);
  const [value, setValue] = useState(row.value);
  const change = useUploadStep(upload.connectionId, async (atom: { key: string; value: string }) => {
    const answer = await window.atomExplorer.changeUploadRow({ uploadId: upload.id, row: row.row, ...atom });
    if (answer.ok) onEnd();
    return answer;
  });
  const isUnchanged = key === row.key && value === row.value;
  return (
    <form
      className={classes.fix}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isUnchanged && key !== '') change.mutate({ key, value });
      }}
    >
      <TextInput
        label="Key"
        value={key}
        error={key === '' ? 'A key is needed' : null}
        spellCheck={false}
        autoComplete="off"
        classNames={{ input: classes.mono ?? '' }}
        onChange={(event) => setKey(event.currentTarget.value)}
      />
      <Textarea
        label="Value"
        value={value}
        autosize
        minRows={3}
        maxRows={12}
        spellCheck={false}
        classNames={{ input: classes.mono ?? '' }}
        onChange={(event) => setValue(event.currentTarget.value)}
      />
      {change.isError && <ErrorNotice error={change.error} />}
      <div className={classes.actions}>
        <Button
          type="submit"
          size="compact-sm"
          loading={change.isPending}
          disabled={isUnchanged || key === ''}
        >
          Keep, to be sent again
        </Button>
        <Button size="compact-sm" variant="default" onClick={onEnd}>
          Don’t fix
        </Button>
      </div>
    </form>
  );
}
