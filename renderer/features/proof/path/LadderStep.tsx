import { VisuallyHidden } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import type { CheckStatus } from '#shared/merkle/verdict.ts';
import { HashChip } from '../../../ui/HashChip.tsx';
import { CheckIcon } from '../checks/CheckIcon.tsx';
import { Joint } from './LadderWires.tsx';
import type { Density } from './ladderZoom.ts';
import type { LadderLevel } from '../case/pathDrawing.ts';
import classes from './PathLadder.module.css';

interface LadderStepProps {
  readonly step: LadderLevel;
  readonly above: LadderLevel['column'];
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
      <Joint step={step} above={above} isSlim={density !== 'full'} />
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
        <span className={classes.mark}>
          <CheckIcon status="fail" size={13} />
          <span className={classes.markWords}>not this atom’s hash</span>
        </span>
      )}
    </div>
  );
}

function Altered() {
  return (
    <span className={classes.mark} data-kind="altered">
      <IconPencil size={11} aria-hidden /> altered
    </span>
  );
}
