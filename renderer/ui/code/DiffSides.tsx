import classes from './Code.module.css';

interface DiffSidesProps {
  readonly layout: 'split' | 'unified';
  readonly before: string;
  readonly after: string;
}

/** Names the two texts above a comparison, in the colors of their differences. */
export function DiffSides({ layout, before, after }: DiffSidesProps) {
  return (
    <div className={classes.sides} data-layout={layout}>
      <span data-side="before">{before}</span>
      <span data-side="after">{after}</span>
    </div>
  );
}
