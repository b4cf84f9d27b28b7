/** Unit symbols by language: Russian uses its own symbols, the other languages the SI symbols. */

const RUSSIAN: Readonly<Record<string, string>> = {
  V: 'В',
  mV: 'мВ',
  A: 'А',
  mA: 'мА',
  W: 'Вт',
  kW: 'кВт',
  VA: 'В·А',
  kVA: 'кВ·А',
  var: 'вар',
  kvar: 'квар',
  Wh: 'Вт·ч',
  kWh: 'кВт·ч',
  kvarh: 'квар·ч',
  kVAh: 'кВ·А·ч',
  Hz: 'Гц',
  ms: 'мс',
  s: 'с',
  min: 'мин',
  h: 'ч',
  d: 'дн',
};

const CHINESE: Readonly<Record<string, string>> = {
  ms: '毫秒',
  s: '秒',
  min: '分',
  h: '小时',
  d: '天',
};

export function unitLabel(unit: string, tag: string): string {
  if (tag.startsWith('ru')) return RUSSIAN[unit] ?? unit;
  if (tag.startsWith('zh')) return CHINESE[unit] ?? unit;
  return unit === 'd' && tag.startsWith('fr') ? 'j' : unit;
}
