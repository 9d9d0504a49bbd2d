import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { IconDotsVertical, IconFileTypeCsv, IconJson, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { Connection } from '#shared/domain/connection.ts';
import { edgesCsv, observationsCsv, scoreboardJson } from '#shared/scoreboard/exportScoreboard.ts';
import type { Observation } from '#shared/scoreboard/observation.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { ipc } from '../../api/ipc.ts';
import { useClearScoreboard } from '../../api/scoreboard.ts';
import { IconMenuItem } from '../../ui/Buttons.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { notifyDone } from '../../ui/notify.ts';
import { saveFile } from '../../ui/saveFile.ts';

export function ScoreboardActions({ connection }: { readonly connection: Connection }) {
  const [isClearing, setIsClearing] = useState(false);
  const save = async (
    suggestedName: string,
    textOf: (all: readonly Observation[]) => string,
  ): Promise<void> => {
    await saveFile(suggestedName, ipc.readObservations({ connectionId: connection.id }).then(textOf));
  };
  return (
    <>
      <Menu position="bottom-end" width={260}>
        <Menu.Target>
          <Tooltip label="Scoreboard actions">
            <ActionIcon aria-label="Scoreboard actions">
              <IconDotsVertical size={16} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </Menu.Target>
        <Menu.Dropdown>
          <IconMenuItem
            icon={IconFileTypeCsv}
            onClick={() => void save('scoreboard-steps.csv', observationsCsv)}
          >
            Export steps as CSV
          </IconMenuItem>
          <IconMenuItem icon={IconFileTypeCsv} onClick={() => void save('scoreboard-pairs.csv', edgesCsv)}>
            Export key pairs as CSV
          </IconMenuItem>
          <IconMenuItem
            icon={IconJson}
            onClick={() => void save('scoreboard.json', (all) => scoreboardJson(connection.name, all))}
          >
            Export all as JSON
          </IconMenuItem>
          <Menu.Divider />
          <IconMenuItem icon={IconTrash} color="red" onClick={() => setIsClearing(true)}>
            Clear scoreboard…
          </IconMenuItem>
        </Menu.Dropdown>
      </Menu>
      {isClearing && <ClearDialog connection={connection} onClose={() => setIsClearing(false)} />}
    </>
  );
}

interface ClearDialogProps {
  readonly connection: Connection;
  readonly onClose: () => void;
}

function ClearDialog({ connection, onClose }: ClearDialogProps) {
  const clear = useClearScoreboard(connection.id);
  return (
    <ConfirmDialog
      title="Clear the scoreboard?"
      action="Clear"
      onConfirm={async () => {
        await clear.mutateAsync(undefined);
        notifyDone('Scoreboard cleared.');
      }}
      onClose={onClose}
    >
      <p>
        This deletes all counted steps of <strong>{visibleLine(connection.name)}</strong> from this computer.
        Export them first if you may need them. The memory and its predictions do not change.
      </p>
    </ConfirmDialog>
  );
}
