import { Group, Text } from '@mantine/core';
import { useRef, type CSSProperties, type KeyboardEvent } from 'react';
import type { CheckStatus, Verdict } from '#shared/merkle/verdict.ts';
import type { BoundField } from '#shared/merkle/scheme.ts';
import { auditCheckWords } from '#shared/text/auditWords.ts';
import { listWords } from '#shared/text/phrases.ts';
import type { CalloutTone } from '../../../ui/Callout.tsx';
import { HashChip } from '../../../ui/HashChip.tsx';
import { KeyText } from '../../../ui/KeyText.tsx';
import { CheckIcon } from '../checks/CheckIcon.tsx';
import { LadderStep, LeafNode, Wires } from './LadderStep.tsx';
import type { LadderScale } from './ladderZoom.ts';
import type { PathDrawing } from '../case/pathDrawing.ts';
import { statusOf, type ProofCase } from '../case/proofCase.ts';
import classes from './PathLadder.module.css';

/** A place that can have the focus: the step that starts on a level, or the step from the atom to the leaf. */
export type LadderPlace = number | 'content';

/** How a lab copy differs from the original proof. */
export interface LadderMarks {
  /** The first level with a different node. null: none. */
  readonly differsFrom: number | null;
  /** Levels with an altered sibling. */
  readonly siblings: ReadonlySet<number>;
  readonly leaf: boolean;
  readonly root: boolean;
  readonly content: boolean;
}

interface PathLadderProps {
  readonly drawing: PathDrawing;
  readonly proof: ProofCase;
  /** Default: the verdict on the path. This and the verdict on the content decide the colors. */
  readonly path?: CheckStatus;
  /** How the leaf is made, if it comes from the root of another proof and not from an atom. */
  readonly origin?: { readonly status: CheckStatus; readonly words: string };
  readonly scale?: LadderScale;
  readonly marks?: LadderMarks;
  /** The place whose bytes are shown beside the drawing. */
  readonly shown?: LadderPlace;
  readonly onFocusPlace?: (place: LadderPlace) => void;
  readonly onHoverPlace?: (place: LadderPlace | null) => void;
}

const asTallAsItIs: LadderScale = { density: 'full', stepHeight: null };
const relations: Readonly<Record<CheckStatus, string>> = { pass: '=', fail: '≠', undecided: '?' };
const tones: Readonly<Record<CheckStatus, CalloutTone>> = {
  pass: 'good',
  fail: 'danger',
  undecided: 'warning',
};
const outcomes: Readonly<Record<CheckStatus, string>> = {
  pass: 'The path reaches the root',
  fail: 'The path does not reach the root',
  undecided: 'Could not check whether the path reaches the root',
};

/**
 * The path of one proof with the root at the top and the leaf at the bottom. Both ends stay visible while the steps
 * between them scroll. One tab stop; arrow keys, Home, and End move between steps.
 */
