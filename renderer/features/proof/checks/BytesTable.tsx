import { Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { toHex } from '#shared/merkle/hex.ts';
import { hashLabel } from '#shared/text/pathWords.ts';
import { countOf } from '#shared/text/phrases.ts';
import { visiblePieces } from '#shared/text/visibleText.ts';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { Dimmed } from '../../../ui/Dimmed.tsx';
import { Pieces } from '../../../ui/KeyText.tsx';
import type { BytesPart, HashedBytes } from '../case/hashedBytes.ts';
import classes from '../proof.module.css';

/** Longer contents are shown cut off. Copying always copies everything. */
const shownBytes = 512;
const shownCharacters = 600;

/** The hashed bytes, part by part in order, and the resulting hash. */
export function BytesTable({ hashed }: { readonly hashed: HashedBytes }) {
  const { hash, rounds, parts, result } = hashed;
  const total = parts.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const whole = parts.map(({ bytes }) => toHex(bytes)).join('');
  const label = hashLabel(hash);
  const name = rounds === 2 ? `${label} of the ${label}` : label;
  return (
    <Stack gap="3xs">
      <Group gap="2xs">
        <Dimmed>
          {name} of these {countOf(total, 'byte')}, in this order
        </Dimmed>
        <CopyButton text={whole} label="hashed bytes as hex" size="xs" />
      </Group>
      {parts.map((part) => (
        <Part key={part.name} part={part} />
      ))}
      <div className={classes.part} data-role="result">
        <span className={classes.name}>result</span>
        <span className={classes.mono}>{result}</span>
      </div>
    </Stack>
  );
}

function Part({ part: { role, name, bytes, text } }: { readonly part: BytesPart }) {
  const isCut = bytes.length > shownBytes;
  return (
    <div className={classes.part} data-role={role}>
      <span className={classes.name}>{name}</span>
      <div>
        {text !== null && (
          <p className={classes.text}>
            <Pieces
              pieces={visiblePieces(text.slice(0, shownCharacters), {
                markLeading: true,
                markTrailing: true,
              })}
            />
            {text.length > shownCharacters && '…'}
          </p>
        )}
        <span className={classes.mono}>
          {toHex(bytes.subarray(0, shownBytes))}
          {isCut && ` … and ${countOf(bytes.length - shownBytes, 'more byte')}`}
        </span>
      </div>
    </div>
  );
}

interface ComparisonProps {
  readonly isSame: boolean;
  readonly children: ReactNode;
}

/** Whether two hashes are the same. */
export function Comparison({ isSame, children }: ComparisonProps) {
  return (
    <Text span fz="xs" fw={600} c={isSame ? 'var(--verdict-green-fg)' : 'var(--verdict-red-fg)'}>
      {children}
    </Text>
  );
}
