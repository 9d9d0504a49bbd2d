import { Notification } from 'electron';

/** A message of the desktop, for when the user looks at something else. */
export interface DesktopMessage {
  readonly title: string;
  readonly body: string;
  readonly clicked: () => void;
}

/** Held until they are closed, because one that is collected as garbage can no longer be clicked. */
const shown = new Set<Notification>();

/** Does nothing where the desktop has no notifications. */
export function showNotification({ title, body, clicked }: DesktopMessage): void {
  if (!Notification.isSupported()) return;
  const notification = new Notification({ title, body });
  shown.add(notification);
  notification.on('click', () => {
    shown.delete(notification);
    clicked();
  });
  notification.on('close', () => {
    shown.delete(notification);
  });
  notification.show();
}
