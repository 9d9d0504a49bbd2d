import { Button, Menu } from '@mantine/core';
import {
  IconListDetails,
  IconPlayerRecord,
  IconPlayerRecordFilled,
  IconPlayerStop,
} from '@tabler/icons-react';
import type { Connection } from '#shared/domain/connection.ts';
import { recordingContents, stepsWords } from '#shared/text/recordingWords.ts';
import { countOf } from '#shared/text/phrases.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { ipc } from '../../api/ipc.ts';
import { useRecordings, useStartRecording } from '../../api/recordings.ts';
import { showScreen } from '../../state/appStore.ts';
import { usePredictionStore } from '../../state/predictionStore.ts';
import { showRecordings } from '../../state/replayStore.ts';
import { IconMenuItem } from '../../ui/Buttons.tsx';
import { notifyDone, notifyFailure } from '../../ui/notify.ts';
import { Tip } from '../../ui/Tip.tsx';
import kit from '../../ui/kit.module.css';
import type { RecordingSummary } from '#shared/recordings/recording.ts';

/** Starts and stops recording the session. It is on every screen, so that a recording is never overlooked. */
export function RecordControl({ connection }: { readonly connection: Connection }) {
  const active = useRecordings().data?.active ?? null;
  return active === null ? <StartControl connection={connection} /> : <ActiveControl recording={active} />;
}

function StartControl({ connection }: { readonly connection: Connection }) {
  const start = useStartRecording();
  return (
    <Tip label={`Record the recalls and reads of this session. ${recordingContents}`}>
      <Button
        flex="none"
        fw={400}
        size="compact-sm"
        variant="subtle"
        color="gray"
        leftSection={<IconPlayerRecord size={15} aria-hidden />}
        loading={start.isPending}
        onClick={() => start.mutate(connection.id, { onError: notifyFailure })}
      >
        <span className={kit.foldingLabel}>Record</span>
      </Button>
    </Tip>
  );
}

function ActiveControl({ recording }: { readonly recording: RecordingSummary }) {
  const steps = countOf(recording.recalls + recording.reads, 'step');
  const openList = (): void => {
    showRecordings({ kind: 'list' });
    usePredictionStore.setState({ tab: 'recordings' });
    showScreen('predictions');
  };
  const stop = (): Promise<void> =>
    ipc
      .stopRecording()
      .then(() => notifyDone(`Saved recording “${visibleLine(recording.name)}”.`), notifyFailure);
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <Button
          flex="none"
          size="compact-sm"
          variant="default"
          leftSection={<IconPlayerRecordFilled color="var(--verdict-red-fg)" size={14} aria-hidden />}
        >
          Recording · {steps}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {visibleLine(recording.name)}: {stepsWords(recording)} on {visibleLine(recording.connectionName)}
        </Menu.Label>
        <IconMenuItem icon={IconPlayerStop} onClick={() => void stop()}>
          Stop recording
        </IconMenuItem>
        <IconMenuItem icon={IconListDetails} onClick={openList}>
          Show recordings
        </IconMenuItem>
      </Menu.Dropdown>
    </Menu>
  );
}
