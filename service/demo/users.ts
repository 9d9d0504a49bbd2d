import { atom, compact, lines } from './demoAtom.ts';
import type { DemoAtom } from './demoAtom.ts';

/** The eight people of Lumen & Loam, and how each likes to work with the assistant. */
export const users: readonly DemoAtom[] = [
  atom(
    'v1.user.Glen.profile',
    compact({ name: 'Glen Abara', role: 'Head of operations', site: 'halden', since: '2019-04-01' }),
  ),
  atom('v1.user.Glen.preference.theme', 'light', 'system', 'dark'),
  atom('v1.user.Glen.preference.language', 'English (UK)'),
  atom('v1.user.Glen.preference.editor', 'vim', 'VS Code with vim keys'),
  atom('v1.user.Glen.preference.units', compact({ temperature: 'celsius', pressure: 'kPa', water: 'litre' })),
  atom(
    'v1.user.Glen.preference.summary_style',
    'Long, with all the numbers.',
    'Short. Numbers in a table.',
    'Three bullet points at most: what changed, what is late, what he has to decide.',
  ),
  atom(
    'v1.user.Glen.preference.notifications',
    compact({ email: false, chat: true, sms: ['frost', 'power'], quiet: '21:30-06:15' }),
  ),
  atom('v1.user.Glen.preference.coffee', 'Black, no sugar. Never offer him the machine on the second floor.'),
  atom('v1.user.Glen.timezone', 'Europe/Oslo'),
  atom('v1.user.Glen.working_hours', '07:00-15:30, Fridays until 13:00'),

  atom(
    'v1.user.Mei.profile',
    compact({
      name: 'Mei Tanaka',
      nativeName: '田中 芽衣',
      role: 'Lead agronomist',
      site: 'sapporo',
      since: '2020-09-14',
    }),
  ),
  atom('v1.user.Mei.preference.theme', 'light'),
  atom('v1.user.Mei.preference.language', 'English', '日本語'),
  atom('v1.user.Mei.preference.editor', 'Obsidian'),
  atom(
    'v1.user.Mei.preference.summary_style',
    '結論を先に、その後に根拠となる数値。飽差（VPD）とECは必ず入れること。',
  ),
  atom('v1.user.Mei.preference.notifications', compact({ email: true, chat: true, quiet: '20:00-07:00' })),
  atom(
    'v1.user.Mei.preference.plant_names',
    'Latin names first, cultivar in single quotes: Solanum lycopersicum ‘Momotaro’.',
  ),
  atom('v1.user.Mei.timezone', 'Asia/Tokyo'),
  atom('v1.user.Mei.working_hours', '09:00-17:30'),

  atom(
    'v1.user.Yusuf.profile',
    compact({
      name: 'Yusuf Haddad',
      nativeName: 'يوسف حداد',
      role: 'Field engineer',
      site: 'agadir',
      since: '2021-02-08',
    }),
  ),
  atom('v1.user.Yusuf.preference.theme', 'dark'),
  atom('v1.user.Yusuf.preference.language', 'العربية'),
  atom('v1.user.Yusuf.preference.editor', 'nano'),
  atom('v1.user.Yusuf.preference.greeting', 'صباح الخير يا يوسف، إليك حالة المضخات هذا الصباح.'),
  atom(
    'v1.user.Yusuf.preference.notifications',
    compact({ chat: true, sms: ['pump', 'salinity'], quiet: null }),
  ),
  atom('v1.user.Yusuf.timezone', 'Africa/Casablanca'),
  atom('v1.user.Yusuf.working_hours', '06:30-14:30 in summer, 08:00-16:00 in winter'),

  atom(
    'v1.user.Eleni.profile',
    compact({
      name: 'Eleni Papadaki',
      nativeName: 'Ελένη Παπαδάκη',
      role: 'Data engineer',
      site: 'nafplio',
      since: '2022-05-02',
    }),
  ),
  atom('v1.user.Eleni.preference.theme', 'system'),
  atom('v1.user.Eleni.preference.language', 'Ελληνικά'),
  atom('v1.user.Eleni.preference.editor', 'Zed', 'Helix'),
  atom(
    'v1.user.Eleni.preference.chart_style',
    'No pie charts. Small multiples, one axis, units in the title.',
  ),
  atom('v1.user.Eleni.preference.code_review', 'Prefers many small pull requests; reads the tests first.'),
  atom('v1.user.Eleni.timezone', 'Europe/Athens'),

  atom(
    'v1.user.Dmitri.profile',
    compact({
      name: 'Dmitri Volkov',
      nativeName: 'Дмитрий Волков',
      role: 'Firmware engineer',
      site: 'remote',
      since: '2020-01-20',
    }),
  ),
  atom('v1.user.Dmitri.preference.theme', 'dark', 'high contrast'),
  atom('v1.user.Dmitri.preference.language', 'English for code and tickets, русский in chat'),
  atom('v1.user.Dmitri.preference.editor', 'Emacs'),
  atom('v1.user.Dmitri.preference.meetings', 'Не раньше одиннадцати. Лучше письменно, чем созвон.'),
  atom('v1.user.Dmitri.timezone', 'Asia/Tbilisi'),

  atom(
    'v1.user.Priya.profile',
    compact({ name: 'Priya Raman', role: 'Product manager', site: 'halden', since: '2021-11-15' }),
  ),
  atom('v1.user.Priya.preference.theme', 'light'),
  atom('v1.user.Priya.preference.language', 'English (India)'),
  atom(
    'v1.user.Priya.preference.summary_style',
    'One paragraph a stakeholder could read on a phone, then links.',
  ),
  atom(
    'v1.user.Priya.preference.notifications',
    compact({ email: 'daily digest at 08:00', chat: true, sms: [] }),
  ),
  atom('v1.user.Priya.timezone', 'Europe/Oslo'),
  atom(
    'v1.user.Priya.leave',
    '2026-06-22 to 2026-07-10. Eleni stands in for Almanac, Glen for everything else.',
  ),

  atom(
    'v1.user.Ilse.profile',
    compact({
      name: 'Ilse Brandt',
      role: 'Founder and managing director',
      site: 'halden',
      since: '2016-03-01',
    }),
  ),
  atom('v1.user.Ilse.preference.theme', 'system'),
  atom('v1.user.Ilse.preference.language', 'Deutsch, Norsk'),
  atom(
    'v1.user.Ilse.preference.summary_style',
    lines('Begin with money and risk.', 'Say "I do not know" rather than guess.', 'No exclamation marks.'),
  ),
  atom(
    'v1.user.Ilse.preference.travel',
    'Night train where there is one; aisle seat; no connections under 45 minutes.',
  ),
  atom('v1.user.Ilse.timezone', 'Europe/Oslo'),

  atom(
    'v1.user.Tomas.profile',
    compact({ name: 'Tomás Rivera', role: 'Installation lead', site: 'travelling', since: '2023-08-21' }),
  ),
  atom('v1.user.Tomas.preference.theme', 'dark'),
  atom('v1.user.Tomas.preference.language', 'Español', 'Español on the phone, English in documents'),
  atom('v1.user.Tomas.preference.units', compact({ temperature: 'celsius', length: 'mm', torque: 'Nm' })),
  atom('v1.user.Tomas.preference.checklists', 'Printed, A5, one page, tick boxes large enough for gloves.'),
  atom('v1.user.Tomas.current_location', 'Halden', 'Nafplio, bay 2 retrofit', 'Agadir until 22 May 2026'),
];
