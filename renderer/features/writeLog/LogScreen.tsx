import { IconListDetails } from '@tabler/icons-react';
import { EmptyState } from '../../ui/EmptyState.tsx';

/** What was written to the memory from this app, and what is known of it. */
export function LogScreen() {
  return <EmptyState icon={IconListDetails} title="Nothing written yet" description="Not built yet." />;
}
