import { hashEncodings, linkRules } from '#shared/merkle/registry.ts';
import type { RegistryEntry } from '#shared/merkle/scheme.ts';
import { schemeParts } from '#shared/merkle/schemeText.ts';
import type { CommandIo } from '../command.ts';

/** Prints the parts of a scheme, including those that are detected from the proofs. */
export function listSchemes(asJson: boolean, { print }: CommandIo): void {
  const lists: readonly (readonly [string, readonly RegistryEntry<string>[]])[] = [
    ...Object.entries(schemeParts),
    ['encoding (detected from each hash)', hashEncodings],
    ['link (of chained proofs, detected)', linkRules],
  ];
  if (asJson) {
    const entries = lists.map(([part, list]) => [
      part.replace(/ .*/, ''),
      list.map(({ id, words, source }) => ({ id, words, source })),
    ]);
    print(JSON.stringify(Object.fromEntries(entries)));
    return;
  }
  const blocks = lists.map(([part, list]) =>
    [`${part}:`, ...list.map(({ id, words, source }) => `  ${id}\n      ${words}\n      ${source}`)].join(
      '\n',
    ),
  );
  print(blocks.join('\n\n'));
}
