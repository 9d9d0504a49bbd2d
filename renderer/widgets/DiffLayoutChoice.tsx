import { SegmentedControl } from '@mantine/core';
import { useViewStore } from '../state/viewStore.ts';

/** How two texts are compared wherever they are shown for reading. */
export function DiffLayoutChoice() {
  const { diffLayout } = useViewStore();
  return (
    <SegmentedControl
      size="xs"
      aria-label="Show the differences"
      value={diffLayout}
      onChange={(chosen) => useViewStore.setState({ diffLayout: chosen })}
      data={[
        { value: 'split', label: 'Side by side' },
        { value: 'unified', label: 'Unified' },
      ]}
    />
  );
}
