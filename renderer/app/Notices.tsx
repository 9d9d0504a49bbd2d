import { Notifications } from '@mantine/notifications';
import classes from './App.module.css';

/** The corner of the window where notices appear. */
export function Notices() {
  return (
    <Notifications position="bottom-right" limit={3} classNames={{ root: classes.notifications ?? '' }} />
  );
}
