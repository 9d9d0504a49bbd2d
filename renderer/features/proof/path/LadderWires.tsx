import type { CheckStatus } from '#shared/merkle/verdict.ts';
import type { LadderLevel } from '../case/pathDrawing.ts';
import classes from './PathLadder.module.css';

type Column = LadderLevel['column'];

const centres: Readonly<Record<Column, number>> = { left: 25, middle: 50, right: 75 };

function wire(from: Column, to: Column): string {
  return `M ${centres[from]} 46 V 35 H 50 V 11 H ${centres[to]} V 0`;
}

/** Without room for a rule, the pair is joined directly, not in the middle. */
function slimWire(from: Column, to: Column): string {
  return `M ${centres[from]} 46 V 23 H ${centres[to]} V 0`;
}

interface JointProps {
  readonly step: LadderLevel;
  readonly above: Column;
  readonly isSlim: boolean;
}

/** The wires from a pair of nodes to the node above, with the rule. */
export function Joint({ step, above, isSlim }: JointProps) {
  const siblingColumn = step.column === 'left' ? 'right' : 'left';
  const siblingWire = isSlim
    ? `M ${centres[siblingColumn]} 46 V 23 H ${centres[step.column]}`
    : `M ${centres[siblingColumn]} 46 V 35 H 50`;
  const pathWire = isSlim ? slimWire(step.column, above) : wire(step.column, above);
  return (
    <div className={classes.joint} aria-hidden>
      <svg viewBox="0 0 100 46" preserveAspectRatio="none">
        {step.sibling !== null && <path className={classes.wire} d={siblingWire} />}
        <path className={classes.wire} data-part="path" d={pathWire} />
      </svg>
      <span className={classes.rule}>{step.rule}</span>
    </div>
  );
}

export function Wires(props: { readonly tone: CheckStatus; readonly from: Column; readonly to: Column }) {
  return (
    <div className={classes.joint} aria-hidden>
      <svg viewBox="0 0 100 46" preserveAspectRatio="none">
        <path
          className={classes.wire}
          data-part="path"
          data-tone={props.tone}
          d={wire(props.from, props.to)}
        />
      </svg>
    </div>
  );
}
