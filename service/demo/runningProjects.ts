import { atom, compact, lines, pretty } from './demoAtom.ts';
import type { DemoAtom } from './demoAtom.ts';

/** The three active projects: a climate controller, water recirculation, and the planting calendar. */
export const runningProjects: readonly DemoAtom[] = [
  atom(
    'v1.project.orchid.summary',
    'Third generation of the climate controller: one box per bay, predictive vents, no cloud needed.',
  ),
  atom(
    'v1.project.orchid.status',
    'planning',
    'prototype on the bench',
    'field trial in bay 3',
    'field trial paused: valve chatter',
    'field trial in bays 3 and 4',
  ),
  atom('v1.project.orchid.owner', 'Dmitri'),
  atom('v1.project.orchid.team', compact(['Dmitri', 'Tomas', 'Mei'])),
  atom('v1.project.orchid.milestone.first_prototype', compact({ due: '2025-11-28', done: '2025-12-04' })),
  atom('v1.project.orchid.milestone.field_trial', compact({ due: '2026-04-13', done: '2026-04-20' })),
  atom(
    'v1.project.orchid.milestone.certification',
    compact({ due: '2026-06-30', done: null }),
    compact({ due: '2026-08-14', done: null }),
  ),
  atom('v1.project.orchid.milestone.first_shipment', compact({ due: '2026-09-15', done: null })),
  atom(
    'v1.project.orchid.blocker',
    'Valve chatter below 10 % opening.',
    'Certification lab has no slot before 20 July. Ilse is asking a second lab in Gothenburg.',
  ),
  atom(
    'v1.project.orchid.decision.radio',
    'LoRa for sensors, wire for valves. Decided 2025-09-30: a valve must never wait for the air.',
  ),
  atom(
    'v1.project.orchid.decision.enclosure',
    'IP66, door opens downwards, so that the screen is dry when it rains condensation.',
  ),
  atom(
    'v1.project.orchid.decision.control_loop',
    lines(
      'Model-predictive, 15-minute horizon, PI as fallback.',
      'Why: PI alone overshot by 2.1 °C on clear mornings.',
      'Revisit when: a bay has more than 40 vents.',
    ),
  ),
  atom('v1.project.orchid.risk.supply', 'The pressure sensor has one maker. Buy 400 ahead by July.'),
  atom('v1.project.orchid.budget', compact({ currency: 'NOK', planned: 620000, spent: 411500 })),
  atom(
    'v1.project.orchid.next_step',
    'Tomas mounts revision B in bay 4 on 26 May; Mei compares leaf temperatures for a week.',
  ),
  atom(
    'v1.project.orchid.test_result.vent_overshoot',
    pretty({
      unit: '°C',
      bay: 3,
      before: 2.1,
      after: 0.4,
      days: 14,
      method: 'same radiation, paired mornings',
    }),
  ),
  atom(
    'v1.project.orchid.repository',
    'https://git.lumenloam.example/firmware/orchid at 3b18e512dba79e4c8300dd08aeb37f8e728b8dad',
  ),

  atom(
    'v1.project.meltwater.summary',
    'Collect drain and condensation water, clean it with UV, use it again. Target: 45 % less fresh water.',
  ),
  atom('v1.project.meltwater.status', 'design', 'building in Agadir', 'commissioning in Agadir'),
  atom('v1.project.meltwater.owner', 'Yusuf'),
  atom('v1.project.meltwater.team', compact(['Yusuf', 'Tomas', 'Mei'])),
  atom('v1.project.meltwater.milestone.tank_delivery', compact({ due: '2026-03-02', done: '2026-03-09' })),
  atom('v1.project.meltwater.milestone.uv_commissioning', compact({ due: '2026-05-22', done: null })),
  atom('v1.project.meltwater.milestone.first_closed_loop', compact({ due: '2026-06-12', done: null })),
  atom(
    'v1.project.meltwater.blocker',
    'none',
    'UV lamp ballast arrived broken. Replacement left Rotterdam on 11 May.',
  ),
  atom(
    'v1.project.meltwater.decision.disinfection',
    'UV rather than ozone: no by-products, and Yusuf can service it himself.',
  ),
  atom(
    'v1.project.meltwater.decision.tank_material',
    'Polyethylene. Steel would be half a degree cooler, but rusts at the fittings in sea air.',
  ),
  atom('v1.project.meltwater.measurement.water_saved', '0 %', '18 %', '31 %'),
  atom(
    'v1.project.meltwater.risk.pythium',
    'Warm loop water carried Pythium in 2025. Stop the loop if the root zone passes 24 °C.',
  ),
  atom('v1.project.meltwater.budget', compact({ currency: 'EUR', planned: 88000, spent: 61240 })),
  atom(
    'v1.project.meltwater.next_step',
    'تركيب المصباح الجديد يوم 19 مايو، ثم أخذ عينات من الماء كل ست ساعات لمدة ثلاثة أيام.',
  ),

  atom(
    'v1.project.almanac.summary',
    'A planting calendar growers open on the phone: what to do today in each bay, and why.',
  ),
  atom('v1.project.almanac.status', 'discovery', 'private beta, 3 growers', 'private beta, 11 growers'),
  atom('v1.project.almanac.owner', 'Priya'),
  atom('v1.project.almanac.team', compact(['Priya', 'Eleni', 'Mei'])),
  atom('v1.project.almanac.milestone.private_beta', compact({ due: '2026-03-16', done: '2026-03-16' })),
  atom('v1.project.almanac.milestone.offline_mode', compact({ due: '2026-05-29', done: null })),
  atom('v1.project.almanac.milestone.public_launch', compact({ due: '2026-09-01', done: null })),
  atom(
    'v1.project.almanac.blocker',
    'Lunar dates shown off by one day west of Greenwich. Eleni has a failing test.',
    'none',
  ),
  atom(
    'v1.project.almanac.decision.no_accounts',
    'A grower opens it with a QR code on the bay door. No accounts in the beta.',
  ),
  atom(
    'v1.project.almanac.decision.languages',
    compact({ launch: ['en', 'nb', 'el', 'ja', 'ar'], later: ['es', 'de', 'ru'] }),
  ),
  atom('v1.project.almanac.feedback.astrid', '“I stopped writing on the door.”'),
  atom('v1.project.almanac.feedback.nikos', '«Θέλω να βλέπω και το χθες, όχι μόνο το σήμερα.»'),
  atom('v1.project.almanac.feedback.sato', '「写真が先に出ると分かりやすい。文字はもう少し大きく。」'),
  atom('v1.project.almanac.metric.weekly_active', '3', '7', '9', '11'),
  atom(
    'v1.project.almanac.next_step',
    'Offline mode: Eleni finishes the sync queue, Priya tests it in the cellar where there is no signal.',
  ),
];
