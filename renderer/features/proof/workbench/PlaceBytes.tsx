import { Title } from '@mantine/core';
import { BytesTable } from '../checks/BytesTable.tsx';
import classes from '../proof.module.css';
import type { LeafBytes } from '../case/hashedBytes.ts';
import type { LadderPlace } from '../path/PathLadder.tsx';
import type { PathDrawing } from '../case/pathDrawing.ts';
import { Dimmed } from '../../../ui/Dimmed.tsx';

interface PlaceBytesProps {
  readonly place: LadderPlace;
  readonly drawing: PathDrawing;
  /** null if no leaf rule is known. */
  readonly leaf: LeafBytes | null;
  /** How the leaf is made, if not from an atom. */
  readonly origin?: string;
}

/** The exact bytes hashed at one place of the drawing. */
export function PlaceBytes({ place, drawing, leaf, origin }: PlaceBytesProps) {
  const step = drawing.levels.find(({ level }) => level === place);
  return (
    <section className={classes.place} aria-label="Bytes hashed at this step" aria-live="off" tabIndex={0}>
      {step === undefined ? (
        <>
          <Title order={3} fz="sm" fw={600}>
            {origin === undefined ? 'From the atom to the leaf' : 'From the previous proof to the leaf'}
          </Title>
          {origin === undefined ? (
            <LeafWords leaf={leaf} leafHash={drawing.leaf} />
          ) : (
            <Dimmed>
              {origin}: <span className={classes.mono}>{drawing.leaf}</span>
            </Dimmed>
          )}
        </>
      ) : (
        <>
          <Title order={3} fz="sm" fw={600}>
            From level {step.level} to level {step.level + 1}
          </Title>
          {step.bytes === null ? (
            <Dimmed>Nothing is hashed here: the node has no neighbor and moves up unchanged.</Dimmed>
          ) : (
            <BytesTable hashed={step.bytes} />
          )}
        </>
      )}
    </section>
  );
}

function LeafWords({ leaf, leafHash }: { readonly leaf: LeafBytes | null; readonly leafHash: string }) {
  if (leaf === null)
    return (
      <Dimmed>
        No leaf rule is pinned, so the atom cannot be hashed. The leaf in the proof is{' '}
        <span className={classes.mono}>{leafHash}</span>.
      </Dimmed>
    );
  if (!leaf.ok) return <Dimmed>The leaf rule does not apply to this atom. See the content check.</Dimmed>;
  const isSame = leaf.hashed.result === leafHash;
  return (
    <>
      <BytesTable hashed={leaf.hashed} />
      <span className={classes.outcome} data-tone={isSame ? 'good' : 'danger'}>
        {isSame ? '= leaf in the proof' : `≠ leaf in the proof, ${leafHash}`}
      </span>
    </>
  );
}
