import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { EmptyState, type EmptyStateProps } from './EmptyState.tsx';
import { Splitter } from './Splitter.tsx';

interface Part {
  /** Names the pane, for screen readers. */
  readonly label: string;
  /** Its share of the room. */
  readonly share: number;
  readonly content: ReactNode;
}

interface ListDetailsProps {
  /** The sizes of the panes are remembered under this name. */
  readonly name: string;
  readonly list: Part;
  /** `content` is `false` while nothing is selected. */
  readonly details: Part;
  /** In place of the details while nothing is selected. */
  readonly nothing: EmptyStateProps;
}

/** Where there is no room for two columns: at 200 % in a small window. */
const narrowWindow = '(max-width: 860px)';

/**
 * A list, and the details of what is selected in it: beside it, or below it in a narrow window.
 *
 *     <ListDetails
 *       name="roots"
 *       list={{ label: 'Roots', share: 7, content: <RootTable /> }}
 *       details={{ label: 'Root', share: 5, content: selected && <RootDetails rootHash={selected} /> }}
 *       nothing={{ icon: IconListCheck, title: 'No root selected' }}
 *     />
 */
export function ListDetails({ name, list, details, nothing }: ListDetailsProps) {
  const isNarrow = useMediaQuery(narrowWindow, undefined, { getInitialValueInEffect: false });
  return (
    <Splitter
      // The panes are measured in the other direction.
      key={String(isNarrow)}
      name={name}
      orientation={isNarrow ? 'vertical' : 'horizontal'}
      panes={[
        {
          label: list.label,
          defaultSize: list.share,
          min: isNarrow ? '120px' : '320px',
          content: list.content,
        },
        {
          label: details.label,
          defaultSize: details.share,
          min: isNarrow ? '120px' : '300px',
          content: details.content === false ? <EmptyState {...nothing} /> : details.content,
        },
      ]}
    />
  );
}
