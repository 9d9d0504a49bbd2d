import { BytesTable } from '../checks/BytesTable.tsx';
import classes from '../checks/Bytes.module.css';
import type { LeafBytes } from '../case/hashedBytes.ts';
import type { LadderPlace } from '../path/PathLadder.tsx';
import type { PathDrawing } from '../case/pathDrawing.ts';

interface PlaceBytesProps {
  readonly place: LadderPlace;
  readonly drawing: PathDrawing;
  /** null while no leaf rule is known. */
  readonly leaf: LeafBytes | null;
  /** What the leaf is made of where that is no atom. */
  readonly origin?: string;
}

/** The exact bytes hashed at the place of the drawing that is pointed at. */
export function PlaceBytes({ place, drawing, leaf, origin }: PlaceBytesProps) {
  const step = drawing.levels.find(({ level }) => level === place);
  return (
    <section className={classes.place} aria-label="Bytes hashed at this step" aria-live="off" tabIndex={0}>
      {step === undefined ? (
        <>
          <h3>{origin === undefined ? 'From the atom to the leaf' : 'From the proof before to the leaf'}</h3>
          {origin === undefined ? (
            <LeafWords leaf={leaf} leafHash={drawing.leaf} />
          ) : (
            <p className={classes.note}>
              {origin}: <span className={classes.mono}>{drawing.leaf}</span>
            </p>
          )}
        </>
      ) : (
        <>
          <h3>
            From level {step.level} to level {step.level + 1}
          </h3>
          {step.bytes === null ? (
            <p className={classes.note}>
              Nothing is hashed here: the node has no neighbour and moves up unchanged.
            </p>
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
      <p className={classes.note}>
        No rule is pinned for how a leaf is made from an atom, so there is nothing to hash. The proof states
        the leaf <span className={classes.mono}>{leafHash}</span>.
      </p>
    );
  if (!leaf.ok)
    return (
      <p className={classes.note}>The leaf rule can’t be applied to this atom. The content check says why.</p>
    );
  const isSame = leaf.hashed.result === leafHash;
  return (
    <>
      <BytesTable hashed={leaf.hashed} />
      <p className={classes.outcome} data-same={isSame}>
        {isSame ? '= the leaf of the proof' : `≠ the leaf of the proof, ${leafHash}`}
      </p>
    </>
  );
}
