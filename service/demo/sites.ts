import { atom, compact, pretty } from './demoAtom.ts';
import type { DemoAtom } from './demoAtom.ts';

/** Facts about the four sites, their climate, their hardware and their networks. */
export const sites: readonly DemoAtom[] = [
  atom('v1.fact.site.halden.location', compact({ lat: 59.1248, lon: 11.3875, country: 'NO', elevation: 38 })),
  atom('v1.fact.site.halden.area', '12400 m² in 6 bays'),
  atom('v1.fact.site.halden.heating', 'Wood-chip boiler 1.1 MW, heat buffer 240 m³, gas as backup'),
  atom('v1.fact.site.halden.frost_dates', compact({ lastSpring: '05-12', firstAutumn: '10-03' })),
  atom('v1.fact.site.halden.broker', 'mqtt://broker.halden.example:1883'),
  atom(
    'v1.fact.site.nafplio.location',
    compact({ lat: 37.5673, lon: 22.8016, country: 'GR', elevation: 12 }),
  ),
  atom('v1.fact.site.nafplio.area', '8200 m² in 4 bays'),
  atom('v1.fact.site.nafplio.cooling', 'Pad and fan in bays 1 and 2; roof fog everywhere since 2025.'),
  atom(
    'v1.fact.site.nafplio.water_source',
    'Γεώτρηση 90 μέτρων, αγωγιμότητα 0,8 mS/cm, υφάλμυρο μετά τον Αύγουστο.',
  ),
  atom(
    'v1.fact.site.sapporo.location',
    compact({ lat: 43.0618, lon: 141.3545, country: 'JP', elevation: 26 }),
  ),
  atom('v1.fact.site.sapporo.area', '3600 m²、6棟'),
  atom('v1.fact.site.sapporo.snow_load', '積雪荷重は1.5 kN/m²まで。30 cmを超えたら屋根融雪を開始する。'),
  atom('v1.fact.site.sapporo.heating', 'ヒートポンプ2台と灯油ボイラー（予備）'),
  atom('v1.fact.site.agadir.location', compact({ lat: 30.4278, lon: -9.5981, country: 'MA', elevation: 74 })),
  atom('v1.fact.site.agadir.area', '40000 m² under net'),
  atom('v1.fact.site.agadir.water_source', 'تحلية مياه البحر منذ 2024، مع خزان احتياطي سعته 3000 متر مكعب.'),
  atom('v1.fact.site.agadir.wind_limit', 'Vents close above 14 m/s; nets are reefed above 19 m/s.'),

  atom('v1.fact.climate.bay3.setpoint.day', '20.5', '21.0', '21.5', '21.0'),
  atom('v1.fact.climate.bay3.setpoint.night', '17.0', '16.5'),
  atom('v1.fact.climate.bay3.vpd_target', compact({ unit: 'kPa', min: 0.5, max: 1.1 })),
  atom('v1.fact.climate.bay3.co2_target', '800 ppm while vents are under 10 % open'),
  atom('v1.fact.climate.bay4.setpoint.day', '22.0'),
  atom('v1.fact.climate.bay4.setpoint.night', '18.0'),
  atom(
    'v1.fact.climate.bay4.screen_rule',
    'Energy screen closes below 25 W/m² outside and 8 °C; opens 30 minutes after sunrise.',
  ),
  atom(
    'v1.fact.climate.vent_lag',
    'Air temperature answers a vent after 4 to 6 minutes; never step faster than that.',
  ),
  atom(
    'v1.fact.climate.dew_point_margin',
    'Keep leaves 1.5 °C above the dew point, or Botrytis will find them.',
  ),
  atom('v1.fact.climate.solar_noon_drift', 'Halden: 13:14 in mid-May, 13:20 in early August (summer time).'),

  atom(
    'v1.fact.irrigation.bay3.schedule',
    pretty({
      start: '07:40',
      stop: '17:10',
      trigger: { joulesPerCm2: 90 },
      shot: { litresPerM2: 0.32 },
      drainTarget: 0.28,
    }),
  ),
  atom('v1.fact.irrigation.bay3.drain_ec', '3.4', '3.9', '3.6'),
  atom(
    'v1.fact.irrigation.bay4.schedule',
    pretty({
      start: '08:00',
      stop: '16:30',
      trigger: { joulesPerCm2: 110 },
      shot: { litresPerM2: 0.28 },
      drainTarget: 0.25,
    }),
  ),
  atom('v1.fact.irrigation.mixing_tank.volume', '2400 litres'),
  atom(
    'v1.fact.irrigation.mixing_tank.recipe',
    pretty({
      A: ['calcium nitrate', 'iron DTPA'],
      B: ['potassium nitrate', 'monopotassium phosphate', 'magnesium sulphate', 'trace elements'],
      ratio: '1:1',
      ec: 2.6,
      ph: 5.6,
    }),
  ),
  atom(
    'v1.fact.irrigation.filter.interval',
    'Backwash every 6 hours or at 0.4 bar difference, whichever comes first.',
  ),
  atom(
    'v1.fact.irrigation.leaching_rule',
    'If drain EC is more than 1.2 above feed EC for two days, raise the drain target by 5 points.',
  ),

  atom(
    'v1.fact.hardware.controller.model',
    'Orchid 2, revision C',
    'Orchid 3, revision A',
    'Orchid 3, revision B',
  ),
  atom('v1.fact.hardware.controller.firmware', '2.8.4', '3.0.0', '3.0.1', '3.1.0'),
  atom(
    'v1.fact.hardware.sensor.humidity.drift',
    '+1.8 % a year in fogged bays; recalibrate in March and September.',
  ),
  atom('v1.fact.hardware.sensor.humidity.part_number', 'LL-RH-0042-C'),
  atom(
    'v1.fact.hardware.sensor.par.calibration',
    compact({ serial: 'PAR-2207', slope: 1.0132, offset: -0.7, at: '2026-03-18' }),
  ),
  atom('v1.fact.hardware.pump.p7.impeller_hours', '8120', '8844', '12'),
  atom('v1.fact.hardware.pump.p7.location', 'Halden, technical room, left of the mixing tank'),
  atom(
    'v1.fact.hardware.valve.v12.fault',
    'Sticks below 5 °C. Exercise it once a night from October to April.',
  ),
  atom('v1.fact.hardware.gateway.device_id', '6f1c9a52-3b7e-4d0a-9c41-2e8d5f7a0b13'),
  atom(
    'v1.fact.hardware.gateway.image_digest',
    'sha256:8f434346648f6b96df89dda901c5176b10a6d83961dd3c1ac88b59b2dc327aa4',
  ),

  atom('v1.fact.network.halden.uplink', 'Fibre 500/500, LTE as backup; fails over in about 40 s.'),
  atom('v1.fact.network.sapporo.uplink', '光回線。停電時はLTEルーターに自動切替。'),
  atom(
    'v1.fact.network.agadir.uplink',
    'Microwave link, drops in sandstorms; the gateway buffers for 72 hours.',
  ),
  atom('v1.fact.network.vlan_plan', compact({ control: 10, sensors: 20, cameras: 30, guests: 90 })),
  atom(
    'v1.fact.energy.halden.tariff',
    compact({ currency: 'NOK', peak: '06:00-22:00', peakPerKWh: 1.42, offPeakPerKWh: 0.71 }),
  ),
  atom('v1.fact.energy.halden.grid_limit', '630 kW'),
];
