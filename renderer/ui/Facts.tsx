import { DataList } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './kit.module.css';

/**
 * Labels and values in two columns.
 *
 *     <Facts>
 *       <Fact label="Version">12</Fact>
 *       <Fact label="Root"><HashChip hash={root} /></Fact>
 *     </Facts>
 */
export function Facts({ children }: { readonly children: ReactNode }) {
  return <DataList className={classes.facts ?? ''}>{children}</DataList>;
}

interface FactProps {
  readonly label: ReactNode;
  readonly children: ReactNode;
}

/** One line of `Facts`. Several chips or texts in it wrap. */
export function Fact({ label, children }: FactProps) {
  return (
    <DataList.Item className={classes.fact ?? ''}>
      <DataList.ItemLabel className={classes.factLabel ?? ''}>{label}</DataList.ItemLabel>
      <DataList.ItemValue className={classes.factValue ?? ''}>{children}</DataList.ItemValue>
    </DataList.Item>
  );
}
