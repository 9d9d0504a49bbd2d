import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Callout, type CalloutTone } from './Callout.tsx';

interface OutcomeNoticeProps {
  readonly tone: 'good' | 'doubtful' | 'bad';
  readonly title: string;
  readonly sentences: readonly string[];
  /** In place of the icon of the tone. */
  readonly icon?: Icon;
  /** Interrupts a screen reader; a bad outcome always does. */
  readonly isUrgent?: boolean;
  /** Below the sentences. */
  readonly children?: ReactNode;
}

const tones: Readonly<Record<OutcomeNoticeProps['tone'], CalloutTone>> = {
  good: 'good',
  doubtful: 'warning',
  bad: 'danger',
};

/** The outcome of a store, above all details about it. */
export function OutcomeNotice(props: OutcomeNoticeProps) {
  const { tone, title, sentences, icon, isUrgent = tone === 'bad', children } = props;
  return (
    <Callout
      tone={tones[tone]}
      title={title}
      order={3}
      role={isUrgent ? 'alert' : 'status'}
      {...(icon !== undefined && { icon })}
    >
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {children}
    </Callout>
  );
}
