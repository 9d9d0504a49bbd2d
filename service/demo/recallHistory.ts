/**
 * Keys recalled one after another on separate occasions, so that predictions for the demo memory are
 * meaningful from the start. The sequences are independent.
 */
export const demoRecallHistory: readonly (readonly string[])[] = [
  ...mondayReviews(),
  ...projectCheckUps(),
  ...conversationsBeginning(),
  ...growingQuestions(),
  ...proceduresFollowed(),
  ...customerCalls(),
  ...assistantAtWork(),
];

/** A project, starting with its status; the milestone is the next one due. */
function projectReview(name: string, milestone: string): readonly string[] {
  const project = `v1.project.${name}`;
  return [`${project}.status`, `${project}.milestone.${milestone}`, `${project}.blocker`, `${project}.owner`];
}

function steps(procedure: string, count: number): readonly string[] {
  const key = `v1.procedure.${procedure}`;
  return [`${key}.overview`, ...Array.from({ length: count }, (_, index) => `${key}.step.${index + 1}`)];
}

function mondayReviews(): readonly (readonly string[])[] {
  const orchid = [...projectReview('orchid', 'certification'), 'v1.project.orchid.next_step'];
  const meltwater = [...projectReview('meltwater', 'uv_commissioning'), 'v1.project.meltwater.next_step'];
  const almanac = [...projectReview('almanac', 'offline_mode'), 'v1.project.almanac.next_step'];
  const pollen = projectReview('pollen', 'retire_old_archive');
  const start = ['v1.procedure.weekly_report.overview', 'v1.portfolio.priorities.2026Q2'];
  const end = [
    'v1.portfolio.risks',
    'v1.user.Glen.preference.summary_style',
    'v1.user.Ilse.preference.summary_style',
  ];
  return [
    [...start, ...orchid, ...meltwater, ...almanac, ...end],
    [...start, ...orchid, ...meltwater, ...almanac, ...pollen, ...end],
    [...start, ...meltwater, ...orchid, ...almanac, ...pollen, ...end],
    [...start, ...meltwater, ...orchid, ...almanac, ...end],
    ['v1.company.meeting.weekly_review', 'v1.portfolio.priorities.2026Q2', ...meltwater, ...orchid],
    ['v1.portfolio.review.2026-05-11', 'v1.session.2026-05-11.minutes', 'v1.session.2026-05-11.action_items'],
    ['v1.session.2026-05-11.summary', 'v1.session.2026-05-11.action_items', 'v1.session.2026-05-11.minutes'],
  ];
}

function projectCheckUps(): readonly (readonly string[])[] {
  return [
    projectReview('orchid', 'certification'),
    [...projectReview('orchid', 'field_trial'), 'v1.user.Dmitri.preference.meetings'],
    [
      'v1.project.orchid.summary',
      'v1.project.orchid.status',
      'v1.project.orchid.team',
      'v1.project.orchid.budget',
    ],
    ['v1.project.orchid.status', 'v1.project.orchid.blocker', 'v1.project.orchid.next_step'],
    [
      'v1.project.orchid.decision.control_loop',
      'v1.project.orchid.test_result.vent_overshoot',
      'v1.fact.climate.vent_lag',
    ],
    [
      'v1.project.orchid.decision.radio',
      'v1.project.orchid.decision.enclosure',
      'v1.project.orchid.decision.control_loop',
    ],
    [
      'v1.project.orchid.milestone.certification',
      'v1.project.orchid.milestone.first_shipment',
      'v1.project.orchid.risk.supply',
    ],
    projectReview('meltwater', 'uv_commissioning'),
    [...projectReview('meltwater', 'first_closed_loop'), 'v1.user.Yusuf.preference.language'],
    [
      'v1.project.meltwater.summary',
      'v1.project.meltwater.status',
      'v1.project.meltwater.measurement.water_saved',
      'v1.project.meltwater.budget',
    ],
    ['v1.project.meltwater.blocker', 'v1.session.2026-05-08.summary', 'v1.session.2026-05-08.promise'],
    [
      'v1.project.meltwater.decision.disinfection',
      'v1.project.meltwater.risk.pythium',
      'v1.fact.disease.pythium.lesson',
    ],
    projectReview('almanac', 'public_launch'),
    [
      'v1.project.almanac.summary',
      'v1.project.almanac.status',
      'v1.project.almanac.metric.weekly_active',
      'v1.project.almanac.milestone.public_launch',
    ],
    [
      'v1.project.almanac.feedback.astrid',
      'v1.project.almanac.feedback.nikos',
      'v1.project.almanac.feedback.sato',
    ],
    ['v1.project.almanac.decision.languages', 'v1.agent.capability.languages', 'v1.tool.translator.note'],
    projectReview('nightjar', 'tariff_model'),
    [
      'v1.project.nightjar.blocker',
      'v1.fact.energy.halden.grid_limit',
      'v1.fact.energy.halden.tariff',
      'v1.project.nightjar.estimate.savings',
    ],
    [
      'v1.project.pollen.status',
      'v1.project.pollen.milestone.retire_old_archive',
      'v1.session.2026-05-13.summary',
    ],
    [
      'v1.project.pollen.metric.daily_readings',
      'v1.project.pollen.incident.2026-04-18',
      'v1.fact.network.agadir.uplink',
    ],
    ['v1.project.seedvault.status', 'v1.project.seedvault.decision.pause', 'v1.project.seedvault.owner'],
    ['v1.project.frostwatch.status', 'v1.project.frostwatch.outcome', 'v1.lesson.alarms.debounce'],
  ];
}