export function PathLadder(props: PathLadderProps) {
  const { drawing, proof, scale = asTallAsItIs, marks, shown, origin } = props;
  const { verdict, input } = proof;
  const { key: atomKey, version } = input.atom;
  const path = props.path ?? statusOf(verdict, 'path');
  const content = statusOf(verdict, 'content');
  const made = origin ?? { status: content, words: contentWords(verdict) };
  const { levels, computedRoot, claimedRoot, leaf, problem } = drawing;
  const places: readonly LadderPlace[] = [...levels.map(({ level }) => level), 'content'];
  const active = shown !== undefined && places.includes(shown) ? shown : (places[0] ?? 'content');
  const figure = useRef<HTMLElement>(null);

  const onKeyDown = (event: KeyboardEvent): void => {
    const { target } = event;
    const step = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-place]') : null;
    const at = places.findIndex((place) => `${place}` === step?.dataset['place']);
    const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: places.length - 1 }[event.key];
    const place = to === undefined || at === -1 ? undefined : places[to];
    if (place === undefined) return;
    event.preventDefault();
    figure.current?.querySelector<HTMLElement>(`[data-place="${place}"]`)?.focus();
  };
  const placeProps = (place: LadderPlace) => ({
    'data-place': place,
    'data-shown': shown === place || undefined,
    tabIndex: place === active ? 0 : -1,
    onFocus: () => props.onFocusPlace?.(place),
    onPointerEnter: () => props.onHoverPlace?.(place),
  });
  const stepStyle =
    scale.stepHeight === null ? undefined : ({ '--step-height': `${scale.stepHeight}px` } as CSSProperties);

  return (
    <figure
      ref={figure}
      className={classes.ladder}
      data-tone={tones[path]}
      data-density={scale.density}
      style={stepStyle}
      aria-label="Path from leaf to root"
      onKeyDown={onKeyDown}
      onPointerLeave={() => props.onHoverPlace?.(null)}
    >
      <div className={classes.top}>
        <div className={classes.roots} data-altered={marks?.root}>
          <Group component="span" gap="xs" c="var(--tone-fg)" fw={600} wrap="nowrap">
            <CheckIcon status={path} size={18} />
            {outcomes[path]}
          </Group>
          <Group gap="sm" justify="center">
            {computedRoot === null ? (
              <span className={classes.role}>no root computed</span>
            ) : (
              <HashChip hash={computedRoot} label="computed" />
            )}
            <Group gap="sm" wrap="nowrap">
              <Text span c="var(--tone-fg)" fw={700} aria-hidden>
                {relations[path]}
              </Text>
              <HashChip hash={claimedRoot} label="claimed" />
            </Group>
          </Group>
        </div>
        {problem !== null && (
          <Text size="sm" c="var(--tone-fg)" mt="sm">
            {problem}
          </Text>
        )}
      </div>
      <ol className={classes.steps}>
        {levels.map((step, at) => (
          <li
            key={step.level}
            className={classes.step}
            data-differs={
              marks === undefined ? undefined : marks.differsFrom !== null && step.level >= marks.differsFrom
            }
            {...placeProps(step.level)}
          >
            <LadderStep
              step={step}
              above={levels[at - 1]?.column ?? 'middle'}
              content={content}
              density={scale.density}
              isSiblingAltered={marks?.siblings.has(step.level) === true}
              isLeafAltered={marks?.leaf === true}
            />
          </li>
        ))}
      </ol>
      {levels.length === 0 && (
        <>
          <Wires from="middle" to="middle" />
          <div className={classes.nodes} data-column="middle">
            <LeafNode hash={leaf} index={null} content={content} isAltered={marks?.leaf === true} />
          </div>
        </>
      )}
      <div className={classes.content} data-tone={tones[made.status]}>
        <Wires from="middle" to={levels.at(-1)?.column ?? 'middle'} />
      </div>
      <div className={classes.bottom}>
        <div className={classes.content} data-tone={tones[made.status]}>
          <div className={classes.atom} data-altered={marks?.content} {...placeProps('content')}>
            <Group component="span" gap="2xs" c="var(--tone-fg)" fz="sm" fw={600} wrap="nowrap">
              <CheckIcon status={made.status} size={16} />
              {made.words}
            </Group>
            {origin === undefined && (
              <Group gap="sm" maw="100%" miw={0} wrap="nowrap">
                {atomKey === null ? (
                  <span className={classes.role}>proof without an atom</span>
                ) : (
                  <KeyText atomKey={atomKey} />
                )}
                {version !== null && <span className={classes.role}>version {version}</span>}
              </Group>
            )}
          </div>
        </div>
      </div>
    </figure>
  );
}

function contentWords(verdict: Verdict): string {
  const { binds, checks } = verdict;
  const code = checks.find(({ name }) => name === 'content')?.reason.code;
  if (code === 'boundary-open' || code === 'atom-may-be-node')
    return auditCheckWords({ name: 'content', status: 'undecided', code });
  switch (statusOf(verdict, 'content')) {
    case 'pass':
      return `The leaf is the hash of this ${listFields(binds)}`;
    case 'fail':
      return 'The leaf is not the hash of this atom';
    case 'undecided':
      return binds.length === 0
        ? 'Could not check what the leaf covers'
        : `The leaf is the hash of this ${listFields(binds)} only`;
  }
}

function listFields(fields: readonly BoundField[]): string {
  return fields.length === 0 ? 'atom' : listWords(fields);
}
