import { Anchor, Box, Group } from '@mantine/core';
import { IconFileImport, IconPlayerRecord, IconVideo } from '@tabler/icons-react';
import { countOf } from '#shared/text/phrases.ts';
import { endWords, recordingContents, stepsWords } from '#shared/text/recordingWords.ts';
import { durationWords, momentWords } from '#shared/text/times.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import {
  readRecordingText,
  type RecordingList as RecordingListData,
  type RecordingSummary,
} from '#shared/recordings/recording.ts';
import { useAddRecording, useRecordings, useStartRecording } from '../../api/recordings.ts';
import { ipc } from '../../api/ipc.ts';
import { useActiveConnection } from '../../state/appStore.ts';
import { showRecordings, useReplayStore } from '../../state/replayStore.ts';
import { SmallButton } from '../../ui/Buttons.tsx';
import { Callout } from '../../ui/Callout.tsx';
import { Dimmed } from '../../ui/Dimmed.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { notifyDone, notifyFailure, notifyProblem } from '../../ui/notify.ts';
import { QueryView } from '../../ui/QueryView.tsx';
import { RecordingActions } from './RecordingActions.tsx';
import { RecordingPage } from './RecordingPage.tsx';
import kit from '../../ui/kit.module.css';

export function RecordingList() {
  const query = useRecordings();
  return (
    <RecordingPage
      title="Recordings"
      facts={recordingContents}
      hasBack={false}
      actions={
        query.data !== undefined && (
          <>
            <ImportButton />
            {query.data.active === null && <StartButton />}
          </>
        )
      }
    >
      <QueryView query={query} loading="Loading recordings" p={0}>
        {(list) => (
          <>
            <Notices list={list} />
            <LastReplay />
            {list.recordings.length === 0 ? (
              <EmptyState
                icon={IconVideo}
                title="No recordings yet"
                description="Record a session of recalls and reads. Replay it later or on another connection to see what changed."
              />
            ) : (
              <ul className={kit.lined} aria-label="Recordings">
                {list.recordings.map((recording) => (
                  <Row key={recording.id} recording={recording} all={list.recordings} />
                ))}
              </ul>
            )}
          </>
        )}
      </QueryView>
    </RecordingPage>
  );
}

function Notices({ list }: { readonly list: RecordingListData }) {
  const { brokenOff, setAside, newer } = list;
  const notices = [
    brokenOff !== null &&
      `The last recording stopped because its file could not be written: ${visibleLine(brokenOff)}. The steps before that are saved.`,
    setAside.length > 0 &&
      `${countOf(setAside.length, 'recording is', 'recordings are')} damaged and cannot be opened. The files were moved to: ${setAside.map(visibleLine).join(', ')}.`,
    newer.length > 0 &&
      `${countOf(newer.length, 'recording was', 'recordings were')} made by a newer version of Atom Explorer. Update the app to open ${newer.length === 1 ? 'it' : 'them'}: ${newer.map(visibleLine).join(', ')}.`,
  ].filter((notice) => notice !== false);
  return notices.map((notice) => (
    <Callout key={notice} tone="warning" role="status" compact>
      {notice}
    </Callout>
  ));
}

interface RowProps {
  readonly recording: RecordingSummary;
  readonly all: readonly RecordingSummary[];
}

function Row({ recording, all }: RowProps) {
  const { id, name, connectionName, startedAt, endedAt, end } = recording;
  const endReason = endWords(end);
  const facts = [
    stepsWords(recording),
    `on ${visibleLine(connectionName)}`,
    momentWords(startedAt),
    ...(endedAt === null ? [] : [durationWords(Math.max(0, endedAt - startedAt))]),
    ...(endReason === null ? [] : [endReason]),
  ];
  return (
    <Group component="li" gap="md" px="md" py="sm" wrap="nowrap">
      <Box flex={1} miw={0}>
        <Group gap="sm" wrap="nowrap">
          <Link onClick={() => showRecordings({ kind: 'steps', id })}>{visibleLine(name)}</Link>
          {endedAt === null && (
            <Group component="span" gap="2xs" flex="none" fz="xs" c="var(--verdict-red-fg)">
              <IconPlayerRecord size={12} aria-hidden />
              Recording
            </Group>
          )}
        </Group>
        <Dimmed>{facts.join(' · ')}</Dimmed>
      </Box>
      <RecordingActions recording={recording} all={all} />
    </Group>
  );
}

function Link({ onClick, children }: { readonly onClick: () => void; readonly children: string }) {
  return (
    <Anchor
      component="button"
      type="button"
      fw={600}
      c="var(--accent-ink)"
      inherit
      truncate
      onClick={onClick}
    >
      {children}
    </Anchor>
  );
}

function StartButton() {
  const { id } = useActiveConnection();
  const start = useStartRecording();
  return (
    <SmallButton
      variant="filled"
      icon={IconPlayerRecord}
      loading={start.isPending}
      onClick={() => start.mutate(id, { onError: notifyFailure })}
    >
      Record this session
    </SmallButton>
  );
}

function ImportButton() {
  const add = useAddRecording();
  const choose = async (): Promise<void> => {
    try {
      const opened = await ipc.openFile({ title: 'Import a recording', extensions: ['json'] });
      if (opened === null) return;
      const text = new TextDecoder().decode(opened.bytes);
      const reading = readRecordingText(text);
      if (!reading.ok) {
        notifyProblem(`${visibleLine(opened.name)} is not a recording`, `${visibleLine(reading.problem)}.`);
        return;
      }
      const { name } = await add.mutateAsync({ text, connectionId: null });
      notifyDone(`Imported “${visibleLine(name)}”.`);
    } catch (caught) {
      notifyFailure(caught);
    }
  };
  return (
    <SmallButton icon={IconFileImport} loading={add.isPending} onClick={() => void choose()}>
      Import…
    </SmallButton>
  );
}

/** Opens the replay that is running, or the result of the last one. */
function LastReplay() {
  const run = useReplayStore((state) => state.run);
  if (run === null) return null;
  return (
    <Dimmed>
      {run.outcome.kind === 'running' ? 'Replay running: ' : 'Last replay: '}
      <Link onClick={() => showRecordings({ kind: 'replay' })}>{visibleLine(run.recordingName)}</Link>
    </Dimmed>
  );
}
