import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import type { Chain } from '#shared/predictions/chain.ts';
import type { StandingOf } from '#shared/predictions/standing.ts';
import { visibleLine } from '#shared/text/visibleText.ts';
import { notifyDone, notifyFailure } from '../../ui/notify.ts';
import { exportChain, exportKinds, type ExportKind } from './exportChain.ts';

const kindWords: Readonly<Record<ExportKind, string>> = {
  svg: 'Picture to scale (SVG)',
  png: 'Picture (PNG)',
  dot: 'Graph for Graphviz (DOT)',
  csv: 'Table (CSV)',
};

interface ExportMenuProps {
  readonly chain: Chain;
  readonly standing: StandingOf;
}

/** The chain as a file. */
export function ExportMenu({ chain, standing }: ExportMenuProps) {
  const [isBusy, setIsBusy] = useState(false);
  const save = async (kind: ExportKind): Promise<void> => {
    setIsBusy(true);
    try {
      const path = await exportChain(chain, standing, kind);
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
