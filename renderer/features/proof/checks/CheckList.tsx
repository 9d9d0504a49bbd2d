import { Text } from '@mantine/core';
import type { CheckName, Verdict } from '#shared/merkle/verdict.ts';
import { verdictWords } from '#shared/text/verdictWords.ts';
import { Fact, Facts } from '../../../ui/Facts.tsx';
import { BytesTable } from './BytesTable.tsx';
import type { CheckFacts } from './checkFacts.ts';
import { CheckIcon } from './CheckIcon.tsx';
import classes from '../proof.module.css';
import kit from '../../../ui/kit.module.css';
import { differingDigits } from './differingDigits.ts';

interface CheckListProps {
  readonly verdict: Verdict;
  /** The bytes behind each check. Omitted if there is no room for them. */
  readonly facts?: Readonly<Record<CheckName, CheckFacts | null>>;
}

/** Every check with its result in words. */
export function CheckList({ verdict, facts }: CheckListProps) {
  return (
    <ul className={`${kit.lined} ${classes.checks}`} aria-label="Checks">
      {verdictWords(verdict).checks.map((check) => {
        const known = facts?.[check.name] ?? null;
        return (
          <li key={check.name} className={classes.check}>
            <CheckIcon status={check.look} size={16} />
            <Text span inherit fw={600} title={check.question}>
              {check.label}
              <span className={classes.status}>{check.statusWord}</span>
            </Text>
            <div className={classes.words}>
              {facts !== undefined && <p className={classes.question}>{check.question}</p>}
              {check.words}
              {known !== null && <CheckBytes label={check.label} facts={known} />}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

/** The bytes behind a check, collapsed at first. */
function CheckBytes({ label, facts }: { readonly label: string; readonly facts: CheckFacts }) {
  const { lines, hashed, pair } = facts;
  const word = hashed === null && pair === null ? 'Details' : 'Bytes';
  return (
    <details className={classes.details}>
      <summary aria-label={`${word}: ${label}`}>{word}</summary>
      {(lines.length > 0 || pair !== null) && (
        <Facts>
          {lines.map(({ name, text }) => (
            <Fact key={name} label={name}>
              <span className={classes.mono}>{text}</span>
            </Fact>
          ))}
          {pair !== null && <HashPair pair={pair} />}
        </Facts>
      )}
      {hashed !== null && <BytesTable hashed={hashed} />}
    </details>
  );
}

/** Two hashes one above the other, with the different digits marked. */
function HashPair({ pair }: { readonly pair: NonNullable<CheckFacts['pair']> }) {
  const { expectedName, expected, foundName, found } = pair;
  return (
    <>
      <Fact label={expectedName}>
        <span className={classes.mono}>{expected}</span>
      </Fact>
      <Fact label={foundName}>
        <span className={classes.mono}>
          {found === null
            ? 'could not be computed'
            : differingDigits(expected, found).map(({ text, differs }, at) =>
                differs ? <mark key={at}>{text}</mark> : <span key={at}>{text}</span>,
              )}
        </span>
        {found !== null && (
          <span className={classes.outcome} data-tone={expected === found ? 'good' : 'danger'}>
            {expected === found ? '= same bytes' : '≠ different bytes'}
          </span>
        )}
      </Fact>
    </>
  );
}
