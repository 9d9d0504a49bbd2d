import { Menu, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface MenuChoiceProps {
  /** `radio`: one of several; closes the menu. `checkbox`: any number; the menu stays open. */
  readonly kind: 'radio' | 'checkbox';
  readonly isChosen: boolean;
  /** Explains the choice, below it. */
  readonly hint?: string;
  readonly onChoose: (isOn: boolean) => void;
  readonly children: ReactNode;
}

/** A setting in a menu. */
export function MenuChoice({ kind, isChosen, hint, onChoose, children }: MenuChoiceProps) {
  const content = (
    <>
      {children}
      {hint !== undefined && (
        <Text size="xs" c="dimmed">
          {hint}
        </Text>
      )}
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
