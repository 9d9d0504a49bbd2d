import { Button, Skeleton } from '@mantine/core';
import { useEffect, useState } from 'react';
import classes from './LoadingState.module.css';

/** Below this a skeleton would only flicker. */
const showAfterMs = 120;
/** From here on people wonder, and may want out. */
const offerCancelAfterMs = 1_500;

interface LoadingStateProps {
  /** What is awaited, for screen readers and the waiting line: `Reading the atom`. */
  readonly label: string;
  readonly rows?: number;
  /** Offered once it takes a while. */
  readonly onCancel?: () => void;
}

export function LoadingState({ label, rows = 5, onCancel }: LoadingStateProps) {
  const isVisible = useElapsed(showAfterMs);
  const isLong = useElapsed(offerCancelAfterMs);
  return (
    <div className={classes.state} role="status" aria-label={label} aria-busy>
      {isVisible &&
        Array.from({ length: rows }, (_, row) => (
          <Skeleton key={row} height={12} radius="sm" width={`${92 - ((row * 37) % 45)}%`} />
        ))}
      {isLong && (
        <div className={classes.waiting}>
          <span>{label}…</span>
          {onCancel !== undefined && (
            <Button size="compact-sm" variant="default" onClick={onCancel}>
              Cancel
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

function useElapsed(milliseconds: number): boolean {
  const [hasElapsed, setHasElapsed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setHasElapsed(true), milliseconds);
    return () => clearTimeout(timer);
  }, [milliseconds]);
  return hasElapsed;
}
