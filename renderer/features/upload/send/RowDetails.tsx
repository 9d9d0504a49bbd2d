import { CloseButton, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Upload, UploadRowInFull } from '#shared/domain/upload.ts';
import { countWords, sizeWords } from '#shared/text/sizes.ts';
import { readBackWords, rowOutcomeWords } from '#shared/text/uploadWords.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { uploadRowQuery } from '../../../api/uploads.ts';
import { showScreen, useActiveConnection } from '../../../state/appStore.ts';
import { beginDuplicate } from '../../../state/editorStore.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { Fact, Facts } from '../../../ui/Facts.tsx';
import { KeyText } from '../../../ui/KeyText.tsx';
import { LoadingState } from '../../../ui/LoadingState.tsx';
import { showInBrowse } from '../../../state/showInBrowse.ts';
import { changeSendView } from '../../../state/sendStore.ts';
import { SmallButton } from '../../../ui/Buttons.tsx';
import { notifyFailure } from '../../../ui/notify.ts';
import { placeNameOf } from '../prepare/placeName.ts';
import { RowEditor } from '../prepare/RowPane.tsx';
import { useSendAgain } from './OutcomeActions.tsx';
import { OutcomeMark, ReadBackMark } from './OutcomeMark.tsx';
import classes from './Send.module.css';
import { ValueWithFinding } from './ValueWithFinding.tsx';

interface RowDetailsProps {
  readonly upload: Upload;
  readonly row: number;
  readonly onClose: () => void;
}

/** One row in full: what was sent, its outcome, and actions. */
export function RowDetails({ upload, row, onClose }: RowDetailsProps) {
  const { data, error, refetch } = useQuery({
    ...uploadRowQuery(upload.id, row, upload.revision),
    // A row that changed stays visible until its new state is read.
    placeholderData: (before: UploadRowInFull | undefined) => before,
  });
  return (
    <aside
      className={classes.details}
      aria-label="Row details"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <Group justify="space-between" wrap="nowrap">
        <h3>{data === undefined ? 'Row' : `${placeNameOf(upload)} ${countWords(data.place)}`}</h3>
        <CloseButton size="sm" aria-label="Close row" onClick={onClose} />
      </Group>
      {error !== null && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {data === undefined ? (
        error === null && <LoadingState label="Loading row" rows={4} />
      ) : (
        <Row upload={upload} row={data} isComing={data.row !== row} />
      )}
    </aside>
  );
}

interface RowProps {
  readonly upload: Upload;
  readonly row: UploadRowInFull;
  /** Another row is being read. */
  readonly isComing: boolean;
}

function Row({ upload, row, isComing }: RowProps) {
  const { readOnly } = useActiveConnection();
  const again = useSendAgain(upload);
  const hasEnded = upload.phase.kind === 'ended';
  const isLeft =
    hasEnded && (row.outcome === 'refused' || row.outcome === 'skipped' || row.outcome === 'waiting');
  const canBeSentAgain =
    hasEnded && (row.outcome === 'unknown' || row.outcome === 'refused') && row.status !== 'dropped';
  const isThere = row.outcome === 'stored' || row.outcome === 'same' || row.outcome === 'unknown';
  return (
    <>
      {!isLeft && <KeyText atomKey={row.key} wrap />}
      <Facts>
        <Fact label="Outcome">
          <OutcomeMark outcome={row.outcome} />
          <Text inherit c="dimmed" w="100%">
            {row.why === null ? rowOutcomeWords[row.outcome].words : visibleLine(row.why)}
          </Text>
        </Fact>
        {row.version !== null && <Fact label="Version">{countWords(row.version)}</Fact>}
        {row.readBack !== 'not-read' && (
          <Fact label="Read back">
            <ReadBackMark readBack={row.readBack} />
            <Text inherit c="dimmed" w="100%">
              {readBackWords[row.readBack].words}
            </Text>
          </Fact>
        )}
      </Facts>
      <Group gap="sm">
        {isThere && (
          <SmallButton
            onClick={() => {
              showInBrowse(upload.connectionId, row.key);
              showScreen('browse');
            }}
          >
            Show in Browse
          </SmallButton>
        )}
        {canBeSentAgain && (
          <SmallButton
            loading={again.isPending}
            onClick={() => again.mutate({ kind: 'rows', rows: [row.row] }, { onError: notifyFailure })}
          >
            Resend
          </SmallButton>
        )}
        {isLeft && row.key !== '' && (
          <SmallButton disabled={readOnly} onClick={() => beginDuplicate(upload.connectionId, row)}>
            Store manually…
          </SmallButton>
        )}
      </Group>
      {isLeft ? (
        <RowEditor
          upload={upload}
          row={row}
          isComing={isComing}
          onShow={(other) => changeSendView(upload.id, { openRow: other })}
        />
      ) : (
        <>
          <Text inherit c="dimmed">
            Value, {sizeWords(row.valueBytes)}
          </Text>
          <ValueWithFinding
            value={row.value}
            isRefusedAsSensitive={row.outcome === 'refused' && row.problems.includes('sensitive')}
          />
        </>
      )}
    </>
  );
}
