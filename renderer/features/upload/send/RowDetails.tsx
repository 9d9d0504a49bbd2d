import { Group, Stack, Text } from '@mantine/core';
import type { Upload, UploadRowInFull, UploadRowSelection } from '#shared/domain/upload.ts';
import { countWords, sizeWords } from '#shared/text/sizes.ts';
import { readBackWords, rowMarkWords, rowOutcomeWords } from '#shared/text/uploadWords.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { showScreen, useActiveConnection } from '../../../state/appStore.ts';
import { beginDuplicate } from '../../../state/editorStore.ts';
import { changeSendView } from '../../../state/sendStore.ts';
import { showInBrowse } from '../../../state/showInBrowse.ts';
import { SmallButton } from '../../../ui/Buttons.tsx';
import { Dimmed } from '../../../ui/Dimmed.tsx';
import { Fact, Facts } from '../../../ui/Facts.tsx';
import { KeyText } from '../../../ui/KeyText.tsx';
import { RowEditor, RowView } from '../prepare/RowPane.tsx';
import { useRowChanges } from '../prepare/rowChanges.ts';
import { OutcomeMark, ReadBackMark, RowMarkLabel } from './OutcomeMark.tsx';
import classes from './Send.module.css';
import { ValueWithFinding } from './ValueWithFinding.tsx';

interface RowDetailsProps {
  readonly upload: Upload;
  readonly row: number;
  readonly onClose: () => void;
}

/** One row in full: what was sent, its outcome, and actions. */
export function RowDetails({ upload, row, onClose }: RowDetailsProps) {
  return (
    <RowView
      role="complementary"
      aria-label="Row details"
      className={classes.details ?? ''}
      upload={upload}
      row={row}
      onClose={onClose}
    >
      {(shown, isComing) => <Row upload={upload} row={shown} isComing={isComing} />}
    </RowView>
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
  const changes = useRowChanges(upload);
  const { key, outcome, readBack } = row;
  const hasEnded = upload.phase.kind === 'ended';
  const isHeld = outcome === 'held';
  const isLeft =
    hasEnded && (outcome === 'refused' || outcome === 'skipped' || outcome === 'waiting' || isHeld);
  const canBeSentAgain =
    hasEnded && (outcome === 'unknown' || outcome === 'refused' || isHeld) && row.status !== 'dropped';
  const isThere = outcome === 'stored' || outcome === 'same' || outcome === 'unknown' || isHeld;
  const selection: UploadRowSelection = { kind: 'rows', rows: [row.row] };
  return (
    <Stack gap="sm" fz="sm">
      {!isLeft && <KeyText atomKey={key} wrap />}
      <Facts>
        <Fact label="Outcome">
          <OutcomeMark outcome={outcome} />
          <Text inherit c="dimmed" w="100%">
            {row.why === null ? rowOutcomeWords[outcome].words : visibleLine(row.why)}
          </Text>
        </Fact>
        {row.marks.map((mark) => (
          <Fact key={mark} label="Note">
            <RowMarkLabel mark={mark} />
            <Text inherit c="dimmed" w="100%">
              {rowMarkWords[mark].words}
            </Text>
          </Fact>
        ))}
        {row.version !== null && <Fact label="Version">{countWords(row.version)}</Fact>}
        {readBack !== 'not-read' && (
          <Fact label="Read back">
            <ReadBackMark readBack={readBack} />
            <Text inherit c="dimmed" w="100%">
              {readBackWords[readBack].words}
            </Text>
          </Fact>
        )}
      </Facts>
      <Group gap="sm">
        {isThere && (
          <SmallButton
            onClick={() => {
              showInBrowse(upload.connectionId, key);
              showScreen('browse');
            }}
          >
            Show in Browse
          </SmallButton>
        )}
        {canBeSentAgain && (
          <SmallButton loading={changes.isPending} onClick={() => changes.sendAgain(selection)}>
            {isHeld ? 'Queue for sending' : 'Resend'}
          </SmallButton>
        )}
        {isLeft && key !== '' && (
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
          <Dimmed>Value, {sizeWords(row.valueBytes)}</Dimmed>
          <ValueWithFinding
            value={row.value}
            isRefusedAsSensitive={outcome === 'refused' && row.problems.includes('sensitive')}
          />
        </>
      )}
    </Stack>
  );
}
