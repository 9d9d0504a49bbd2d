import { atom, compact, lines, pretty } from './demoAtom.ts';
import type { DemoAtom } from './demoAtom.ts';

/** Projects that start, wait, or have ended, and facts about several projects. */
export const plannedProjects: readonly DemoAtom[] = [
  atom('v1.project.nightjar.summary', 'Light at night only when the plant gains from it and power is cheap.'),
  atom('v1.project.nightjar.status', 'idea', 'feasibility study', 'approved, starts in August'),
  atom('v1.project.nightjar.owner', 'Eleni'),
  atom('v1.project.nightjar.milestone.tariff_model', compact({ due: '2026-08-28', done: null })),
  atom('v1.project.nightjar.milestone.pilot_bay', compact({ due: '2026-11-02', done: null })),
  atom('v1.project.nightjar.blocker', 'Grid limit at Halden is 630 kW; all lamps at once would take 710 kW.'),
  atom('v1.project.nightjar.decision.lamp_type', 'Dimmable LED, 3.6 µmol/J, no far red in the first winter.'),
  atom(
    'v1.project.nightjar.estimate.savings',
    pretty({ currency: 'NOK', perYear: 184000, low: 121000, high: 240000, assumes: 'tariff of 2025' }),
  ),
  atom(
    'v1.project.nightjar.next_step',
    'Eleni reads last winter’s tariffs into a notebook before her holiday.',
  ),

  atom(
    'v1.project.pollen.summary',
    'The pipeline that carries every sensor reading from a bay to the archive.',
  ),
  atom('v1.project.pollen.status', 'in service', 'in service, migrating to columnar files'),
  atom('v1.project.pollen.owner', 'Eleni'),
  atom('v1.project.pollen.milestone.backfill', compact({ due: '2026-05-08', done: '2026-05-11' })),
  atom('v1.project.pollen.milestone.retire_old_archive', compact({ due: '2026-06-19', done: null })),
  atom('v1.project.pollen.blocker', 'none'),
  atom(
    'v1.project.pollen.decision.file_format',
    'Parquet by site and day. Row files were 9 times larger and nobody read them.',
  ),
  atom('v1.project.pollen.metric.daily_readings', '4100000', '5260000', '5310000'),
  atom(
    'v1.project.pollen.incident.2026-04-18',
    lines(
      'Gap of 47 minutes, Agadir.',
      'Cause: clock of the gateway jumped back after a power cut.',
      'Fix: readings are ordered by counter, not by clock.',
    ),
  ),

  atom(
    'v1.project.seedvault.summary',
    'Climate monitoring for a regional gene bank: 4 cold rooms, 11,000 seed lots.',
  ),
  atom('v1.project.seedvault.status', 'offer sent', 'on hold until the customer has funding'),
  atom('v1.project.seedvault.owner', 'Ilse'),
  atom(
    'v1.project.seedvault.decision.pause',
    'Paused on 2026-04-30. Take up again if the ministry answers before October.',
  ),

  atom('v1.project.frostwatch.status', 'done'),
  atom(
    'v1.project.frostwatch.outcome',
    'False frost alarms went from 9 a month to none in March and April 2026.',
  ),
  atom('v1.project.frostwatch.owner', 'Dmitri'),

  atom(
    'v1.portfolio.priorities.2026Q2',
    compact(['orchid', 'meltwater', 'almanac', 'pollen']),
    compact(['meltwater', 'orchid', 'almanac', 'pollen']),
  ),
  atom(
    'v1.portfolio.risks',
    lines(
      '- Certification slot for Orchid (Ilse)',
      '- Summer water price in Agadir (Yusuf)',
      '- One person knows the firmware (Glen)',
    ),
  ),
  atom(
    'v1.portfolio.review.2026-05-11',
    'Orchid a month behind because of the lab. Meltwater first until UV runs. Almanac on time.',
  ),
];
