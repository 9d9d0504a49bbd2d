import { Notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import classes from './App.module.css';

/** Notices in a strip of their own at the bottom of the window, so that they cover no text and no button. */
export function Notices() {
  useEffect(() => {
    const strip = document.querySelector(`.${classes.notifications ?? ''}[data-position='bottom-right']`);
    if (strip === null) return undefined;
    const observer = new ResizeObserver(() => {
      const { height } = strip.getBoundingClientRect();
      document.documentElement.style.setProperty('--notices-height', `${Math.ceil(height)}px`);
    });
    observer.observe(strip);
    return () => observer.disconnect();
  }, []);
  return (
    <Notifications
      position="bottom-right"
      limit={2}
      // The rest of the window makes room at once, not in steps.
      transitionDuration={0}
      classNames={{ root: classes.notifications ?? '' }}
    />
  );
}
