import type { Connection } from '#shared/domain/connection.ts';
import { mostBatchAtoms } from '#shared/domain/store.ts';
import type { WriteToRestore } from '../../state/dialogs.ts';
import { RestoreAsUpload } from './RestoreAsUpload.tsx';
import { RestoreDialog } from './RestoreDialog.tsx';

interface WriteRestoreProps {
  readonly connection: Connection;
  readonly write: WriteToRestore;
}

/** The dialog that stores previous values again. */
export function WriteRestore({ connection, write }: WriteRestoreProps) {
  if (write.atoms > mostBatchAtoms) return <RestoreAsUpload write={write} />;
  return <RestoreDialog connection={connection} write={write} />;
}
