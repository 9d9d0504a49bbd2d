import { Menu } from '@mantine/core';
import { IconDotsVertical, IconFileTypeCsv, IconJson, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { Connection } from '#shared/domain/connection.ts';
import { edgesCsv, observationsCsv, scoreboardJson } from '#shared/scoreboard/exportScoreboard.ts';
import type { Observation } from '#shared/scoreboard/observation.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { clearScoreboard, readObservations } from '../../api/scoreboard.ts';
import { IconButton, IconMenuItem } from '../../ui/Buttons.tsx';
import { exportFileName } from '#shared/text/exportFileName.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { notifyDone } from '../../ui/notify.ts';
import { saveFile } from '../../ui/saveFile.ts';

export function ScoreboardActions({ connection }: { readonly connection: Connection }) {
  const [isClearing, setIsClearing] = useState(false);
  const save =
    (what: string, textOf: (all: readonly Observation[]) => string, format = 'csv') =>
    () =>
      void saveFile(
        exportFileName(what, connection, Date.now(), format),
        readObservations({ connectionId: connection.id }).then(textOf),
      );
  return (
    <>
      <Menu position="bottom-end" width={260}>
        <Menu.Target>
          <IconButton label="Scoreboard actions" icon={IconDotsVertical} />
        </Menu.Target>
        <Menu.Dropdown>
          <IconMenuItem icon={IconFileTypeCsv} onClick={save('scoreboard-steps', observationsCsv)}>
            Export steps as CSV
          </IconMenuItem>
          <IconMenuItem icon={IconFileTypeCsv} onClick={save('scoreboard-pairs', edgesCsv)}>
            Export key pairs as CSV
          </IconMenuItem>
          <IconMenuItem
            icon={IconJson}
            onClick={save('scoreboard', (all) => scoreboardJson(connection.name, all), 'json')}
          >
            Export all as JSON
          </IconMenuItem>
          <Menu.Divider />
          <IconMenuItem icon={IconTrash} color="red" onClick={() => setIsClearing(true)}>
            Clear scoreboard…
          </IconMenuItem>
        </Menu.Dropdown>
      </Menu>
      {isClearing && (
        <ConfirmDialog
          title="Clear the scoreboard?"
          action="Clear"
          onConfirm={async () => {
            await clearScoreboard({ connectionId: connection.id });
            notifyDone('Scoreboard cleared.');
          }}
          onClose={() => setIsClearing(false)}
        >
          <p>
            This deletes all counted steps of <strong>{visibleLine(connection.name)}</strong> from this
            computer. Export them first if you may need them. The memory and its predictions do not change.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
