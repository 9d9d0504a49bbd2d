import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { visibleLine } from '#shared/text/visibleText.ts';
import { standingNow } from '../../api/predictions.ts';
import { useActiveConnection } from '../../state/appStore.ts';
import { chainViewOf } from '../../state/chainStore.ts';
import { notifyDone, notifyFailure } from '../../ui/notify.ts';
import { exportChain, exportKinds, type ExportKind } from './exportChain.ts';

const kindWords: Readonly<Record<ExportKind, string>> = {
  svg: 'Picture to scale (SVG)',
  png: 'Picture (PNG)',
  dot: 'Graph for Graphviz (DOT)',
  csv: 'Table (CSV)',
};

/** The chain of the active connection as a file: as it is when it is asked for. */
export function ExportMenu() {
  const { id } = useActiveConnection();
  const client = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  const save = async (kind: ExportKind): Promise<void> => {
    const { chain } = chainViewOf(id);
    if (chain === null) return;
    setIsBusy(true);
    try {
      const path = await exportChain(chain, (key) => standingNow(client, id, key), kind);
      if (path !== null) notifyDone(`Saved as ${visibleLine(path)}.`);
    } catch (caught) {
      notifyFailure(caught);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          size="compact-sm"
          loading={isBusy}
          leftSection={<IconDownload size={14} aria-hidden />}
        >
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {exportKinds.map((kind) => (
          <Menu.Item key={kind} onClick={() => void save(kind)}>
            {kindWords[kind]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
