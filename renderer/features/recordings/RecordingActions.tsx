import { Group, Menu } from '@mantine/core';
import {
  IconArrowsDiff,
  IconDotsVertical,
  IconFileExport,
  IconListDetails,
  IconPencil,
  IconPlayerPlay,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { recordingText, type RecordingSummary } from '#shared/recordings/recording.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { ipc } from '../../api/ipc.ts';
import { showRecordings } from '../../state/replayStore.ts';
import { IconButton, IconMenuItem, SmallButton } from '../../ui/Buttons.tsx';
import { saveFile } from '../../ui/saveFile.ts';
import { fileNameOf } from '../../ui/fileNames.ts';
import {
  CompareDialog,
  DeleteRecordingDialog,
  RenameRecordingDialog,
  ReplayDialog,
} from './RecordingDialogs.tsx';

interface RecordingActionsProps {
  readonly recording: RecordingSummary;
  readonly all: readonly RecordingSummary[];
}

/** The actions for one recording. */
export function RecordingActions({ recording, all }: RecordingActionsProps) {
  const [dialog, setDialog] = useState<'replay' | 'compare' | 'rename' | 'remove' | null>(null);
  const close = (): void => setDialog(null);
  const name = visibleLine(recording.name);
  const isLive = recording.endedAt === null;
  const isEmpty = recording.recalls + recording.reads === 0;
  return (
    <Group gap="2xs" flex="none">
      <SmallButton
        icon={IconPlayerPlay}
        disabled={isLive || isEmpty}
        aria-label={`Replay ${name}`}
        onClick={() => setDialog('replay')}
      >
        Replay…
      </SmallButton>
      <Menu position="bottom-end" width={200}>
        <Menu.Target>
          <IconButton label={`More actions for ${name}`} tooltip="More actions" icon={IconDotsVertical} />
        </Menu.Target>
        <Menu.Dropdown>
          <IconMenuItem
            icon={IconListDetails}
            onClick={() => showRecordings({ kind: 'steps', id: recording.id })}
          >
            Show steps
          </IconMenuItem>
          <IconMenuItem icon={IconArrowsDiff} disabled={all.length < 2} onClick={() => setDialog('compare')}>
            Compare with…
          </IconMenuItem>
          <IconMenuItem icon={IconFileExport} onClick={() => void exportRecording(recording)}>
            Export…
          </IconMenuItem>
          <IconMenuItem icon={IconPencil} onClick={() => setDialog('rename')}>
            Rename…
          </IconMenuItem>
          <Menu.Divider />
          <IconMenuItem icon={IconTrash} color="red" onClick={() => setDialog('remove')}>
            Delete…
          </IconMenuItem>
        </Menu.Dropdown>
      </Menu>
      {dialog === 'replay' && <ReplayDialog recording={recording} onClose={close} />}
      {dialog === 'compare' && <CompareDialog recording={recording} all={all} onClose={close} />}
      {dialog === 'rename' && <RenameRecordingDialog recording={recording} onClose={close} />}
      {dialog === 'remove' && <DeleteRecordingDialog recording={recording} onClose={close} />}
    </Group>
  );
}

async function exportRecording({ id, name }: RecordingSummary): Promise<void> {
  await saveFile(fileNameOf('recording', name, 'json'), ipc.readRecording({ id }).then(recordingText));
}
