import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CheckName, Verdict } from '#shared/merkle/verdict.ts';
import { verdictWords, type CheckWords } from '#shared/text/verdictWords.ts';
import { Fact, Facts } from '../../../ui/Facts.tsx';
import { BytesTable, Comparison } from './BytesTable.tsx';
import { differingDigits, type CheckFacts } from './checkFacts.ts';
import { CheckIcon } from './CheckIcon.tsx';
import { checksByNeed, passedWords } from './checksByNeed.ts';
import classes from '../proof.module.css';
import kit from '../../../ui/kit.module.css';

interface CheckListProps {
  readonly verdict: Verdict;
  /** The bytes behind each check. Omitted if there is no room for them. */
  readonly facts?: Readonly<Partial<Record<CheckName, CheckFacts>>>;
  /** What can be done about the root, below its check. */
  readonly rootActions?: ReactNode;
}

/** The checks that did not pass, worst first, and the passed ones folded into one line. */
export function CheckList({ verdict, facts, rootActions }: CheckListProps) {
  const { open, passed } = checksByNeed(verdictWords(verdict).checks);
  const row = (check: CheckWords) => (
    <CheckRow key={check.name} check={check} facts={facts} actions={check.name === 'root' && rootActions} />
  );
  return (
    <ul className={`${kit.lined} ${classes.checks}`} aria-label="Checks">
      {open.map(row)}
      {passed.length > 0 && (
        <li>
          <details className={classes.passed}>
            <summary>
              <CheckIcon status="pass" size={16} />
              {passedWords(passed)}
            </summary>
            <ul className={kit.lined} aria-label="Passed checks">
              {passed.map(row)}
            </ul>
          </details>
        </li>
      )}
    </ul>
  );
}

interface CheckRowProps {
  readonly check: CheckWords;
  readonly facts: CheckListProps['facts'];
  readonly actions: ReactNode;
}

function CheckRow({ check, facts, actions }: CheckRowProps) {
  const { name, label, look, question, statusWord, words } = check;
  const known = facts?.[name];
  return (
    <li className={classes.check}>
      <CheckIcon status={look} size={16} />
      <Text span inherit fw={600} title={question}>
        {label}
        <Text display="block" fz="xs" c="dimmed" fw={400}>
          {statusWord}
        </Text>
      </Text>
      <div className={classes.words}>
        {facts !== undefined && (
          <Text inherit c="dimmed">
            {question}
          </Text>
        )}
        {words}
        {actions}
        {known !== undefined && <CheckBytes label={label} facts={known} />}
      </div>
    </li>
  );
}

/** The bytes behind a check, collapsed at first. */
function CheckBytes({ label, facts }: { readonly label: string; readonly facts: CheckFacts }) {
  const { lines = [], hashed = null, pair } = facts;
  const word = hashed === null && pair === undefined ? 'Details' : 'Bytes';
  return (
    <details className={classes.details}>
      <summary aria-label={`${word}: ${label}`}>{word}</summary>
      <Facts>
        {lines.map(([name, text]) => (
          <Fact key={name} label={name}>
            <span className={classes.mono}>{text}</span>
          </Fact>
        ))}
        {pair !== undefined && <HashPair {...pair} />}
      </Facts>
      {hashed !== null && <BytesTable hashed={hashed} />}
    </details>
  );
}

/** Two hashes one above the other, with the different digits marked. */
function HashPair({ expectedName, expected, foundName, found }: NonNullable<CheckFacts['pair']>) {
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
          <Comparison isSame={expected === found}>
            {expected === found ? '= same bytes' : '≠ different bytes'}
          </Comparison>
        )}
      </Fact>
    </>
  );
}
