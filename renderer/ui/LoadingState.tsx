import { Button, Group, Skeleton, Stack } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Dimmed } from './Dimmed.tsx';

/** A placeholder that shows for less than this only flickers. */
const showAfterMs = 120;
/** From here on, say what is taking long and offer to cancel it. */
const offerCancelAfterMs = 1_500;

interface LoadingStateProps {
  /** What is loading, without an ellipsis: `Reading the atom`. */
  readonly label: string;
  /** Lines of the placeholder. */
  readonly rows?: number;
  /** Offered once loading takes long. */
  readonly onCancel?: () => void;
}

/** A placeholder while something loads. Prefer `QueryView` where a query is behind it. */
export function LoadingState({ label, rows = 5, onCancel }: LoadingStateProps) {
  const isVisible = useElapsed(showAfterMs);
  const isLong = useElapsed(offerCancelAfterMs);
  return (
    <Stack gap="md" maw={760} p="lg" role="status" aria-label={label} aria-busy>
      {isVisible &&
        Array.from({ length: rows }, (_, row) => (
          <Skeleton key={row} height={12} radius="sm" width={`${92 - ((row * 37) % 45)}%`} />
        ))}
      {isLong && (
        <Group gap="md" mt="2xs">
          <Dimmed span>{label}…</Dimmed>
          {onCancel !== undefined && (
            // Not a SmallButton: its tooltip would be loaded before the first screen.
            <Button size="compact-sm" variant="default" onClick={onCancel}>
              Cancel
            </Button>
          )}
        </Group>
      )}
    </Stack>
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
