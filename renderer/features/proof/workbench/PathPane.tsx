import { Group, Select, Stack, Title } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useEffect, useMemo, useRef, useState } from 'react';
import { hashLink } from '#shared/merkle/hashing.ts';
import { equalBytes } from '#shared/merkle/hex.ts';
import type { InclusionProof } from '#shared/merkle/proof.ts';
import { linkRules } from '#shared/merkle/registry.ts';
import type { HashName, LinkRule } from '#shared/merkle/scheme.ts';
import type { CheckStatus } from '#shared/merkle/verdict.ts';
import { noDrawingWords } from '#shared/text/pathWords.ts';
import { countOf } from '#shared/text/phrases.ts';
import { Segments } from '../../../ui/Choices.tsx';
import { Dimmed } from '../../../ui/Dimmed.tsx';
import { leafBytes, type LeafBytes } from '../case/hashedBytes.ts';
import { drawPath, type PathDrawing } from '../case/pathDrawing.ts';
import { drawnPathScheme, shownLeafScheme, type ProofCase } from '../case/proofCase.ts';
import { BytesTable, Comparison } from '../checks/BytesTable.tsx';
import { firstZoom, ladderScale, type Zoom } from '../path/ladderZoom.ts';
import { PathLadder, type LadderMarks, type LadderPlace } from '../path/PathLadder.tsx';
import classes from '../proof.module.css';

const zoomNames: Readonly<Record<Zoom, string>> = { fit: 'Fit', compact: 'Compact', full: 'Full' };

/** The path as a drawing with a zoom, and below it the bytes hashed at the step in focus. */
export function PathPane({ shown, marks }: { readonly shown: ProofCase; readonly marks?: LadderMarks }) {
  const { input, reading } = shown;
  const { ref, height } = useElementSize<HTMLDivElement>();
  const pane = useRef<HTMLDivElement>(null);
  const [chosenZoom, setZoom] = useState<Zoom | null>(null);
  const [focused, setFocused] = useState<LadderPlace | null>(null);
  const [hovered, setHovered] = useState<LadderPlace | null>(null);
  const [chosenLink, setLink] = useState(0);
  const scheme = drawnPathScheme(shown);
  const chain = reading.kind === 'read' ? reading.chain : [];
  const link = Math.min(chosenLink, Math.max(chain.length - 1, 0));
  const proof = chain[link] ?? null;
  const inner = chain[link - 1] ?? null;
  const drawing = useMemo(
    () => (proof !== null && scheme !== null ? drawPath(proof, scheme) : null),
    [proof, scheme],
  );
  const leafScheme = shownLeafScheme(shown);
  const leaf = useMemo(
    () => (leafScheme === null ? null : leafBytes(input.atom, leafScheme)),
    [input.atom, leafScheme],
  );
  const ownMarks = inner === null ? marks : undefined;
  // The first step at which the altered copy differs.
  const turn = ownMarks === undefined ? null : turnOf(ownMarks);
  useEffect(() => {
    if (turn === null) return;
    pane.current?.querySelector(`[data-place="${turn}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [turn]);
  if (drawing === null || scheme === null) return <Dimmed p="xl">{noDrawingWords(reading)}</Dimmed>;

  const { levels } = drawing;
  const zoom = chosenZoom ?? firstZoom(levels.length, height);
  const place = hovered ?? focused ?? turn ?? levels[0]?.level ?? 'content';
  const origin =
    proof !== null && inner !== null
      ? originOf(inner, proof, scheme.hash, scheme.links?.[link - 1])
      : undefined;
  return (
    <Stack gap={0} h="100%" mih={0} ref={pane}>
      <Group gap="sm" px="md" py="xs">
        <Title order={2} fz="sm">
          Path
        </Title>
        <Dimmed span>{countOf(levels.length, 'level')} above the leaf</Dimmed>
        {chain.length > 1 && (
          <Select
            w={210}
            size="xs"
            aria-label="Proof in the chain"
            data={chain.map((_, at) => ({
              value: at,
              label: at === 0 ? 'Proof 1: atom' : `Proof ${at + 1}: root of proof ${at}`,
            }))}
            value={link}
            allowDeselect={false}
            onChange={(value) => setLink(value ?? 0)}
          />
        )}
        <Segments label="Zoom" names={zoomNames} ml="auto" value={zoom} onChange={setZoom} />
      </Group>
      <div className={classes.canvas} ref={ref}>
        <PathLadder
          drawing={drawing}
          proof={shown}
          {...(chain.length > 1 && { path: ownStatus(drawing) })}
          scale={ladderScale(zoom, levels.length, height)}
          shown={place}
          onFocusPlace={setFocused}
          onHoverPlace={setHovered}
          {...(ownMarks !== undefined && { marks: ownMarks })}
          {...(origin !== undefined && { origin })}
        />
      </div>
      <PlaceBytes place={place} drawing={drawing} leaf={leaf} origin={origin?.words} />
    </Stack>
  );
}

function turnOf({ differsFrom, content }: LadderMarks): LadderPlace | null {
  if (differsFrom !== null) return Math.max(differsFrom - 1, 0);
  return content ? 'content' : null;
}

/** In a chain, each proof leads to its own root or not. The verdict covers the whole chain. */
function ownStatus({ problem, computedRoot, claimedRoot }: PathDrawing): CheckStatus {
  return problem === null && computedRoot === claimedRoot ? 'pass' : 'fail';
}

/** How the leaf of an outer proof is made from the root of the inner proof. */
function originOf(inner: InclusionProof, outer: InclusionProof, hash: HashName, rule: LinkRule | undefined) {
  const isLinked = rule !== undefined && equalBytes(hashLink(inner.rootHash, rule, hash), outer.leafHash);
  const words = linkRules.find(({ id }) => id === rule)?.words;
  return !isLinked || words === undefined
    ? { status: 'fail' as const, words: 'The leaf is not made from the root of the previous proof' }
    : { status: 'pass' as const, words: `The leaf is ${words}` };
}

interface PlaceBytesProps {
  readonly place: LadderPlace;
  readonly drawing: PathDrawing;
  /** null if no leaf rule is known. */
  readonly leaf: LeafBytes | null;
  /** How the leaf is made, if not from an atom. */
  readonly origin: string | undefined;
}

/** The exact bytes hashed at one place of the drawing. */
function PlaceBytes({ place, drawing, leaf, origin }: PlaceBytesProps) {
  const step = drawing.levels.find(({ level }) => level === place);
  const title =
    step !== undefined
      ? `From level ${step.level} to level ${step.level + 1}`
      : origin === undefined
        ? 'From the atom to the leaf'
        : 'From the previous proof to the leaf';
  return (
    <section className={classes.place} aria-label="Bytes hashed at this step" aria-live="off" tabIndex={0}>
      <Title order={3} fz="sm">
        {title}
      </Title>
      {step === undefined ? (
        origin === undefined ? (
          <LeafWords leaf={leaf} leafHash={drawing.leaf} />
        ) : (
          <Dimmed>
            {origin}: <span className={classes.mono}>{drawing.leaf}</span>
          </Dimmed>
        )
      ) : step.bytes === null ? (
        <Dimmed>Nothing is hashed here: the node has no neighbor and moves up unchanged.</Dimmed>
      ) : (
        <BytesTable hashed={step.bytes} />
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
      <Comparison isSame={isSame}>
        {isSame ? '= leaf in the proof' : `≠ leaf in the proof, ${leafHash}`}
      </Comparison>
    </>
  );
}
