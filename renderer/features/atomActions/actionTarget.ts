import type { CatalogueEntry } from '#shared/domain/catalogue.ts';
import type { AtomColumn, KeySelection } from '#shared/domain/catalogueQuery.ts';
import { countOf, quoteText } from '#shared/text/phrases.ts';
import type { NewAuditPreset } from '../../state/auditView.ts';
import { isFiltering } from '../../state/browseView.ts';
import { rootPath } from '../../state/keyPaths.ts';

/** What an action applies to: one known atom, or a selection of keys. */
export type ActionTarget =
  | { readonly kind: 'atom'; readonly entry: CatalogueEntry }
  | {
      readonly kind: 'many';
      readonly selection: KeySelection;
      /** How many there were when the target was chosen; the known keys may have changed since. */
      readonly count: number;
      /** Follows the count in menus: `selected`, `in “v1.user”`. */
      readonly which: string;
      /** Of the table that shows them, in their order; absent if none does. */
      readonly columns?: readonly AtomColumn[];
    };

export function selectionOf(target: ActionTarget): KeySelection {
  return target.kind === 'atom' ? { kind: 'keys', keys: [target.entry.key] } : target.selection;
}

/** `“v1.user”`, `12 atoms`. */
export function targetWords(target: ActionTarget): string {
  return target.kind === 'atom' ? quoteText(target.entry.key) : countOf(target.count, 'atom');
}

/** What an audit of the target covers: a whole branch also covers the keys that it gets later, when the audit is repeated. */
export function auditOf({ selection, count }: Extract<ActionTarget, { kind: 'many' }>): NewAuditPreset {
  if (selection.kind === 'keys' || selection.except.length > 0 || isFiltering(selection.query.filter))
    return { kind: 'selection', selection, count };
  const { path, delimiter } = selection.query;
  return path === rootPath ? { kind: 'all' } : { kind: 'branch', path, delimiter };
}
