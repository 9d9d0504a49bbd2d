import type { ReactNode } from 'react';
import classes from './kit.module.css';

interface ToolbarProps {
  readonly children: ReactNode;
  /** At the right end. */
  readonly end?: ReactNode;
  /** Where the bar is: the hairline is on the other side. */
  readonly side?: 'top' | 'bottom';
  /** Makes the bar a form; called on Enter and by its submit button. */
  readonly onSubmit?: () => void;
  readonly role?: 'search' | 'group' | 'status';
  readonly 'aria-label'?: string;
}

/**
 * A row of fields and buttons that wraps in a narrow window. A field takes the free width with `flex={1}`.
 *
 *     <Toolbar role="search" onSubmit={run} end={<ExportMenu … />}>
 *       <TextInput flex={1} miw={200} aria-label="Query" />
 *       <Button type="submit">Run</Button>
 *     </Toolbar>
 */
export function Toolbar({ children, end, side = 'top', onSubmit, ...rest }: ToolbarProps) {
  const content = (
    <>
      {children}
      {end !== undefined && <div className={classes.end}>{end}</div>}
    </>
  );
  if (onSubmit === undefined) {
    return (
      <div className={classes.bar} data-side={side} {...rest}>
        {content}
      </div>
    );
  }
  return (
    <form
      className={classes.bar}
      data-side={side}
      {...rest}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {content}
    </form>
  );
}
