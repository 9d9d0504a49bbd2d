import { atom, lines, pretty } from './demoAtom.ts';
import type { DemoAtom } from './demoAtom.ts';

/** How things are done, step by step. */
export const procedures: readonly DemoAtom[] = [
  atom(
    'v1.procedure.restart_pump.overview',
    'Restart an irrigation pump after a dry-run stop. 10 minutes, one person, no tools.',
  ),
  atom(
    'v1.procedure.restart_pump.step.1',
    'Put the pump on **manual** and wait for the lamp to stop blinking.',
  ),
  atom(
    'v1.procedure.restart_pump.step.2',
    'Open the bleed screw a quarter turn until water runs without bubbles.',
  ),
  atom(
    'v1.procedure.restart_pump.step.3',
    'Start at 30 %. Above 2.1 bar within 20 s, go to 100 %; otherwise stop and call Yusuf.',
  ),
  atom('v1.procedure.restart_pump.step.4', 'Back to **auto**. Write the time into the log of the bay.'),

  atom(
    'v1.procedure.calibrate_humidity_sensor.overview',
    'Two-point calibration with salt cells. Needs 3 hours, of which 20 minutes are work.',
  ),
  atom(
    'v1.procedure.calibrate_humidity_sensor.step.1',
    'Hang the sensor over the lithium chloride cell (11.3 %) for 90 minutes at 20 to 25 °C.',
  ),
  atom('v1.procedure.calibrate_humidity_sensor.step.2', 'Read, then the same over sodium chloride (75.3 %).'),
  atom(
    'v1.procedure.calibrate_humidity_sensor.step.3',
    'Enter both readings under *Service > Sensors*. Refuse a slope outside 0.95 to 1.05: replace the sensor.',
  ),

  atom(
    'v1.procedure.firmware_update.overview',
    'Update the controllers of one site, one bay at a time. Never on a Friday.',
  ),
  atom(
    'v1.procedure.firmware_update.step.1',
    'Check that the weather is dull: a bay without control for 4 minutes must not matter.',
  ),
  atom('v1.procedure.firmware_update.step.2', 'Update the smallest bay. Wait for two full irrigation shots.'),
  atom(
    'v1.procedure.firmware_update.step.3',
    'Compare setpoints before and after. They must be equal to the last digit.',
  ),
  atom('v1.procedure.firmware_update.step.4', 'Go on with the other bays, 15 minutes apart.'),
  atom(
    'v1.procedure.firmware_update.rollback',
    'Hold **Back** for 8 s while it starts. The last image is always kept.',
  ),

  atom('v1.procedure.frost_alarm.overview', 'What to do when a frost alarm comes at night.'),
  atom(
    'v1.procedure.frost_alarm.step.1',
    'Look at the neighbouring sensors. One alone: mark it, go back to bed.',
  ),
  atom('v1.procedure.frost_alarm.step.2', 'Several: close screens and vents, heating to 12 °C minimum.'),
  atom('v1.procedure.frost_alarm.step.3', 'Boiler cold? Start the gas backup and phone Glen.'),

  atom('v1.procedure.snow_melt.overview', '屋根の融雪手順。積雪30 cmまたは予報25 cm以上で開始。'),
  atom('v1.procedure.snow_melt.step.1', '保温カーテンを開け、室温を10 ℃に上げる。'),
  atom('v1.procedure.snow_melt.step.2', '2時間ごとにカメラで確認し、雪が滑り落ちたら12 ℃まで上げる。'),
  atom('v1.procedure.snow_melt.step.3', '終了後、谷樋の詰まりを点検して記録する。'),

  atom('v1.procedure.water_sample.overview', 'أخذ عينة ماء من دائرة إعادة الاستعمال، مرة كل أسبوع على الأقل.'),
  atom('v1.procedure.water_sample.step.1', 'اغسل القارورة ثلاث مرات بالماء نفسه.'),
  atom(
    'v1.procedure.water_sample.step.2',
    'خذ العينة بعد المصباح بدقيقتين من بدء الضخ، واكتب الساعة والحرارة.',
  ),
  atom('v1.procedure.water_sample.step.3', 'احفظها باردة، ولا تتأخر أكثر من 24 ساعة عن المختبر.'),

  atom(
    'v1.procedure.new_customer_onboarding.overview',
    'From signature to the first good night’s sleep: 3 weeks.',
  ),
  atom(
    'v1.procedure.new_customer_onboarding.step.1',
    'Visit. Walk every bay with the grower, say little, write down what they touch.',
  ),
  atom(
    'v1.procedure.new_customer_onboarding.step.2',
    'Copy their setpoints unchanged, even the odd ones. Ask about the odd ones in week 2.',
  ),
  atom(
    'v1.procedure.new_customer_onboarding.step.3',
    'One alarm, to one phone, for one week. Then add the others.',
  ),
  atom(
    'v1.procedure.new_customer_onboarding.checklist',
    pretty({
      contract: true,
      sitePlan: true,
      photos: 24,
      contacts: ['grower', 'deputy', 'electrician'],
      firstReview: '+21 days',
    }),
  ),

  atom(
    'v1.procedure.incident_report.template',
    lines(
      '# What the grower saw',
      '# What happened',
      '# Why we did not know sooner',
      '# What is different from now on',
      '',
      '_One page. No names, only roles._',
    ),
  ),
  atom(
    'v1.procedure.weekly_report.overview',
    'Every Monday at 08:00: collect, shorten, send to Glen and Ilse.',
  ),
  atom(
    'v1.procedure.weekly_report.step.1',
    'Read status, blocker and next step of each project in the order of priorities.',
  ),
  atom('v1.procedure.weekly_report.step.2', 'Name what moved since last week, with the number and its unit.'),
  atom(
    'v1.procedure.weekly_report.step.3',
    'End with at most three decisions that somebody has to take, each with a name.',
  ),
  atom(
    'v1.procedure.replace_bumblebee_hive.overview',
    'In the evening, when all are home 🐝. Close the door to “in only” an hour before.',
  ),
];
