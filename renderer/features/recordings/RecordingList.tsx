import { Button } from '@mantine/core';
import { IconFileImport, IconPlayerRecord, IconVideo } from '@tabler/icons-react';
import { countOf } from '#shared/text/phrases.ts';
import { endWords, recordingContents, stepsWords } from '#shared/text/recordingWords.ts';
import { durationWords, momentWords } from '#shared/text/times.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { readRecordingText, type RecordingSummary } from '#shared/recordings/recording.ts';
import { useAddRecording, useRecordings, useStartRecording } from '../../api/recordings.ts';
import { openFile } from '../../api/files.ts';
import { useActiveConnection } from '../../state/appStore.ts';
import { showRecordings, useReplayStore } from '../../state/replayStore.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { notifyDone, notifyFailure, notifyProblem } from '../../ui/notify.ts';
import { RecordingActions } from './RecordingActions.tsx';
import classes from './Recordings.module.css';

export function RecordingList() {
  const query = useRecordings();
  const list = query.data;
  if (list === undefined) {
    return query.isError ? (
      <div className={classes.notice}>
        <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />
      </div>
    ) : (
      <LoadingState label="Reading the recordings" rows={5} />
    );
  }
  return (
    <div className={classes.screen}>
      <div className={classes.content}>
        <header className={classes.head}>
          <div className={classes.title}>
            <h2>Recordings</h2>
            <p>{recordingContents}</p>
          </div>
          <ImportButton />
          {list.active === null && <StartButton />}
        </header>
        {list.brokenOff !== null && (
          <p className={classes.warning} role="alert">
            The last recording broke off, because it could not be written: {visibleLine(list.brokenOff)}. What
            was written before is kept.
          </p>
        )}
        {list.setAside.length > 0 && (
          <p className={classes.warning} role="status">
            {countOf(list.setAside.length, 'damaged recording was', 'damaged recordings were')} set aside:{' '}
            {list.setAside.map(visibleLine).join(', ')}.
          </p>
        )}
        {list.newer.length > 0 && (
          <p className={classes.warning} role="status">
            A newer version of Atom Explorer made {countOf(list.newer.length, 'recording')}. Update the app to
            see {list.newer.length === 1 ? 'it' : 'them'}: {list.newer.map(visibleLine).join(', ')}.
          </p>
        )}
        <LastReplay />
        {list.recordings.length === 0 ? (
          <EmptyState
            icon={IconVideo}
            title="No recordings yet"
            description="Record a session of recalls and reads, then replay it later or over another connection to see what changed."
          />
        ) : (
          <ul className={classes.list} aria-label="Recordings">
            {list.recordings.map((recording) => (
              <Row key={recording.id} recording={recording} all={list.recordings} />
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

function Row({
  recording,
  all,
}: {
  readonly recording: RecordingSummary;
  readonly all: readonly RecordingSummary[];
}) {
  const { id, name, connectionName, startedAt, endedAt, end } = recording;
  const facts = [
    stepsWords(recording),
    `over ${visibleLine(connectionName)}`,
    momentWords(startedAt),
    ...(endedAt === null ? [] : [durationWords(Math.max(0, endedAt - startedAt))]),
    ...((endWords(end) ?? '') ? [endWords(end) ?? ''] : []),
  ];
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <button className={classes.name} type="button" onClick={() => showRecordings({ kind: 'steps', id })}>
          {visibleLine(name)}
        </button>
        {endedAt === null && (
          <span className={classes.live}>
            <IconPlayerRecord size={12} aria-hidden />
            recording
          </span>
        )}
        <p className={classes.facts}>{facts.join(' · ')}</p>
      </div>
      <RecordingActions recording={recording} all={all} />
    </li>
  );
}

function StartButton() {
  const { id } = useActiveConnection();
  const start = useStartRecording();
  return (
    <Button
      size="compact-sm"
      leftSection={<IconPlayerRecord size={14} aria-hidden />}
      loading={start.isPending}
      onClick={() => start.mutate(id, { onError: notifyFailure })}
    >
      Record this session
    </Button>
  );
}

function ImportButton() {
  const add = useAddRecording();
  const choose = async (): Promise<void> => {
    try {
      const opened = await openFile('Recordings', ['json']);
      if (opened === null) return;
      const text = new TextDecoder().decode(opened.bytes);
      const reading = readRecordingText(text);
      if (!reading.ok) {
        notifyProblem(`${visibleLine(opened.name)} is not a recording`, `${visibleLine(reading.problem)}.`);
        return;
      }
      const { name } = await add.mutateAsync({ text, connectionId: null });
      notifyDone(`“${visibleLine(name)}” was imported.`);
    } catch (caught) {
      notifyFailure(caught);
    }
  };
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<IconFileImport size={14} aria-hidden />}
      loading={add.isPending}
      onClick={() => void choose()}
    >
      Import…
    </Button>
  );
}

/** The way back to the replay that runs, or to what the last one brought. */
function LastReplay() {
  const run = useReplayStore((state) => state.run);
  if (run === null) return null;
  const isRunning = run.outcome.kind === 'running';
  return (
    <p className={classes.lastReplay}>
      {isRunning ? 'A replay is running: ' : 'The last replay: '}
      <button className={classes.name} type="button" onClick={() => showRecordings({ kind: 'replay' })}>
        {visibleLine(run.recordingName)}
      </button>
    </p>
  );
}
