import { Button, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import classes from './CheckRows.module.css';

interface AskFirstProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** What “yes” does. */
  readonly verb: string;
  readonly isPending: boolean;
  /** It cannot be done as things stand. */
  readonly isDisabled?: boolean;
  /** Why it failed; null where it did not. */
  readonly error: unknown;
  readonly onYes: () => void;
  readonly children: ReactNode;
}

/** Asks before something that cannot be undone. */
export function AskFirst(props: AskFirstProps) {
  const { title, isOpen, onClose, verb, isPending, isDisabled = false, error, onYes, children } = props;
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={title}
      size={480}
      transitionProps={{ duration: 120, exitDuration: 0 }}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div className={classes.modal}>
        {children}
        {error !== null && <ErrorNotice error={error} />}
        <div className={classes.modalActions}>
          <Button variant="subtle" color="gray" onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button color="red" loading={isPending} disabled={isDisabled} onClick={onYes}>
            {verb}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
