import { atom, compact, lines } from './demoAtom.ts';
import type { DemoAtom } from './demoAtom.ts';

/** People outside the company, and the company itself. */
export const people: readonly DemoAtom[] = [
  atom('v1.person.supplier.Aoife_Brennan.company', 'Clearspan Glass, Galway'),
  atom(
    'v1.person.supplier.Aoife_Brennan.contact',
    compact({ email: 'aoife@clearspan.example', phone: '+353 91 555 014' }),
  ),
  atom(
    'v1.person.supplier.Aoife_Brennan.note',
    'Quotes hold for 30 days. Ask for the anti-drip coating by name, it is not in the price list.',
  ),
  atom('v1.person.supplier.Kwame_Mensah.company', 'Volta Pumps & Valves, Tema'),
  atom(
    'v1.person.supplier.Kwame_Mensah.contact',
    compact({ email: 'k.mensah@volta-pumps.example', phone: '+233 30 255 0177' }),
  ),
  atom(
    'v1.person.supplier.Kwame_Mensah.note',
    'Ships spare impellers within a week. Glad of photos of worn parts.',
  ),
  atom(
    'v1.person.customer.Astrid_Solberg.company',
    'Solberg Gartneri, Halden: 1.2 ha tomatoes, first customer',
  ),
  atom(
    'v1.person.customer.Astrid_Solberg.contact',
    compact({ email: 'astrid@solberg-gartneri.example', phone: '+47 69 55 50 12' }),
  ),
  atom(
    'v1.person.customer.Astrid_Solberg.mood',
    'Happy with the dashboard, worried about the winter electricity bill.',
    'Annoyed: two false frost alarms in one week.',
    'Relieved. The alarm fix held through the cold nights, and she said so to Ilse.',
  ),
  atom(
    'v1.person.customer.Nikos_Lazarou.company',
    'Argolis Cooperative, Nafplio: citrus nursery and cucumbers',
  ),
  atom(
    'v1.person.customer.Nikos_Lazarou.contact',
    compact({ email: 'nikos@argolis-coop.example', prefers: 'phone, before noon' }),
  ),
  atom(
    'v1.person.customer.Nikos_Lazarou.note',
    'Θέλει τα μηνύματα στα ελληνικά και ποτέ μετά τις οκτώ το βράδυ.',
  ),
  atom('v1.person.customer.Sato_Kenji.company', '佐藤農園（札幌市）メロンとイチゴ、ハウス6棟'),
  atom(
    'v1.person.customer.Sato_Kenji.note',
    '佐藤さんは数値よりも写真を喜ぶ。報告書には必ず株元の写真を添えること。',
  ),
  atom(
    'v1.person.customer.Fatima_Ouahbi.company',
    'Souss Valley Berries, Agadir: 4 ha raspberries under net',
  ),
  atom(
    'v1.person.customer.Fatima_Ouahbi.note',
    'تفضل التواصل عبر الرسائل الصوتية، وتطلب تقرير الملوحة كل يوم أحد.',
  ),
  atom('v1.person.advisor.Henrik_Dahl.expertise', 'Plant pathology: powdery mildew, Botrytis, Pythium'),
  atom('v1.person.advisor.Henrik_Dahl.availability', 'Tuesdays, 14:00-16:00 Oslo time, by video'),

  atom('v1.company.mission', 'Greenhouses that need less heat, less water and fewer Sunday phone calls.'),
  atom('v1.company.name', 'Lumen & Loam AS'),
  atom('v1.company.headcount', '5', '6', '7', '8'),
  atom(
    'v1.company.holidays.2026',
    compact([
      '2026-04-02',
      '2026-04-03',
      '2026-04-06',
      '2026-05-01',
      '2026-05-14',
      '2026-05-17',
      '2026-12-25',
    ]),
  ),
  atom(
    'v1.company.values',
    lines(
      '1. The plant is right.',
      '2. An alarm that is ignored is a bug.',
      '3. Leave the site tidier than it was.',
    ),
  ),
  atom(
    'v1.company.meeting.weekly_review',
    compact({ day: 'Monday', time: '09:30', zone: 'Europe/Oslo', lead: 'Glen', minutes: 40 }),
  ),
  atom(
    'v1.company.meeting.growers_call',
    compact({ day: 'first Thursday', time: '10:00', zone: 'Europe/Athens', lead: 'Mei', minutes: 60 }),
  ),
  atom(
    'v1.company.on_call.schedule',
    compact({ '2026-W20': 'Dmitri', '2026-W21': 'Yusuf', '2026-W22': 'Eleni', '2026-W23': 'Tomas' }),
  ),
  atom('v1.company.on_call.escalation', 'On-call, then Glen after 15 minutes, then Ilse after 30.'),
  atom('v1.company.budget.2026.hardware', '1450000', '1380000', '1420000'),
  atom('v1.company.budget.2026.travel', '260000'),
  atom(
    'v1.company.glossary.VPD',
    'Vapour pressure deficit in kPa: how hard the air pulls water out of a leaf.',
  ),
  atom(
    'v1.company.glossary.EC',
    'Electrical conductivity in mS/cm: how much fertiliser is dissolved in the water.',
  ),
  atom('v1.company.glossary.DLI', 'Daily light integral in mol/m²/d: all the light a plant gets in one day.'),
  atom(
    'v1.company.glossary.RTR',
    'Ratio of mean temperature to radiation: warm when it is bright, cool when it is dull.',
  ),
];
