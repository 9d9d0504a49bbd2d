import { List, Text } from '@mantine/core';
import type { SchemePin } from '#shared/merkle/scheme.ts';
import { countOf } from '#shared/text/phrases.ts';
import { schemeWords, type RuleWords } from '#shared/text/schemeWords.ts';
import classes from '../proof.module.css';
import { Dimmed } from '../../../ui/Dimmed.tsx';

/** Longer lists are collapsed after this many rules: dozens fit a tree of one leaf. */
const visibleRules = 6;
/** Fewer hidden rules than this are not worth collapsing. */
const fewestFolded = 3;

interface SchemeDetailsProps {
  readonly pin: SchemePin | null;
  /** How the rules of a pasted proof were found, in place of the words for a connection. */
  readonly note?: string;
}

/** The pinned hashing rules, how they were found, what is undecided, and which proof would settle it. */
export function SchemeDetails({ pin, note }: SchemeDetailsProps) {
  const { title, found, covers, path, leaf, open } = schemeWords(pin);
  return (
    <>
      {note === undefined && (
        <Text size="sm" fw={600}>
          {title}
        </Text>
      )}
      <Dimmed>
        {note ?? found} {covers}
      </Dimmed>
      {open.length > 0 && (
        <List size="sm" c="var(--verdict-amber-fg)" aria-label="Undecided">
          {open.map((words) => (
            <List.Item key={words}>{words}</List.Item>
          ))}
        </List>
      )}
      <Rules title="Nodes" rules={path} />
      <Rules title="Leaves" rules={leaf} />
    </>
  );
}

function Rules({ title, rules }: { readonly title: string; readonly rules: readonly RuleWords[] }) {
  if (rules.length === 0) return null;
  const shown = rules.length >= visibleRules + fewestFolded ? visibleRules : rules.length;
  return (
    <div>
      <Text size="sm">
        {title}
        {rules.length > 1 && ` (${rules.length} rules fit equally well)`}
      </Text>
      <RuleList rules={rules.slice(0, shown)} />
      {shown < rules.length && (
        <details className={classes.details}>
          <summary>{countOf(rules.length - shown, 'more rule')}</summary>
          <RuleList rules={rules.slice(shown)} />
        </details>
      )}
    </div>
  );
}

function RuleList({ rules }: { readonly rules: readonly RuleWords[] }) {
  return (
    <List size="sm">
      {rules.map(({ id, words }) => (
        <List.Item key={id}>
          {words} <code className={classes.ruleId}>{id}</code>
        </List.Item>
      ))}
    </List>
  );
}
