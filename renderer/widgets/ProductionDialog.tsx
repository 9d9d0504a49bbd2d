import type { ReactNode } from 'react';
import type { Connection } from '#shared/domain/connection.ts';
import type { WriteConfirmation } from '#shared/domain/store.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import { useWriteConsent } from './writeConsent.tsx';

interface ProductionDialogProps {
  /** Of a production service, or any if the user wants to be asked. */
  readonly connection: Connection;
  readonly writes: 'one' | 'several';
  /** What is written, as one or more `Fact`s. */
  readonly written: ReactNode;
  /** A verb: “Store”. */
  readonly action: string;
  readonly onConfirm: (confirmation: { readonly confirmation?: WriteConfirmation }) => unknown;
  readonly onClose: () => void;
}

/** Asks before a write to production, or any write if the user chose so in Settings: what is written, and where. */
export function ProductionDialog(props: ProductionDialogProps) {
  const { connection, writes, written, action, onConfirm, onClose } = props;
  const { isGiven, confirmation, fields } = useWriteConsent(connection, writes, written);
  const isProduction = connection.environment === 'production';
  const common = { title: isProduction ? 'Write to production?' : 'Write to this memory?', onClose };
  return writes === 'one' || !isProduction ? (
    <ConfirmDialog
      {...common}
      isDestructive={isProduction}
      action={action}
      onConfirm={() => onConfirm(confirmation)}
    >
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
