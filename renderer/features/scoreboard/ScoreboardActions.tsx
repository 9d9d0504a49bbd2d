import { ActionIcon, Button, Menu, Modal, Tooltip } from '@mantine/core';
import { IconDotsVertical, IconFileTypeCsv, IconJson, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { Connection } from '#shared/domain/connection.ts';
import { edgesCsv, observationsCsv, scoreboardJson } from '#shared/scoreboard/exportScoreboard.ts';
import type { Observation } from '#shared/scoreboard/observation.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { readObservations, useClearScoreboard } from '../../api/scoreboard.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { notifyDone } from '../../ui/notify.ts';
import { saveFile } from '../../ui/saveFile.ts';
import classes from './Scoreboard.module.css';

/** Export and clear. */
export function ScoreboardActions({ connection }: { readonly connection: Connection }) {
  const [isClearing, setIsClearing] = useState(false);
  const save = async (
    suggestedName: string,
    textOf: (all: readonly Observation[]) => string,
  ): Promise<void> => {
    await saveFile(suggestedName, readObservations(connection.id).then(textOf));
  };
  return (
    <>
      <Menu position="bottom-end" width={260}>
        <Menu.Target>
          <Tooltip label="Export or clear">
            <ActionIcon aria-label="Export or clear the scoreboard">
              <IconDotsVertical size={16} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconFileTypeCsv size={15} aria-hidden />}
            onClick={() => void save('scoreboard-steps.csv', observationsCsv)}
          >
            Export the steps as CSV
          </Menu.Item>
          <Menu.Item
            leftSection={<IconFileTypeCsv size={15} aria-hidden />}
            onClick={() => void save('scoreboard-pairs.csv', edgesCsv)}
          >
            Export from key to key as CSV
          </Menu.Item>
          <Menu.Item
            leftSection={<IconJson size={15} aria-hidden />}
            onClick={() => void save('scoreboard.json', (all) => scoreboardJson(connection.name, all))}
          >
            Export everything as JSON
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={15} aria-hidden />}
            onClick={() => setIsClearing(true)}
          >
            Clear the scoreboard…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ClearModal connection={connection} isOpen={isClearing} onClose={() => setIsClearing(false)} />
    </>
  );
}

interface ClearModalProps {
  readonly connection: Connection;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

function ClearModal({ connection, isOpen, onClose }: ClearModalProps) {
  const clear = useClearScoreboard(connection.id);
  const run = (): void =>
    clear.mutate(undefined, {
      onSuccess: () => {
        onClose();
        notifyDone('The scoreboard begins anew.');
      },
    });
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title="Clear the scoreboard?"
      size={440}
      transitionProps={{ duration: 120, exitDuration: 0 }}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <p className={classes.question}>
        Everything that was counted of <strong>{visibleLine(connection.name)}</strong> in this app is
        forgotten. Export it first if you may want it again. The memory and its own predictions are not
        touched.
      </p>
      {clear.isError && <ErrorNotice error={clear.error} onRetry={run} />}
      <div className={classes.actions}>
        <Button variant="subtle" color="gray" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button color="red" loading={clear.isPending} onClick={run}>
          Clear
        </Button>
      </div>
    </Modal>
  );
}
