/** What is used of Electron's power monitor. */
interface PowerEvents {
  on(event: 'lock-screen' | 'unlock-screen' | 'suspend' | 'resume', listener: () => void): unknown;
}

/**
 * Notices that the computer is locked or goes to sleep, and that it is back from both: one that wakes up may still be locked.
 */
export function watchAbsence(
  monitor: PowerEvents,
  { left, returned }: { readonly left: () => void; readonly returned: () => void },
): void {
  let isLocked = false;
  let isAsleep = false;
  const back = (): void => {
    if (!isLocked && !isAsleep) returned();
  };
  monitor.on('lock-screen', () => {
    isLocked = true;
    left();
  });
  monitor.on('suspend', () => {
    isAsleep = true;
    left();
  });
  monitor.on('unlock-screen', () => {
    isLocked = false;
    // A locked computer that sleeps cannot be unlocked.
    isAsleep = false;
    back();
  });
  monitor.on('resume', () => {
    isAsleep = false;
    back();
  });
}
