import { useMemo, type ReactNode } from 'react';
import type { Connection } from '#shared/domain/connection.ts';
import { ActiveConnectionContext, openConnectionForm } from '../state/appStore.ts';
import { showRequest } from '../state/requestsView.ts';
import { ErrorHelpContext, type ErrorHelp } from '../ui/errorHelp.ts';

interface ActiveConnectionProps {
  /** null where no memory is shown. */
  readonly connection: Connection | null;
  readonly children: ReactNode;
}

/** Tells the screens and dialogs in it which connection they are about, and how to help with its errors. */
export function ActiveConnection({ connection, children }: ActiveConnectionProps) {
  const editedId = connection?.kind === 'service' ? connection.id : null;
  const isSnapshot = connection?.kind === 'snapshot';
  const help = useMemo(
    (): ErrorHelp => ({
      editConnection:
        editedId === null ? null : (at) => openConnectionForm({ kind: 'edit', id: editedId, ...at }),
      showRequest: isSnapshot ? null : showRequest,
    }),
    [editedId, isSnapshot],
  );
  return (
    <ActiveConnectionContext value={connection}>
      <ErrorHelpContext value={help}>{children}</ErrorHelpContext>
    </ActiveConnectionContext>
  );
}
