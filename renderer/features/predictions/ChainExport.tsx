import { useQueryClient } from '@tanstack/react-query';
import { statusNow } from '../../api/predictions.ts';
import { useActiveConnection } from '../../state/appStore.ts';
import { chainViewOf } from '../../state/chainStore.ts';
import { ExportMenu } from '../../ui/ExportMenu.tsx';
import { saveFile } from '../../ui/saveFile.ts';
import { chainFile } from './chainFile.ts';

const choices = [
  { format: 'svg', words: 'Picture to scale (SVG)…' },
  { format: 'png', words: 'Picture (PNG)…' },
  { format: 'dot', words: 'Graph for Graphviz (DOT)…' },
  { format: 'csv', words: 'CSV…' },
] as const;

/** The chain of the active connection as a file: as it is when it is asked for. */
export function ChainExport() {
  const { id } = useActiveConnection();
  const client = useQueryClient();
  return (
    <ExportMenu
      label="this chain"
      choices={choices}
      onExport={async (format) => {
        const { chain } = chainViewOf(id);
        if (chain === null) return;
        const content = chainFile(chain, (key) => statusNow(client, id, key), format);
        await saveFile(`prediction-chain.${format}`, content);
      }}
    />
  );
}
