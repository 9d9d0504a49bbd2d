import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from './Dialog.tsx';
import { ErrorNotice } from './ErrorNotice.tsx';
import { useDialogAction } from './useDialogAction.ts';

interface ConfirmDialogProps {
  /** A question: “Delete this run?” */
  readonly title: string;
  /** What the action does and does not do. */
  readonly children: ReactNode;
  /** The label of the button that acts: a verb, such as “Delete”. */
  readonly action: string;
  /** Acts. The dialog waits for the promise, closes when it resolves, and shows why it was rejected. */
  readonly onConfirm: () => unknown;
  /** Mount the dialog only while it is open: closing it must remove it. */
  readonly onClose: () => void;
  /** The action loses something: its button is red, and the focus is on Cancel. */
  readonly isDestructive?: boolean;
  readonly isDisabled?: boolean;
  readonly cancel?: string;
  /** A second, harmless way to answer the question. */
  readonly otherAction?: { readonly label: string; readonly run: () => unknown };
  /** Width in px. */
  readonly size?: number;
}

/** Asks before an action that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, action, onConfirm, onClose, otherAction } = props;
  const { isDestructive = true, isDisabled = false, cancel = 'Cancel', size = 460 } = props;
  const main = useDialogAction(onConfirm, onClose);
  const other = useDialogAction(() => otherAction?.run(), onClose);
  return (
    <Dialog onClose={onClose} title={title} size={size}>
      <Stack gap="md" fz="sm">
        {children}
        {main.error !== null && <ErrorNotice error={main.error} onRetry={main.run} />}
        {other.error !== null && <ErrorNotice error={other.error} onRetry={other.run} />}
        <Group justify="flex-end" gap="sm" mt="2xs">
          <Button variant="default" onClick={onClose} data-autofocus={isDestructive || undefined}>
            {cancel}
          </Button>
          {otherAction !== undefined && (
            <Button variant="default" loading={other.isPending} disabled={main.isPending} onClick={other.run}>
              {otherAction.label}
            </Button>
          )}
          <Button
            {...(isDestructive && { color: 'red' })}
            loading={main.isPending}
            disabled={isDisabled || other.isPending}
            onClick={main.run}
            data-autofocus={!isDestructive || undefined}
          >
            {action}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
