import { Group, VisuallyHidden } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { CheckStatus } from '#shared/merkle/verdict.ts';
import { HashChip } from '../../../ui/HashChip.tsx';
import type { LadderLevel } from '../case/pathDrawing.ts';
import { CheckIcon } from '../checks/CheckIcon.tsx';
import type { Density } from './ladderZoom.ts';
import classes from './PathLadder.module.css';

type Column = LadderLevel['column'];

interface LadderStepProps {
  readonly step: LadderLevel;
  readonly above: Column;
  readonly content: CheckStatus;
  readonly density: Density;
  readonly isSiblingAltered: boolean;
  readonly isLeafAltered: boolean;
}

/** One pair of nodes, the wires to the node above, and the same as a sentence for screen readers. */
export function LadderStep(props: LadderStepProps) {
  const { step, above, content, density, isSiblingAltered, isLeafAltered } = props;
  const { level, index, node, sibling, column, sentence } = step;
  const isMini = density === 'mini';
  const own =
    level === 0 && !isMini ? (
      <LeafNode hash={node} index={index} content={content} isAltered={isLeafAltered} />
    ) : (
      <div className={classes.node} data-part="path" data-altered={level === 0 && isLeafAltered}>
        <span className={classes.role}>computed, level {level}</span>
        {!isMini && <HashChip hash={node} />}
      </div>
    );
  const other = sibling !== null && (
    <div className={classes.node} data-altered={isSiblingAltered}>
      <span className={classes.role}>sibling on the {column === 'left' ? 'right' : 'left'}</span>
      {!isMini && <HashChip hash={sibling} />}
      {isSiblingAltered && !isMini && <Altered />}
    </div>
  );
  return (
    <>
      <VisuallyHidden>{sentence}</VisuallyHidden>
      <span className={classes.level} aria-hidden>
        {level}
      </span>
      <Wires
        from={column}
        to={above}
        hasSibling={sibling !== null}
        rule={step.rule}
        isSlim={density !== 'full'}
      />
      <div className={classes.nodes} data-column={column}>
        {column === 'right' && other}
        {own}
        {column !== 'right' && other}
      </div>
    </>
  );
}

interface LeafNodeProps {
  readonly hash: string;
  readonly index: string | null;
  readonly content: CheckStatus;
  readonly isAltered: boolean;
}

export function LeafNode({ hash, index, content, isAltered }: LeafNodeProps) {
  return (
    <div className={classes.node} data-part="path" data-leaf-tone={content} data-altered={isAltered}>
      <span className={classes.role}>{index === null ? 'leaf' : `leaf ${index}`}</span>
      <HashChip hash={hash} />
      {isAltered && <Altered />}
      {content === 'fail' && (
        <Mark color="var(--verdict-red-fg)">
          <CheckIcon status="fail" size={13} />
          <span className={classes.markWords}>not this atom’s hash</span>
        </Mark>
      )}
    </div>
  );
}

function Altered() {
  return (
    <Mark color="var(--accent-ink)">
      <IconPencil size={11} aria-hidden /> altered
    </Mark>
  );
}

function Mark({ color, children }: { readonly color: string; readonly children: ReactNode }) {
  return (
    <Group component="span" gap="2xs" wrap="nowrap" c={color} fz="xs" fw={600}>
      {children}
    </Group>
  );
}

interface WiresProps {
  readonly from: Column;
  readonly to: Column;
  readonly hasSibling?: boolean;
  readonly rule?: string;
  /** Without room for a rule, the pair is joined directly, not in the middle. */
  readonly isSlim?: boolean;
}

const centres: Readonly<Record<Column, number>> = { left: 25, middle: 50, right: 75 };

/** The wires from a node, and its sibling, to the node above, with the rule. */
export function Wires({ from, to, hasSibling = false, rule, isSlim = false }: WiresProps) {
  const siblingColumn = from === 'left' ? 'right' : 'left';
  const joint = isSlim ? `V 23 H ${centres[from]}` : 'V 35 H 50';
  const way = isSlim ? 'V 23' : 'V 35 H 50 V 11';
  return (
    <div className={classes.joint} aria-hidden>
      <svg viewBox="0 0 100 46" preserveAspectRatio="none">
        {hasSibling && <path className={classes.wire} d={`M ${centres[siblingColumn]} 46 ${joint}`} />}
        <path
          className={classes.wire}
          data-part="path"
          d={`M ${centres[from]} 46 ${way} H ${centres[to]} V 0`}
        />
      </svg>
      {rule !== undefined && <span className={classes.rule}>{rule}</span>}
    </div>
  );
}
