import { describe, expect, it } from 'vitest';
import { candidatesOf, readSchemeText } from '#shared/merkle/schemeText.ts';
import {
  graftedAtoms,
  graftedServices,
  schemeOf,
  type GraftedService,
} from '#shared/merkle/testing/graft.ts';
import type { SchemePin } from '#shared/merkle/scheme.ts';
import { auditedId, auditsOver } from './testing/auditsOver.ts';

const keys = ['v1.user.admin0', 'v1.user.admin1', 'v1.user.admin2'];

function pinOf(name: GraftedService): SchemePin {
  const reading = readSchemeText(schemeOf(name));
  if (!reading.ok) throw new Error(schemeOf(name));
  const { path, leaf } = candidatesOf(reading.scheme);
  return { path, leaf, origin: 'chosen', samples: 0, pinnedAt: 0 };
}

/** Audits a service that returns chains from atoms that were never stored to a root that the auditor has pinned. */
async function auditGrafts(name: GraftedService, scheme: SchemePin | null) {
  const graft = graftedAtoms(
    name,
    keys.map((key) => ({ key, value: 'granted', version: 1 })),
  );
  const here = await auditsOver(keys, scheme === null ? {} : { scheme });
  try {
    await here.pins.add(auditedId, {
      rootHash: graft.rootHash,
      treeSize: null,
      isExact: true,
      source: { kind: 'person' },
      note: '',
    });
    here.alter(() => ({ atoms: graft.atoms }));
    const { info, verdict } = await here.audit(keys);
    const { failures, verified } = info.progress;
    return { verdict: verdict?.status, failures, verified };
  } finally {
    await here.stop();
  }
}

describe('C1: an audit of a service that grafts invented atoms onto the pinned root', () => {
  it.each(graftedServices)('fails by given rules over the %s', async (name) => {
    expect(await auditGrafts(name, pinOf(name))).toEqual({ verdict: 'red', failures: 3, verified: 0 });
  });

  it.each(graftedServices)('shows nothing by rules over the %s that are inferred from them', async (name) => {
    expect(await auditGrafts(name, null)).toEqual({ verdict: 'amber', failures: 0, verified: 0 });
  });
});
