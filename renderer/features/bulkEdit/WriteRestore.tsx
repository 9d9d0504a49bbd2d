import { mostBatchAtoms } from '#shared/domain/store.ts';
import { useActiveConnection } from '../../state/appStore.ts';
import { useRestoreStore } from '../../state/restoreStore.ts';
import { loadOnUse } from '../../ui/loadOnUse.tsx';

const RestoreAsUpload = loadOnUse(async () => (await import('./RestoreAsUpload.tsx')).RestoreAsUpload, null);
const RestoreDialog = loadOnUse(async () => (await import('./RestoreDialog.tsx')).RestoreDialog, null);

/** The dialog that stores previous values again, if the active connection has a write chosen for it. */
export function WriteRestore() {
  const connection = useActiveConnection();
  const write = useRestoreStore((state) => state.write);
  if (write === null || write.connectionId !== connection.id) return null;
  if (write.atoms > mostBatchAtoms) return <RestoreAsUpload key={write.writeId} write={write} />;
  return <RestoreDialog key={write.writeId} connection={connection} write={write} />;
}
