import { notifications } from '@mantine/notifications';
import { errorWords } from '#shared/text/errorWords.ts';
import { toAppError } from '../api/unwrap.ts';

const closeButtonProps = { 'aria-label': 'Dismiss' };

/** A passing word that something went well. */
export function notifyDone(message: string): void {
  notifications.show({ message, autoClose: 3_000, closeButtonProps });
}

/** A passing word that something cannot be done as it stands, such as a file that holds something else. */
export function notifyProblem(title: string, message: string): void {
  notifications.show({ title, message, color: 'red', autoClose: 10_000 });
}

/** A passing word that a small action failed; where the user is looking at the failure, use `ErrorNotice`. */
export function notifyFailure(caught: unknown): void {
  const { title, what, todo } = errorWords(toAppError(caught));
  notifications.show({
    title,
    message: `${what} ${todo}`,
    color: 'red',
    autoClose: 10_000,
    closeButtonProps,
  });
}
