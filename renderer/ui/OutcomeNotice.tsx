import type { ReactNode } from 'react';
import { Callout } from './Callout.tsx';
import type { Icon } from '@tabler/icons-react';

export interface Outcome {
  readonly tone: 'good' | 'warning' | 'danger';
  readonly title: string;
  readonly sentences: readonly string[];
}

interface OutcomeNoticeProps extends Outcome {
  /** In place of the icon of the tone. */
  readonly icon?: Icon;
  /** Interrupts a screen reader; `danger` always does. */
  readonly isUrgent?: boolean;
  /** Below the sentences. */
  readonly children?: ReactNode;
}

/** The outcome of a store, above all details about it. */
export function OutcomeNotice({ sentences, isUrgent = false, children, ...rest }: OutcomeNoticeProps) {
  return (
    <Callout order={3} {...rest} role={isUrgent || rest.tone === 'danger' ? 'alert' : 'status'}>
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {children}
    </Callout>
  );
}
