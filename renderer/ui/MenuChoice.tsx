import { Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './MenuChoice.module.css';

interface MenuChoiceProps {
  /** `radio`: one of several, the menu closes. `checkbox`: any number, the menu stays. */
  readonly kind: 'radio' | 'checkbox';
  readonly isChosen: boolean;
  /** What it means, below it. */
  readonly hint?: string;
  readonly onChoose: (isOn: boolean) => void;
  readonly children: ReactNode;
}

/** A setting in a menu. */
export function MenuChoice({ kind, isChosen, hint, onChoose, children }: MenuChoiceProps) {
  const content = (
    <>
      {children}
      {hint !== undefined && <span className={classes.hint}>{hint}</span>}
    </>
  );
  return kind === 'radio' ? (
    <Menu.RadioItem value="" checked={isChosen} closeMenuOnClick onChange={() => onChoose(true)}>
      {content}
    </Menu.RadioItem>
  ) : (
    <Menu.CheckboxItem checked={isChosen} onChange={onChoose}>
      {content}
    </Menu.CheckboxItem>
  );
}
