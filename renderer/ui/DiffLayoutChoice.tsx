import { SegmentedControl } from '@mantine/core';
import { diffLayouts, useViewStore } from '../state/viewStore.ts';

const layoutWords = { split: 'Side by side', unified: 'Unified' } as const;

/** How two texts are compared wherever they are shown for reading. */
export function DiffLayoutChoice() {
  const { diffLayout } = useViewStore();
  return (
    <SegmentedControl
      size="xs"
      aria-label="Show the differences"
      value={diffLayout}
      onChange={(layout) => {
        const known = diffLayouts.find((each) => each === layout);
        if (known !== undefined) useViewStore.setState({ diffLayout: known });
      }}
      data={diffLayouts.map((layout) => ({ value: layout, label: layoutWords[layout] }))}
    />
  );
}
