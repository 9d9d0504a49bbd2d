import { Loader } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import classes from './DemoStarter.module.css';
import { useOpenDemo } from './useOpenDemo.ts';

/** Stands where the demo memory will be shown, starts its service, and says so if that fails. */
export function DemoStarter() {
  const demo = useOpenDemo();
  const start = useEffectEvent(() => demo.mutate());
  useEffect(() => start(), []);
  return (
    <div className={classes.starter}>
      {demo.isError ? (
        <ErrorNotice error={demo.error} onRetry={() => demo.mutate()} />
      ) : (
        <div className={classes.progress} role="status">
          <Loader size="sm" />
          Starting the demo memory…
        </div>
      )}
    </div>
  );
}
