import { IconAlertTriangle, IconCircleCheck, type Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './OutcomeNotice.module.css';

interface OutcomeNoticeProps {
  readonly tone: 'good' | 'doubtful' | 'bad';
  readonly title: string;
  readonly sentences: readonly string[];
  /** In place of that of the tone. */
  readonly icon?: Icon;
  /** Interrupts a screen reader; what is bad always does. */
  readonly isUrgent?: boolean;
  /** Below the sentences. */
  readonly children?: ReactNode;
  /** Beside all of it. */
  readonly aside?: ReactNode;
}

/** What came of a store, above everything else there is to say about it. */
export function OutcomeNotice(props: OutcomeNoticeProps) {
  const { tone, title, sentences, isUrgent = tone === 'bad', children, aside } = props;
  const Glyph = props.icon ?? (tone === 'good' ? IconCircleCheck : IconAlertTriangle);
  return (
    <div className={classes.notice} data-tone={tone} role={isUrgent ? 'alert' : 'status'}>
      <Glyph size={22} aria-hidden />
      <div>
        <h3>{title}</h3>
        {sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {children}
      </div>
      {aside}
    </div>
  );
}
