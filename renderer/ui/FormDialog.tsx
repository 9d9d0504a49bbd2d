import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from './Dialog.tsx';
import { ErrorNotice } from './ErrorNotice.tsx';
import classes from './kit.module.css';
import { useDialogAction } from './useDialogAction.ts';

interface FormDialogProps {
  readonly title: string;
  /** The fields. Mark the one that is edited first with `data-autofocus`. */
  readonly children: ReactNode;
  /** The label of the button that submits: a verb, such as “Rename”. */
  readonly action: string;
  /** Submits. The dialog waits for the promise, closes when it resolves, and shows why it was rejected. */
  readonly onSubmit: () => unknown;
  /** Mount the dialog only while it is open: closing it must remove it. */
  readonly onClose: () => void;
  /** The fields cannot be submitted as they are. */
  readonly isDisabled?: boolean;
  /** It holds work besides typed text, which would be lost if it was closed. */
  readonly holdsWork?: boolean;
  /** Focus the button of the action first, because the fields can usually stay as they are. */
  readonly isActionFocused?: boolean;
  /** The button of the action is red. */
  readonly isDanger?: boolean;
  /** Opposite the buttons, such as a button that tests the entries. */
  readonly aside?: ReactNode;
  /** Width in px. */
  readonly size?: number;
}

/** A long dialog scrolls, and its buttons cover the end. */
function showInView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'center' });
}

/** Fields with a button that submits them; so does Enter. */
export function FormDialog(props: FormDialogProps) {
  const { title, children, action, onSubmit, onClose, aside } = props;
  const {
    isDisabled = false,
    holdsWork = false,
    isActionFocused = false,
    isDanger = false,
    size = 480,
  } = props;
  const { run, isPending, error } = useDialogAction(onSubmit, onClose);
  return (
    <Dialog onClose={onClose} title={title} size={size} holdsWork={holdsWork}>
      <Stack
        component="form"
        gap="md"
        fz="sm"
        onSubmit={(event) => {
          event.preventDefault();
          // A dialog that a form opens is inside of it for React.
          event.stopPropagation();
          if (!isDisabled && !isPending) run();
        }}
      >
        {children}
        {error !== null && (
          <div ref={showInView}>
            <ErrorNotice error={error} onRetry={run} />
          </div>
        )}
        <Group gap="sm" className={classes.dialogEnd ?? ''}>
          {aside}
          <Button variant="default" onClick={onClose} ml="auto">
            Cancel
          </Button>
          <Button
            type="submit"
            {...(isDanger && { color: 'red' })}
            disabled={isDisabled}
            loading={isPending}
            data-autofocus={isActionFocused || undefined}
          >
            {action}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
