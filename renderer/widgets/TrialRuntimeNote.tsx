import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { appInfoQuery } from '../api/connections.ts';
import { Tip } from '../ui/Tip.tsx';

/** Warns that the app runs on the old Electron version that is meant for trying it out; otherwise nothing. */
export function TrialRuntimeNote() {
  const info = useQuery(appInfoQuery).data;
  if (info?.isFallbackRuntime !== true) return null;
  const major = info.electron.split('.')[0] ?? info.electron;
  return (
    <Tip
      label={`Trial runtime: Electron ${info.electron}. This old version gets no security updates. Use it only to try the app or run tests.`}
      side="right"
    >
      <Text span c="dimmed" fz="0.625rem" lh={1.3} ta="center" tabIndex={0} role="note">
        Trial runtime: Electron {major}
      </Text>
    </Tip>
  );
}
