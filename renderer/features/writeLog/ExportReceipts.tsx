import type { ConnectionId } from '#shared/domain/connection.ts';
import { exportWrites } from '../../api/writes.ts';
import { csvOrJson, ExportMenu } from '../../ui/ExportMenu.tsx';
import { notifySaved } from '../../ui/saveFile.ts';

interface ExportReceiptsProps {
  readonly connectionId: ConnectionId;
  /** null for all. */
  readonly ids: readonly string[] | null;
  /** For the name of the button. */
  readonly label: string;
  readonly isDisabled?: boolean;
}

/** Receipts as a table, a line an atom, or whole, as JSON. Main writes the file: it may be long. */
export function ExportReceipts({ connectionId, ids, label, isDisabled = false }: ExportReceiptsProps) {
  return (
    <ExportMenu
      label={label}
      choices={csvOrJson}
      disabled={isDisabled}
      onExport={async (format) => {
        await notifySaved(exportWrites({ connectionId, ids, format }));
      }}
    />
  );
}
