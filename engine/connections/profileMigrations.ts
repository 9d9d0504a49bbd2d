import { z } from 'zod';
import type { LinkRule } from '#shared/merkle/scheme.ts';
import { builtInRules } from './knownRules.ts';

const oldPathRule = z.looseObject({});
const oldFile = z.looseObject({
  profiles: z.array(
    z.looseObject({
      kind: z.string(),
      service: z.looseObject({ dialect: z.string() }).optional(),
      scheme: z.looseObject({ origin: z.string(), path: z.array(oldPathRule) }).nullable(),
    }),
  ),
});
type OldProfile = z.infer<typeof oldFile>['profiles'][number];

/**
 * Version 2 added snapshots, which the app would take for damage otherwise. Version 3 added links between trees to the rules:
 * before, any chain of proofs was followed. A rule without links is of one tree, except for connections whose proofs are known
 * to lead through two.
 */
export const profileMigrations = {
  1: (content: unknown) => Object.assign({}, content, { version: 2 }),
  2: (content: unknown) => {
    const file = oldFile.parse(content);
    return { ...file, version: 3, profiles: file.profiles.map(withKnownLinks) };
  },
};

function withKnownLinks(profile: OldProfile): OldProfile {
  const { kind, service, scheme } = profile;
  const rules = builtInRules(kind === 'service' ? service?.dialect : kind);
  if (scheme === null || rules === null) return profile;
  if (scheme.origin === 'specified')
    return {
      ...profile,
      scheme: {
        ...scheme,
        path: rules.path.map((rule) => ({ ...rule })),
        leaf: [rules.leaf],
        origin: 'built-in',
      },
    };
  const path = scheme.path.flatMap((rule) => rules.path.map(({ links }) => linked(rule, links)));
  return { ...profile, scheme: { ...scheme, path } };
}

function linked(
  rule: z.infer<typeof oldPathRule>,
  links: readonly LinkRule[] | undefined,
): z.infer<typeof oldPathRule> {
  return links === undefined ? rule : { ...rule, links };
}