/** At the start of a conversation, the assistant recalls how the person likes to be addressed. */
function conversationsBeginning(): readonly (readonly string[])[] {
  const glen = [
    'v1.user.Glen.profile',
    'v1.user.Glen.preference.language',
    'v1.user.Glen.preference.summary_style',
  ];
  return [
    [...glen, 'v1.user.Glen.preference.theme', 'v1.session.current.focus'],
    [...glen, 'v1.user.Glen.working_hours', 'v1.session.current.focus', 'v1.session.current.scratchpad'],
    [...glen, 'v1.session.current.focus', 'v1.session.current.scratchpad'],
    ['v1.user.Glen.preference.theme', 'v1.user.Glen.preference.editor', 'v1.user.Glen.preference.units'],
    [
      'v1.user.Glen.preference.theme',
      'v1.user.Glen.preference.language',
      'v1.user.Glen.preference.notifications',
    ],
    [
      'v1.user.Mei.profile',
      'v1.user.Mei.preference.language',
      'v1.user.Mei.preference.summary_style',
      'v1.user.Mei.preference.plant_names',
    ],
    [
      'v1.user.Mei.preference.language',
      'v1.user.Mei.preference.summary_style',
      'v1.agent.correction.2026-03-09',
    ],
    [
      'v1.user.Yusuf.profile',
      'v1.user.Yusuf.preference.language',
      'v1.user.Yusuf.preference.greeting',
      'v1.project.meltwater.status',
    ],
    ['v1.user.Yusuf.preference.greeting', 'v1.project.meltwater.status', 'v1.project.meltwater.blocker'],
    ['v1.user.Eleni.profile', 'v1.user.Eleni.preference.code_review', 'v1.project.pollen.status'],
    ['v1.user.Eleni.preference.chart_style', 'v1.tool.climate_query.purpose', 'v1.tool.climate_query.input'],
    [
      'v1.user.Dmitri.profile',
      'v1.user.Dmitri.preference.language',
      'v1.user.Dmitri.preference.meetings',
      'v1.agent.correction.2026-04-02',
    ],
    [
      'v1.user.Priya.profile',
      'v1.user.Priya.preference.summary_style',
      'v1.project.almanac.status',
      'v1.user.Priya.leave',
    ],
    [
      'v1.user.Ilse.profile',
      'v1.user.Ilse.preference.summary_style',
      'v1.portfolio.risks',
      'v1.company.budget.2026.hardware',
    ],
    [
      'v1.user.Tomas.profile',
      'v1.user.Tomas.current_location',
      'v1.user.Tomas.preference.checklists',
      'v1.session.2026-05-15.summary',
    ],
  ];
}

function growingQuestions(): readonly (readonly string[])[] {
  return [
    [
      'v1.fact.climate.bay3.setpoint.day',
      'v1.fact.climate.bay3.setpoint.night',
      'v1.fact.climate.bay3.vpd_target',
    ],
    [
      'v1.fact.climate.bay3.setpoint.day',
      'v1.fact.climate.bay3.setpoint.night',
      'v1.fact.crop.tomato.optimal_temperature',
    ],
    [
      'v1.fact.climate.bay3.readings.2026-05-10',
      'v1.fact.climate.bay3.vpd_target',
      'v1.fact.climate.dew_point_margin',
    ],
    [
      'v1.fact.climate.bay4.setpoint.day',
      'v1.fact.climate.bay4.setpoint.night',
      'v1.fact.climate.bay4.screen_rule',
      'v1.agent.open_question.1',
    ],
    [
      'v1.fact.irrigation.bay3.schedule',
      'v1.fact.irrigation.bay3.drain_ec',
      'v1.fact.irrigation.leaching_rule',
    ],
    [
      'v1.fact.irrigation.bay3.drain_ec',
      'v1.fact.irrigation.leaching_rule',
      'v1.session.2026-05-06.summary',
      'v1.session.2026-05-06.follow_up',
    ],
    [
      'v1.fact.irrigation.mixing_tank.volume',
      'v1.fact.irrigation.mixing_tank.recipe',
      'v1.company.glossary.EC',
    ],
    [
      'v1.fact.crop.tomato.cultivar',
      'v1.fact.crop.tomato.optimal_temperature',
      'v1.fact.crop.tomato.yield.2026',
      'v1.fact.market.tomato.price',
    ],
    ['v1.fact.crop.tomato.yield.2025', 'v1.fact.crop.tomato.yield.2026', 'v1.fact.market.tomato.price'],
    ['v1.fact.crop.melon.pollination', 'v1.fact.bees.hives', 'v1.fact.bees.uv_rule'],
    ['v1.fact.pest.whitefly.threshold', 'v1.fact.pest.whitefly.treatment', 'v1.fact.bees.hives'],
    [
      'v1.fact.pest.whitefly.threshold',
      'v1.fact.pest.whitefly.treatment',
      'v1.person.advisor.Henrik_Dahl.availability',
    ],
    [
      'v1.fact.disease.powdery_mildew.history',
      'v1.person.advisor.Henrik_Dahl.expertise',
      'v1.person.advisor.Henrik_Dahl.availability',
    ],
    [
      'v1.fact.disease.botrytis.conditions',
      'v1.fact.climate.dew_point_margin',
      'v1.fact.climate.bay3.vpd_target',
    ],
    ['v1.fact.season.sowing_calendar', 'v1.fact.crop.basil.light_demand', 'v1.company.glossary.DLI'],
  ];
}

