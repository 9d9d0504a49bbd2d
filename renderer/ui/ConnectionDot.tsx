import type { ConnectionColour } from '#shared/domain/connection.ts';
import classes from './ConnectionDot.module.css';

/** The colour that a connection is told by, wherever it is named. */
export function ConnectionDot({ colour }: { readonly colour: ConnectionColour }) {
  return (
    <span className={classes.dot} style={{ background: `var(--mantine-color-${colour}-6)` }} aria-hidden />
  );
}
