import { Anchor, Box, Checkbox, Group, Paper } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import { hasPlace, isSensitive, needsOverride, type ValueFinding } from '#shared/safety/localChecks.ts';
import { placeWords, valueFindingWords } from '#shared/text/localCheckWords.ts';
import { countOf, listWords } from '#shared/text/phrases.ts';
import type { JsonFault } from '#shared/text/jsonSyntax.ts';
import kit from '../../ui/kit.module.css';

interface CheckListProps {
  readonly findings: readonly ValueFinding[];
  readonly fault: JsonFault | null;
  readonly isAllowed: boolean;
  readonly onAllow: (isAllowed: boolean) => void;
  readonly onGoTo: (start: number, end: number) => void;
}

/** Further findings are only counted. */
const mostListed = 100;

/** The findings in the text, each with its place, and the checkbox to store it anyway. */
export function CheckList({ findings, fault, isAllowed, onAllow, onGoTo }: CheckListProps) {
  const held = findings.filter(needsOverride);
  if (findings.length === 0 && fault === null) return null;
  return (
    <Paper
      component="section"
      data-tone={held.length > 0 || fault !== null ? 'warning' : 'quiet'}
      p="sm"
      radius="md"
      bg="var(--tone-bg, transparent)"
      bd="1px solid var(--tone-line, var(--line))"
      aria-label="Findings"
    >
      <Box component="ul" className={kit.plain} mah={96} fz="sm" style={{ overflow: 'auto' }}>
        {fault !== null && (
          <CheckItem
            tone="warning"
            place={placeWords(fault)}
            words={`invalid JSON: ${fault.what}`}
            onGoTo={() => onGoTo(fault.offset, fault.offset + 1)}
          />
        )}
        {findings.slice(0, mostListed).map((finding) => (
          <CheckItem
            key={hasPlace(finding) ? `${finding.kind} ${finding.offset}` : finding.kind}
            tone={needsOverride(finding) ? 'warning' : 'quiet'}
            place={hasPlace(finding) ? placeWords(finding) : null}
            words={valueFindingWords(finding)}
            onGoTo={hasPlace(finding) ? () => onGoTo(finding.offset, finding.end) : null}
          />
        ))}
        {findings.length > mostListed && (
          <li className={kit.dim}>and {countOf(findings.length - mostListed, 'more place')}</li>
        )}
      </Box>
      {held.length > 0 && (
        <Checkbox
          mt="xs"
          size="xs"
          checked={isAllowed}
          onChange={(event) => onAllow(event.currentTarget.checked)}
          label={`Store anyway, with ${heldWords(held)}`}
        />
      )}
    </Paper>
  );
}

interface CheckItemProps {
  readonly tone: 'quiet' | 'warning';
  readonly place: string | null;
  readonly words: string;
  readonly onGoTo: (() => void) | null;
}

function CheckItem({ tone, place, words, onGoTo }: CheckItemProps) {
  const Icon = tone === 'warning' ? IconAlertTriangle : IconInfoCircle;
  return (
    <Group component="li" gap="xs" wrap="nowrap" data-tone={tone}>
      <Icon size={14} color="var(--tone-fg)" style={{ flex: 'none' }} aria-hidden />
      {onGoTo === null ? (
        <span>{words}</span>
      ) : (
        <Anchor
          component="button"
          type="button"
          c="inherit"
          inherit
          ta="left"
          underline="always"
          onClick={onGoTo}
        >
          {place}: {words}
        </Anchor>
      )}
    </Group>
  );
}

/** `2 possible credentials and a size that the service refused before`. */
function heldWords(held: readonly ValueFinding[]): string {
  const count = (test: (finding: ValueFinding) => boolean): number => held.filter(test).length;
  const sensitive = count(isSensitive);
  const surrogates = count(({ kind }) => kind === 'lone-surrogate');
  const conflicts = count(({ kind }) => kind === 'conflict');
  return listWords(
    [
      sensitive > 0 && countOf(sensitive, 'possible credential'),
      surrogates > 0 && countOf(surrogates, 'unpaired surrogate'),
      conflicts > 0 && countOf(conflicts, 'conflict marker'),
      held.some(({ kind }) => kind === 'size-refused') && 'a size that the service refused before',
    ].filter((part) => part !== false),
  );
}