function proceduresFollowed(): readonly (readonly string[])[] {
  return [
    ['v1.fact.hardware.pump.p7.location', ...steps('restart_pump', 4)],
    [
      'v1.fact.hardware.pump.p7.impeller_hours',
      ...steps('restart_pump', 4),
      'v1.person.supplier.Kwame_Mensah.contact',
    ],
    ['v1.fact.hardware.sensor.humidity.drift', ...steps('calibrate_humidity_sensor', 3)],
    ['v1.lesson.deploy.friday', ...steps('firmware_update', 4), 'v1.procedure.firmware_update.rollback'],
    ['v1.fact.hardware.controller.firmware', ...steps('firmware_update', 4)],
    [...steps('frost_alarm', 3), 'v1.company.on_call.schedule', 'v1.company.on_call.escalation'],
    ['v1.lesson.alarms.debounce', ...steps('frost_alarm', 3)],
    ['v1.fact.site.sapporo.snow_load', ...steps('snow_melt', 3)],
    ['v1.project.meltwater.next_step', ...steps('water_sample', 3)],
    [...steps('new_customer_onboarding', 3), 'v1.procedure.new_customer_onboarding.checklist'],
    [...steps('weekly_report', 3), 'v1.agent.correction.2026-04-27'],
    ['v1.tool.weather_forecast.purpose', 'v1.procedure.heat_wave.runbook', 'v1.fact.site.nafplio.cooling'],
  ];
}

function customerCalls(): readonly (readonly string[])[] {
  const astrid = 'v1.person.customer.Astrid_Solberg';
  const nikos = 'v1.person.customer.Nikos_Lazarou';
  return [
    [`${astrid}.company`, `${astrid}.contact`, `${astrid}.mood`, 'v1.project.frostwatch.outcome'],
    [`${astrid}.company`, `${astrid}.mood`, 'v1.project.almanac.feedback.astrid'],
    [`${nikos}.company`, `${nikos}.contact`, `${nikos}.note`, `${nikos}.letter`],
    [`${nikos}.note`, `${nikos}.letter`, 'v1.lesson.sensors.sunlight'],
    [
      'v1.person.customer.Sato_Kenji.company',
      'v1.person.customer.Sato_Kenji.note',
      'v1.fact.site.sapporo.field_notes',
    ],
    [
      'v1.person.customer.Fatima_Ouahbi.company',
      'v1.person.customer.Fatima_Ouahbi.note',
      'v1.fact.crop.raspberry.salinity_limit',
    ],
    [
      'v1.person.supplier.Kwame_Mensah.company',
      'v1.person.supplier.Kwame_Mensah.contact',
      'v1.session.2026-05-15.follow_up',
    ],
    [
      'v1.person.supplier.Aoife_Brennan.company',
      'v1.person.supplier.Aoife_Brennan.contact',
      'v1.person.supplier.Aoife_Brennan.note',
    ],
    [
      'v1.company.meeting.growers_call',
      'v1.session.2026-05-07.summary',
      'v1.session.2026-05-07.participants',
    ],
  ];
}

function assistantAtWork(): readonly (readonly string[])[] {
  return [
    [
      'v1.agent.name',
      'v1.agent.tone',
      'v1.agent.principle.1',
      'v1.agent.principle.2',
      'v1.agent.principle.3',
    ],
    [
      'v1.tool.setpoint_write.purpose',
      'v1.tool.setpoint_write.guardrail',
      'v1.tool.setpoint_write.approvers',
    ],
    ['v1.tool.setpoint_write.guardrail', 'v1.tool.setpoint_write.approvers', 'v1.agent.principle.2'],
    ['v1.tool.climate_query.purpose', 'v1.tool.climate_query.input', 'v1.tool.climate_query.example'],
    [
      'v1.tool.weather_forecast.purpose',
      'v1.tool.weather_forecast.source',
      'v1.tool.weather_forecast.accuracy',
    ],
    ['v1.session.current.user', 'v1.session.current.focus', 'v1.session.current.scratchpad'],
  ];
}
