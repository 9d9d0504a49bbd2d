import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconPointer } from '@tabler/icons-react';
import { memo, type ReactNode } from 'react';
import { useActiveConnection } from '../../state/appStore.ts';
import { AtomInspector } from './AtomInspector.tsx';

interface InspectorProps {
  readonly atomKey: string | null;
  /** How to select an atom; shown while none is selected. */
  readonly hint: ReactNode;
}

/** Everything about one atom. It does not render again while the user filters the keys beside it. */
export const Inspector = memo(function Inspector({ atomKey, hint }: InspectorProps) {
  const connection = useActiveConnection();
  if (atomKey === null) return <EmptyState icon={IconPointer} title="Select an atom" description={hint} />;
  // The key resets all state when another atom is selected.
  return <AtomInspector key={`${connection.id} ${atomKey}`} connection={connection} atomKey={atomKey} />;
});
