import { notifications } from '@mantine/notifications';
import { errorWords } from '#shared/text/errorWords.ts';
import { toAppError } from '../api/unwrap.ts';
import { noticeMs } from './noticeTime.ts';

const closeButtonProps = { 'aria-label': 'Dismiss' };

/** A notice that an action succeeded. */
export function notifyDone(message: string): void {
  notifications.show({ message, autoClose: noticeMs(3_000), closeButtonProps });
}

/** A notice that an action cannot be done as it is, for example with this file. */
export function notifyProblem(title: string, message: string): void {
  notifications.show({ title, message, color: 'red', autoClose: noticeMs(10_000), closeButtonProps });
}

/** A notice that an action failed. Use `ErrorNotice` instead where the failure has a place on the screen. */
export function notifyFailure(caught: unknown): void {
  const { title, what, todo } = errorWords(toAppError(caught));
  notifications.show({
    title,
    message: `${what} ${todo}`,
    color: 'red',
    autoClose: noticeMs(10_000),
    closeButtonProps,
  });
}
