import { Group, SegmentedControl, Select, Stack, Title } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useEffect, useMemo, useRef, useState } from 'react';
import { linkRuleOf } from '#shared/merkle/linkRule.ts';
import type { InclusionProof } from '#shared/merkle/proof.ts';
import { linkRules } from '#shared/merkle/registry.ts';
import type { HashName } from '#shared/merkle/scheme.ts';
import type { CheckStatus } from '#shared/merkle/verdict.ts';
import { countOf } from '#shared/text/phrases.ts';
import { PathLadder, type LadderMarks, type LadderPlace } from '../path/PathLadder.tsx';
import { leafBytes } from '../case/hashedBytes.ts';
import { firstZoom, ladderScale, zooms, type Zoom } from '../path/ladderZoom.ts';
import { drawPath, type PathDrawing } from '../case/pathDrawing.ts';
import { PlaceBytes } from './PlaceBytes.tsx';
import { drawnPathScheme, noDrawingWords, shownLeafScheme, type ProofCase } from '../case/proofCase.ts';
import classes from '../proof.module.css';
import { Dimmed } from '../../../ui/Dimmed.tsx';

const zoomWords: Readonly<Record<Zoom, string>> = { fit: 'Fit', compact: 'Compact', full: 'Full' };

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
  const origin = proof !== null && inner !== null ? originOf(inner, proof, scheme.hash) : null;
  return (
    <Stack gap={0} h="100%" mih={0} ref={pane}>
      <Group gap="sm" px="md" py="xs">
        <Title order={2} fz="sm" fw={600}>
          Path
        </Title>
        <Dimmed span>{countOf(levels.length, 'level')} above the leaf</Dimmed>
        {chain.length > 1 && (
          <Select
            w={210}
            size="xs"
            aria-label="Proof in the chain"
            data={chain.map((_, at) => ({
              value: `${at}`,
              label: at === 0 ? 'Proof 1: atom' : `Proof ${at + 1}: root of proof ${at}`,
            }))}
            value={`${link}`}
            allowDeselect={false}
            onChange={(value) => setLink(Number(value))}
          />
        )}
        <SegmentedControl
          ml="auto"
          size="xs"
          aria-label="Zoom"
          data={zooms.map((value) => ({ value, label: zoomWords[value] }))}
          value={zoom}
          onChange={(value) => setZoom(zooms.find((known) => known === value) ?? null)}
        />
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
          {...(ownMarks === undefined ? {} : { marks: ownMarks })}
          {...(origin === null ? {} : { origin })}
        />
      </div>
      <PlaceBytes
        place={place}
        drawing={drawing}
        leaf={leaf}
        {...(origin === null ? {} : { origin: origin.words })}
      />
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
function originOf(inner: InclusionProof, outer: InclusionProof, hash: HashName) {
  const rule = linkRuleOf(inner, outer, hash);
  const words = linkRules.find(({ id }) => id === rule)?.words;
  return words === undefined
    ? { status: 'fail' as const, words: 'The leaf is not made from the root of the previous proof' }
    : { status: 'pass' as const, words: `The leaf is ${words}` };
}
