import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { notifyFailure } from './notify.ts';
import classes from './notifyUndo.module.css';

/** A passing word that something was done, with the way to undo it. */
export function notifyUndo(message: string, undo: () => Promise<unknown>): void {
  const id = notifications.show({
    autoClose: 8_000,
    message: (
      <span className={classes.line}>
        {message}
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            notifications.hide(id);
            undo().catch(notifyFailure);
          }}
        >
          Undo
        </Button>
      </span>
    ),
  });
}
