import type { ReactNode } from 'react';
import type { Connection } from '#shared/domain/connection.ts';
import type { WriteConfirmation } from '#shared/domain/store.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { FormDialog } from './FormDialog.tsx';
import { useWriteConsent } from './writeConsent.tsx';

interface ProductionDialogProps {
  /** Of a production service. */
  readonly connection: Connection;
  readonly writes: 'one' | 'several';
  /** What is written, as one or more `Fact`s. */
  readonly written: ReactNode;
  /** A verb: “Store”. */
  readonly action: string;
  readonly onConfirm: (confirmation: { readonly confirmation?: WriteConfirmation }) => unknown;
  readonly onClose: () => void;
}

/** Asks before a write to production: what is written, and where. */
export function ProductionDialog(props: ProductionDialogProps) {
  const { connection, writes, written, action, onConfirm, onClose } = props;
  const { isGiven, confirmation, fields } = useWriteConsent(connection, writes, written);
  const common = { title: 'Write to production?', onClose };
  return writes === 'one' ? (
    <ConfirmDialog {...common} action={action} onConfirm={() => onConfirm(confirmation)}>
      {fields}
    </ConfirmDialog>
  ) : (
    <FormDialog
      {...common}
      action={action}
      isDanger
      isDisabled={!isGiven}
      size={460}
      onSubmit={() => onConfirm(confirmation)}
    >
      {fields}
    </FormDialog>
  );
}
