import { Button, Modal, Select } from '@mantine/core';
import { useState } from 'react';
import type { RecordingSummary } from '#shared/recordings/recording.ts';
import { momentWords } from '#shared/text/times.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { showRecordings } from '../../state/replayStore.ts';
import classes from './Recordings.module.css';

interface CompareModalProps {
  readonly recording: RecordingSummary;
  readonly all: readonly RecordingSummary[];
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** With which other recording. The older of the two is the first. */
export function CompareModal({ recording, all, isOpen, onClose }: CompareModalProps) {
  const others = all.filter(({ id }) => id !== recording.id);
  const [chosen, setChosen] = useState<string | null>(null);
  const other = others.find(({ id }) => id === chosen) ?? others[0];
  const compare = (): void => {
    if (other === undefined) return;
    const [before, after] = [recording, other].sort((one, two) => one.startedAt - two.startedAt);
    onClose();
    if (before !== undefined && after !== undefined)
      showRecordings({ kind: 'compare', before: before.id, after: after.id });
  };
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title="Compare two recordings"
      size={480}
      transitionProps={{ duration: 120, exitDuration: 0 }}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div className={classes.form}>
        <p>
          <strong>{visibleLine(recording.name)}</strong> is compared step by step with the recording chosen
          here. No request is sent.
        </p>
        <Select
          label="With"
          data={others.map(({ id, name, startedAt }) => ({
            value: id,
            label: `${visibleLine(name)}, ${momentWords(startedAt)}`,
          }))}
          value={other?.id ?? null}
          onChange={setChosen}
          allowDeselect={false}
          data-autofocus
        />
        <div className={classes.actions}>
          <Button variant="subtle" color="gray" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={compare} disabled={other === undefined}>
            Compare
          </Button>
        </div>
      </div>
    </Modal>
  );
}
