import { atom, compact, lines, pretty } from './demoAtom.ts';
import type { DemoAtom } from './demoAtom.ts';

/** Facts about crops, pests, and what the assistant has learned about both. */
export const crops: readonly DemoAtom[] = [
  atom('v1.fact.crop.tomato.cultivar', '‘Momotaro’ in bay 3, ‘Piccolo’ in bay 4'),
  atom('v1.fact.crop.tomato.plant_density', '2.5 plants/m², 3.4 stems/m² from week 14'),
  atom(
    'v1.fact.crop.tomato.optimal_temperature',
    compact({ day: 21, night: 16.5, fruitSet: 'fails above 32 °C' }),
  ),
  atom('v1.fact.crop.tomato.yield.2025', '58.3 kg/m²'),
  atom('v1.fact.crop.tomato.yield.2026', '11.2 kg/m² by week 18', '14.9 kg/m² by week 20'),
  atom('v1.fact.crop.cucumber.cultivar', '‘Hi Power’, high-wire'),
  atom('v1.fact.crop.cucumber.optimal_temperature', compact({ day: 24, night: 19 })),
  atom('v1.fact.crop.cucumber.harvest_interval', 'Every second day; daily from June.'),
  atom('v1.fact.crop.strawberry.cultivar', '「けんたろう」と「ゆめのか」'),
  atom('v1.fact.crop.strawberry.chill_hours', '700〜1000時間（5 ℃以下）'),
  atom(
    'v1.fact.crop.melon.pollination',
    '蜜蜂は開花2日前に導入。ハウス1棟につき1群、午前中の換気は控えめに。',
  ),
  atom(
    'v1.fact.crop.raspberry.water_demand',
    compact({ unit: 'litre/plant/day', april: 0.9, june: 1.6, august: 2.1 }),
  ),
  atom(
    'v1.fact.crop.raspberry.salinity_limit',
    'لا تتجاوز 1.2 ديسي سيمنز/م في ماء الري، وإلا احترقت حواف الأوراق.',
  ),
  atom('v1.fact.crop.basil.light_demand', 'DLI of 12 to 17 mol/m²/d'),
  atom(
    'v1.fact.crop.lettuce.tip_burn',
    'Comes with VPD under 0.3 kPa at night. Move air, do not add calcium.',
  ),
  atom('v1.fact.crop.lemon.rootstock', 'Νεραντζιά για βαριά εδάφη, Citrus macrophylla για αλατούχο νερό.'),

  atom(
    'v1.fact.pest.whitefly.threshold',
    '5 adults per yellow card a week',
    '3 adults per yellow card a week',
  ),
  atom(
    'v1.fact.pest.whitefly.treatment',
    'Encarsia formosa, 3 per m² weekly for 6 weeks. No sprays while the bumblebees are out.',
  ),
  atom(
    'v1.fact.pest.spider_mite.signs',
    'Bronze stipples near the heating pipes first; look under the third leaf from the top.',
  ),
  atom('v1.fact.pest.thrips.treatment', 'Amblyseius swirskii sachets, one per two metres of row'),
  atom(
    'v1.fact.disease.botrytis.conditions',
    'Free water on leaves for more than 4 hours between 15 and 22 °C',
  ),
  atom(
    'v1.fact.disease.powdery_mildew.history',
    pretty([
      { bay: 4, week: '2025-W31', lossPercent: 3 },
      { bay: 4, week: '2025-W33', lossPercent: 1 },
      { bay: 2, week: '2026-W11', lossPercent: 0 },
    ]),
  ),
  atom(
    'v1.fact.disease.pythium.lesson',
    'Came with the warm recirculated water in July 2025. Since then: UV on, root zone under 24 °C.',
  ),

  atom('v1.fact.bees.hives', compact({ bay3: 4, bay4: 3, replacedEveryWeeks: 8, next: '2026-06-05' })),
  atom(
    'v1.fact.bees.uv_rule',
    'Bumblebees get lost when the screens cut ultraviolet: open them two hours each morning.',
  ),
  atom('v1.fact.substrate.rockwool.slab_life', '2 seasons'),
  atom(
    'v1.fact.substrate.coco.rinse',
    'Rinse until the run-off is under 1.0 mS/cm, then charge with calcium.',
  ),
  atom(
    'v1.fact.season.sowing_calendar',
    pretty({
      tomato: '2026-11-20',
      cucumber: '2026-12-28',
      basil: 'every 3 weeks',
      strawberry: 'runners in 2026-07',
    }),
  ),
  atom(
    'v1.fact.season.harvest_festival',
    'Last Saturday of August in Halden. Nobody answers mail that day. 🍅🎉',
  ),
  atom('v1.fact.market.tomato.price', '31.50 NOK/kg', '28.90 NOK/kg', '26.40 NOK/kg'),
  atom(
    'v1.fact.market.organic_label',
    'Debio inspection in week 24; the fertiliser log must be complete from 1 January.',
  ),

  atom(
    'v1.lesson.alarms.debounce',
    'A frost alarm must hold for 3 readings before it wakes a person. One cold sensor is a broken sensor.',
  ),
  atom(
    'v1.lesson.sensors.sunlight',
    'A temperature sensor in direct sun reads up to 6 °C too high. Ask where it hangs before believing it.',
  ),
  atom('v1.lesson.growers.trust', 'Growers forgive a late answer, not a confident wrong one.'),
  atom(
    'v1.lesson.units.mistake',
    lines(
      'On 2026-02-11 a setpoint was sent in Fahrenheit.',
      'Since then every number leaves with its unit.',
    ),
  ),
  atom(
    'v1.lesson.deploy.friday',
    'No firmware on Fridays. The one exception (2025-10-17) is why there is a rule.',
  ),
];
