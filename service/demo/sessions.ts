import { atom, compact, lines, pretty } from './demoAtom.ts';
import type { DemoAtom } from './demoAtom.ts';

/** Recent conversations and promises. */
export const sessions: readonly DemoAtom[] = [
  atom(
    'v1.session.2026-05-04.summary',
    'Glen asked for the weekly report. Sent at 08:00; he wanted it shorter.',
  ),
  atom('v1.session.2026-05-04.decision', 'From now on three bullet points at most for Glen.'),
  atom(
    'v1.session.2026-05-05.summary',
    'With Ilse: budget, the Gothenburg lab, and who may change a setpoint.',
  ),
  atom(
    'v1.session.2026-05-05.open_items',
    compact(['quote from the second lab', 'rule for setpoint disagreements']),
  ),
  atom(
    'v1.session.2026-05-06.summary',
    'Meiさんと：ハルデンの3番ベイの排液ECが3.9まで上昇。給液量を5ポイント増やすことに決定。',
  ),
  atom('v1.session.2026-05-06.follow_up', '5月9日にもう一度排液ECを確認する。', '確認済み：3.6に低下。'),
  atom(
    'v1.session.2026-05-07.summary',
    'Growers’ call, four growers joined. Nikos wants yesterday next to today; Astrid wants nothing more.',
  ),
  atom(
    'v1.session.2026-05-07.participants',
    compact(['Mei', 'Priya', 'Astrid Solberg', 'Nikos Lazarou', '佐藤 健二', 'فاطمة الوهبي']),
  ),
  atom('v1.session.2026-05-08.summary', 'مع يوسف: وصل مصباح الأشعة مكسورًا، وطُلب بديل من روتردام.'),
  atom('v1.session.2026-05-08.promise', 'Tell Yusuf as soon as the parcel passes customs in Casablanca.'),
  atom(
    'v1.session.2026-05-11.summary',
    'Portfolio review. Meltwater moved to the top, Orchid certification moved to August.',
  ),
  atom(
    'v1.session.2026-05-11.action_items',
    pretty([
      { who: 'Ilse', what: 'ask the lab in Gothenburg for a slot in July', due: '2026-05-15' },
      { who: 'Eleni', what: 'date for retiring the old archive', due: '2026-05-18' },
      { who: 'Tomas', what: 'book the ferry for the Agadir tools', due: '2026-05-13' },
    ]),
  ),
  atom(
    'v1.session.2026-05-12.summary',
    'Обсудили с Дмитрием прошивку 3.1.0: дребезг клапанов исчез, можно ставить во второй отсек.',
  ),
  atom(
    'v1.session.2026-05-12.decision',
    'Firmware 3.1.0 goes to bay 4 together with revision B, not before.',
  ),
  atom(
    'v1.session.2026-05-13.summary',
    'Συζήτηση με την Ελένη: η μετάβαση σε Parquet τελείωσε, απομένει το παλιό αρχείο.',
  ),
  atom('v1.session.2026-05-13.mood', '🙂'),
  atom(
    'v1.session.2026-05-14.summary',
    'National holiday in Norway. One question from Astrid about whitefly, answered from the pest notes.',
  ),
  atom(
    'v1.session.2026-05-15.summary',
    'Tomás called from the harbour: the tools are on the ferry, the torque wrench is not.',
  ),
  atom('v1.session.2026-05-15.follow_up', 'Volta Pumps lends a torque wrench; Kwame brings it on Tuesday.'),
  atom('v1.session.current.focus', 'Meltwater: UV lamp and first samples'),
  atom('v1.session.current.user', 'Glen'),
  atom('v1.session.current.started_at', '2026-05-18T06:58:12Z'),
  atom(
    'v1.session.current.scratchpad',
    lines(
      '- [x] frost nights checked: none forecast',
      '- [x] drain EC bay 3 back to 3.6',
      '- [ ] parcel from Rotterdam',
      '- [ ] Gothenburg lab',
    ),
  ),
];
