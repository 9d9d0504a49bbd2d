import { useViewStore } from '../state/viewStore.ts';
import { Segments } from '../ui/Choices.tsx';

/** How two texts are compared wherever they are shown for reading. */
export function DiffLayoutChoice() {
  const { diffLayout } = useViewStore();
  return (
    <Segments
      label="Show the differences"
      names={{ split: 'Side by side', unified: 'Unified' }}
      value={diffLayout}
      onChange={(chosen) => useViewStore.setState({ diffLayout: chosen })}
    />
  );
}
