import type { ReactNode } from 'react';
import type { Icon } from '@tabler/icons-react';
import classes from './EmptyState.module.css';

interface EmptyStateProps {
  readonly icon: Icon;
  readonly title: string;
  readonly description: ReactNode;
  readonly action?: ReactNode;
}

/** Why there is nothing here, and what would change that. Fills its container. */
export function EmptyState({ icon: Glyph, title, description, action }: EmptyStateProps) {
  return (
    <div className={classes.state}>
      <div className={classes.glyph}>
        <Glyph size={22} stroke={1.6} aria-hidden />
      </div>
      <p className={classes.title}>{title}</p>
      <div className={classes.description}>{description}</div>
      {action !== undefined && <div className={classes.action}>{action}</div>}
    </div>
  );
}
